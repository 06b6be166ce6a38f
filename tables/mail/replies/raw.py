"""Checks of a raw mail before Python's parser reads it.

A move is played for the author that the mail server has checked. The parser therefore has to find the same headers as that
server. Mails that some programs read in another way are not read at all, however harmless they may be.
"""

import re

LARGEST = 1024 * 1024
# Python's parser takes a time that grows with the square of their length. Ordinary ones have some hundred characters.
_ENDLESS = re.compile(rb"(?:^|[\r\n])content-(?:type|disposition)(?=(?:[^\r\n]|\r?\n[ \t]|\r[ \t]){4000})", re.IGNORECASE)
# RFC 5322 without its obsolete forms: no blank before the colon and no control characters.
_TEXT = rb"[^\x00-\x08\x0a-\x1f\x7f]*\r?\n"
_HEADERS = re.compile(rb"(?:[!-9;-~]+:" + _TEXT + rb"(?:[ \t]" + _TEXT + rb")*)+")


def is_readable(raw: bytes) -> bool:
    """Return whether all programs find the same headers in a mail, and find them quickly."""
    seen = raw[:LARGEST]
    if len(raw) > LARGEST:
        # The cut may be in the middle of a line end.
        seen = seen.rstrip(b"\r\n") + (b"\r\n" if b"\r" in seen else b"\n")
    return b"\0" not in seen and _has_plain_line_ends(seen) and _has_plain_headers(seen) and not _ENDLESS.search(seen)


def _has_plain_line_ends(raw: bytes) -> bool:
    """Return whether all line ends are CRLF, or all are LF without any CR."""
    return b"\r" not in raw or raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n")


def _has_plain_headers(raw: bytes) -> bool:
    end = b"\r\n" if b"\r" in raw else b"\n"
    headers = raw.partition(end + end)[0].removesuffix(end)
    return bool(_HEADERS.fullmatch(headers + end))
