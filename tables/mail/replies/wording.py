"""What somebody wrote on top of a reply: the first lines that say anything, of the text or, where there is none, of the page.

Mail programs quote in many ways and some mark nothing. The first line is enough, as long as it is the writer's own: what a page
shows as quoted is, and in a text what begins with ``>``.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from email.message import Message
from html.parser import HTMLParser
from typing import Any

# So much is looked at; what somebody means by a number stands on top.
BYTES, LINES, DEEPEST = 64 * 1024, 3, 200
QUOTED = ">"
_BLOCKS = frozenset(
    {
        "address",
        "article",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
    }
    | {"h6", "header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "td", "th", "tr", "ul"}
)
_EMPTY = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_UNSEEN = frozenset({"head", "title", "style", "script", "template"})
# What mail programs put around what they quote, or right before it.
_QUOTES = frozenset(
    {
        "gmail_quote",
        "gmail_quote_container",
        "gmail_attr",
        "gmail_extra",
        "yahoo_quoted",
        "moz-cite-prefix",
        "moz-signature",
        "protonmail_quote",
        "divrplyfwdmsg",
        "x_divrplyfwdmsg",
        "appendonsend",
        "olk_src_body_section",
        "mail-editor-reference-message-container",
        "ms-outlook-mobile-reference-message",
    }
)


def first_lines(message: Message) -> list[str]:
    """At most so many lines as ``LINES``, without blanks at their ends; quoted ones begin with ``QUOTED``."""
    for kind, lines in (("text/plain", _of_text), ("text/html", _of_page)):
        part = next(_leaves(message, kind), None)
        found = list(lines(_text_of(part))) if part is not None else []
        if found:
            return found
    return []


def _leaves(message: Message, kind: str) -> Iterator[Message]:
    """Parts of a kind that are shown as they stand, not what is attached or forwarded."""
    if message.get_content_maintype() == "multipart":
        parts: Any = message.get_payload() if message.is_multipart() else []
        for part in parts:
            yield from _leaves(part, kind)
    elif message.get_content_type() == kind and message.get_content_disposition() != "attachment":
        yield message


def _text_of(part: Message) -> str:
    payload = part.get_payload(decode=True)
    content = payload[:BYTES] if isinstance(payload, bytes) else b""
    charset = part.get_param("charset", "utf-8")
    try:
        return content.decode(charset if isinstance(charset, str) else "utf-8")
    except (LookupError, ValueError):
        return content.decode("utf-8", "replace")


def _of_text(text: str) -> Iterator[str]:
    lines = filter(None, map(clean, text.splitlines()))
    for _number, line in zip(range(LINES), lines, strict=False):
        yield line


def clean(line: str) -> str:
    """A line without what nobody sees at its ends: blanks of any kind, marks of direction, byte order marks."""
    start, end = 0, len(line)
    while start < end and _is_unseen(line[start]):
        start += 1
    while end > start and _is_unseen(line[end - 1]):
        end -= 1
    return line[start:end]


def _is_unseen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in {"Cf", "Cc", "Zs"}


class _Enough(Exception):
    """Nothing below is of interest."""


class _Page(HTMLParser):
    """Collects the first lines of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.current = ""
        self.open: list[tuple[str, bool]] = []
        self.is_quoted = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS or tag == "br":
            self.flush()
        if _begins_quote(tag, given):
            self.flush()
            self.is_quoted = True
        if len(self.open) > DEEPEST:
            raise _Enough
        if tag not in _EMPTY:
            style = given.get("style", "").replace(" ", "").lower()
            self.open.append((tag, tag in _UNSEEN or "hidden" in given or "display:none" in style))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.flush()
        if any(tag == name for name, _unseen in self.open):
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not any(unseen for _tag, unseen in self.open):
            self.current += data

    def flush(self) -> None:
        """End a line."""
        line, self.current = clean(" ".join(self.current.split())), ""
        if line:
            self.lines.append(f"{QUOTED} {line}" if self.is_quoted else line)
        if len(self.lines) == LINES:
            raise _Enough


def _begins_quote(tag: str, given: dict[str, str]) -> bool:
    names = {*given.get("class", "").lower().split(), given.get("id", "").lower()}
    style = given.get("style", "").replace(" ", "").lower()
    return tag in ("blockquote", "hr") or bool(names & _QUOTES) or "border-top:solid" in style


def _of_page(text: str) -> list[str]:
    page = _Page()
    # What is open at the end stays so: to make the best of it Python's reader would look at it again and again. It asserts what
    # nobody promised it, too.
    with suppress(_Enough, AssertionError):
        page.feed(f"{text}<br>")
    return page.lines
