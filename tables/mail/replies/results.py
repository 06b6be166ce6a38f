"""Parser for the header Authentication-Results, the results of a mail server's checks of an email (RFC 8601).

It follows the grammar, with comments and quoted strings, because senders choose much of the header's text. Only DMARC results
are parsed in full.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

LONGEST = 10_000
_METHOD = re.compile(r"\s*([A-Za-z0-9-]+)\s*(?:/\s*\d+\s*)?=")
# One ``name=value`` of a result. A value can contain anything except blanks; a quoted one anything.
_PAIR = re.compile(r'\s*([A-Za-z0-9._-]+)\s*(?:/\s*\d+\s*)?=\s*("(?:[^"\\]|\\.)*"|[^\s"]+)(?=\s|$)')
_ESCAPED = re.compile(r"\\(.)")


class Malformed(ValueError):
    """Header that does not follow RFC 8601 and is therefore not trusted."""


@dataclass(frozen=True)
class Results:
    """Authentication results of one server.

    ``server`` is its name in lower case. Each entry of ``dmarc`` maps names to values, the result itself first."""

    server: str
    dmarc: Sequence[Mapping[str, str]]


def read(value: str) -> Results:
    """Return the results in a header value. Raises :class:`Malformed`."""
    if len(value) > LONGEST:
        raise Malformed
    first, *infos = _parts(value)
    return Results(_server(first), [_pairs(info) for info in infos if _method(info) == "dmarc"])


def _parts(value: str) -> list[str]:
    """Return the texts between semicolons, with a blank for each comment."""
    parts, current = [], ""
    for piece in _pieces(value):
        if piece == ";":
            parts.append(current)
            current = ""
        else:
            current += piece
    return [*parts, current]


def _pieces(value: str) -> Iterator[str]:
    """Yield quoted strings whole, each comment as a blank, and all other text by character. Raises Malformed."""
    at = 0
    while at < len(value):
        end = at + 1
        if value[at] == '"':
            end = _end_of_quoted(value, at)
            yield value[at:end]
        elif value[at] == "(":
            end = _end_of_comment(value, at)
            yield " "
        elif value[at] in ")\\" or (not value[at].isprintable() and value[at] not in "\t\r\n"):
            raise Malformed
        else:
            yield value[at]
        at = end


def _end_of_quoted(value: str, at: int) -> int:
    at += 1
    while at < len(value) and value[at] != '"':
        at += 2 if value[at] == "\\" else 1
    if at >= len(value):
        raise Malformed
    return at + 1


def _end_of_comment(value: str, at: int) -> int:
    depth = 0
    while at < len(value):
        depth += (value[at] == "(") - (value[at] == ")")
        at += 2 if value[at] == "\\" else 1
        if not depth:
            return at
    raise Malformed


def _server(part: str) -> str:
    match part.split():
        case [server]:
            return _plain(server).lower()
        case [server, version] if version.isascii() and version.isdigit():
            return _plain(server).lower()
        case _other:
            raise Malformed


def _method(info: str) -> str:
    match = _METHOD.match(info)
    return match[1].lower() if match else ""


def _pairs(info: str) -> dict[str, str]:
    """Return the values of a result by name. Raises Malformed for invalid pairs and repeated names."""
    pairs: dict[str, str] = {}
    at, end = 0, len(info.rstrip())
    while at < end:
        match = _PAIR.match(info, at, end)
        if match is None or match[1].lower() in pairs:
            raise Malformed
        pairs[match[1].lower()] = _plain(match[2])
        at = match.end()
    return pairs


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text[1:-1]) if text.startswith('"') else text
