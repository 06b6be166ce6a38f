"""HTML elements of a page with their ancestors, and matching them against simple CSS selectors without a browser."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
PART = re.compile(
    r'(?P<tag>^[a-z]\w*)|#(?P<id>[\w-]+)|\.(?P<css>[\w-]+)|\[(?P<name>[\w-]+)(?:(?P<how>[\^$*]?)="(?P<value>[^"]*)")?\]'
)
HOW = {"": str.__eq__, "^": str.startswith, "$": str.endswith, "*": str.__contains__}


@dataclass(eq=False)
class Element:
    """Element with its parent, and with its child elements and texts in order."""

    tag: str
    attributes: Mapping[str, str]
    parent: "Element | None" = None
    content: "list[Element | str]" = field(default_factory=list)

    @cached_property
    def _classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def children(self) -> "list[Element]":
        """Child elements of the element."""
        return [each for each in self.content if isinstance(each, Element)]

    @property
    def text(self) -> str:
        """Text directly in the element."""
        return "".join(each for each in self.content if isinstance(each, str))

    @property
    def ancestry(self) -> "Iterator[Element]":
        """Yield the element, then its parent, and so on up to the root."""
        here: Element | None = self
        while here is not None:
            yield here
            here = here.parent

    @property
    def said(self) -> str:
        """All text in the element."""
        return "".join(each if isinstance(each, str) else each.said for each in self.content)

    def inside(self) -> "Iterator[Element]":
        """Yield the element and all elements in it, in page order."""
        yield self
        for child in self.children:
            yield from child.inside()

    def meets(self, selectors: str) -> bool:
        """Return whether the element matches one of these selectors.

        ``selectors`` is a comma-separated list. A space inside a selector separates an ancestor from its descendant.
        """
        return any(self._meets(row) for row in _rows(selectors))

    def _meets(self, row: "tuple[tuple[dict[str, str], ...], ...]") -> bool:
        if not self._is(row[-1]):
            return False
        return len(row) == 1 or any(each._meets(row[:-1]) for each in self.ancestry if each is not self)

    def _is(self, compound: "tuple[dict[str, str], ...]") -> bool:
        return all(self._has(part) for part in compound)

    def _has(self, part: dict[str, str]) -> bool:
        if part["name"]:
            given = self.attributes.get(part["name"])
            return given is not None and (part["value"] is None or HOW[part["how"]](given, part["value"]))
        return (
            (part["tag"] is None or self.tag == part["tag"])
            and (part["id"] is None or self.attributes.get("id") == part["id"])
            and (part["css"] is None or part["css"] in self._classes)
        )


@cache
def _rows(selectors: str) -> "tuple[tuple[tuple[dict[str, str], ...], ...], ...]":
    return tuple(tuple(map(_compound, row.split())) for row in re.split(r",\s*(?![^\[]*\])", selectors.strip()))


def _compound(text: str) -> tuple[dict[str, str], ...]:
    found = tuple(PART.finditer(text))
    assert "".join(each.group() for each in found) == text, f"not a simple selector: {text}"
    return tuple(each.groupdict() for each in found)


class Tree(HTMLParser):
    """Tree of a page. ``root`` contains the whole page, and ``found`` lists all elements in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.root = self._here = Element("", {})
        self.found: list[Element] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = self._made(tag, attrs)
        if tag not in VOID:
            self._here = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._made(tag, attrs)

    def _made(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        made = Element(tag, {name: value or "" for name, value in attrs}, self._here)
        self._here.content.append(made)
        self.found.append(made)
        return made

    def handle_endtag(self, tag: str) -> None:
        for each in self._here.ancestry:
            if each.tag == tag and each.parent is not None:
                self._here = each.parent
                return

    def handle_data(self, data: str) -> None:
        self._here.content.append(data)


def elements(page: str) -> list[Element]:
    """Return all elements of a page, in page order."""
    return Tree(page).found
