"""First lines of a reply, from its text part or else its HTML part.

Mail programs quote in many ways, and some mark nothing. The first line is enough, unless it is quoted. In HTML, the lines after
the beginning of a quote are quoted. In text, lines that begin with ``>`` are quoted.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from email.message import Message
from html.parser import HTMLParser
from typing import Any

# Maximum bytes, lines and nesting that are read, because the number is at the top.
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
# Mail programs put these elements around quotes or directly before them.
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
    """Return at most ``LINES`` lines that are not empty, without blanks at their ends. Quoted lines begin with ``QUOTED``."""
    for kind, lines in (("text/plain", _text_lines), ("text/html", _html_lines)):
        part = next(_leaves(message, kind), None)
        nonempty_lines = list(lines(_text_of(part))) if part is not None else []
        if nonempty_lines:
            return nonempty_lines
    return []


def _leaves(message: Message, kind: str) -> Iterator[Message]:
    """Yield the parts of a kind that are displayed inline, not attached or forwarded."""
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


def _text_lines(text: str) -> Iterator[str]:
    lines = filter(None, map(clean, text.splitlines()))
    for _number, line in zip(range(LINES), lines, strict=False):
        yield line


def clean(line: str) -> str:
    """Return a line without invisible characters at its ends: blanks, direction marks, byte order marks."""
    start, end = 0, len(line)
    while start < end and _is_unseen(line[start]):
        start += 1
    while end > start and _is_unseen(line[end - 1]):
        end -= 1
    return line[start:end]


def _is_unseen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in {"Cf", "Cc", "Zs"}


class _Enough(Exception):
    """Signal that enough lines have been read."""


class _Page(HTMLParser):
    """HTML parser that collects the first lines of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.current = ""
        self.open: list[tuple[str, bool]] = []
        self.is_quoted = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS or tag == "br":
            self.flush()
        if _begins_quote(tag, attributes):
            self.flush()
            self.is_quoted = True
        if len(self.open) > DEEPEST:
            raise _Enough
        if tag not in _EMPTY:
            style = attributes.get("style", "").replace(" ", "").lower()
            self.open.append((tag, tag in _UNSEEN or "hidden" in attributes or "display:none" in style))

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
        """End the current line and store it unless it is empty. Raises _Enough after ``LINES`` lines."""
        line, self.current = clean(" ".join(self.current.split())), ""
        if line:
            self.lines.append(f"{QUOTED} {line}" if self.is_quoted else line)
        if len(self.lines) == LINES:
            raise _Enough


def _begins_quote(tag: str, attributes: dict[str, str]) -> bool:
    names = {*attributes.get("class", "").lower().split(), attributes.get("id", "").lower()}
    style = attributes.get("style", "").replace(" ", "").lower()
    return tag in ("blockquote", "hr") or bool(names & _QUOTES) or "border-top:solid" in style


def _html_lines(text: str) -> list[str]:
    page = _Page()
    # The parser is not closed, because it would then scan unclosed markup repeatedly. It raises AssertionError on some invalid
    # input.
    with suppress(_Enough, AssertionError):
        page.feed(f"{text}<br>")
    return page.lines
