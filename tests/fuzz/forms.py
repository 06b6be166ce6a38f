"""Forms of a page as a browser would send them, and the addresses of its links."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin


class Form(NamedTuple):
    """Form with its address, its method, and all its fields with every value that could be chosen."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...]


class _Reader(HTMLParser):
    def __init__(self, address: str, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.address = address
        self.forms: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.links: list[str] = []
        self.by_id: dict[str, int] = {}
        self.open: int | None = None
        self.choosing = self.writing = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = len(self.forms)
            self.by_id[held.get("id", "")] = self.open
            self.forms.append((held.get("method", "get").upper(), self._full(held.get("action", "")), []))
        elif tag in ("input", "button") and "name" in held:
            self._put(held["name"], held.get("value", "on" if held.get("type") == "checkbox" else ""), held)
        elif tag == "select" and "name" in held:
            self.choosing = held["name"]
        elif tag == "option" and self.choosing:
            self._put(self.choosing, held.get("value", ""), held)
        elif tag == "textarea" and "name" in held:
            self._put(held["name"], "", held)
        self.links += [self._full(held[name]) for name in ("href", "hx-get") if held.get(name) and tag != "link"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.choosing = ""

    def _put(self, name: str, value: str, held: dict[str, str]) -> None:
        form = self.by_id.get(held["form"]) if "form" in held else self.open
        if form is not None:
            self.forms[form][2].append((name, value))

    def _full(self, address: str) -> str:
        return urldefrag(urljoin(self.address, address)).url


def forms(address: str, source: str) -> Iterator[Form]:
    """Yield all forms of the page at this address."""
    for method, action, fields in _Reader(address, source).forms:
        yield Form(method, action, tuple(fields))


def links(address: str, source: str) -> Iterator[str]:
    """Yield the page's links within this site, without fragments."""
    yield from (link for link in dict.fromkeys(_Reader(address, source).links) if link.startswith("/") and "//" not in link)
