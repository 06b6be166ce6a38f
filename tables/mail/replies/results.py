"""What a mail server says it found out about a mail: the header Authentication-Results (RFC 8601).

Read by its grammar, comments and quoted strings included: senders choose much of what stands there, so nothing is found by
looking for words. Of the results only that of DMARC is taken apart.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

LONGEST = 10_000
_METHOD = re.compile(r"\s*([A-Za-z0-9-]+)\s*(?:/\s*\d+\s*)?=")
# One ``name=value`` of a result; a value may hold anything but blanks, a quoted one anything.
_PAIR = re.compile(r'\s*([A-Za-z0-9._-]+)\s*(?:/\s*\d+\s*)?=\s*("(?:[^"\\]|\\.)*"|[^\s"]+)(?=\s|$)')
_ESCAPED = re.compile(r"\\(.)")


class Malformed(ValueError):
    """Not as RFC 8601 has it, so nothing in it is believed."""


@dataclass(frozen=True)
class Results:
    """Whose results they are, in lower case, and those of DMARC: names and values, the first of them the result itself."""

    server: str
    dmarc: Sequence[Mapping[str, str]]


def read(value: str) -> Results:
    """The header without its name. Raises :class:`Malformed`."""
    if len(value) > LONGEST:
        raise Malformed
    first, *infos = _parts(value)
    return Results(_server(first), [_pairs(info) for info in infos if _method(info) == "dmarc"])


def _parts(value: str) -> list[str]:
    """What stands between semicolons, without comments."""
    parts, current = [], ""
    for piece in _pieces(value):
        if piece == ";":
            parts.append(current)
            current = ""
        else:
            current += piece
    return [*parts, current]


def _pieces(value: str) -> Iterator[str]:
    """Quoted strings whole, each comment as a blank, all else character by character."""
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
    found = _METHOD.match(info)
    return found[1].lower() if found else ""


def _pairs(info: str) -> dict[str, str]:
    """Raises Malformed for whatever is no pair, and for one name twice."""
    pairs: dict[str, str] = {}
    at, end = 0, len(info.rstrip())
    while at < end:
        found = _PAIR.match(info, at, end)
        if found is None or found[1].lower() in pairs:
            raise Malformed
        pairs[found[1].lower()] = _plain(found[2])
        at = found.end()
    return pairs


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text[1:-1]) if text.startswith('"') else text
