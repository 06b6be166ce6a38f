"""Checks of a raw email before Python's parser reads it.

The site plays a move for the author checked by the mail server. The parser must therefore find the same headers as that server.
Emails with headers that programs may read differently are not read, even if they are harmless.
"""

import re

LARGEST = 1024 * 1024
# Python's parser needs quadratic time for these headers. Ordinary ones have some hundred characters.
_ENDLESS = re.compile(rb"(?:^|[\r\n])content-(?:type|disposition)(?=(?:[^\r\n]|\r?\n[ \t]|\r[ \t]){4000})", re.IGNORECASE)
# RFC 5322 without its obsolete forms: no blank before the colon and no control characters.
_TEXT = rb"[^\x00-\x08\x0a-\x1f\x7f]*\r?\n"
_HEADERS = re.compile(rb"(?:[!-9;-~]+:" + _TEXT + rb"(?:[ \t]" + _TEXT + rb")*)+")


def is_readable(raw: bytes) -> bool:
    """Return whether programs can be expected to find the same headers in an email, and quickly.

    The email after its first ``LARGEST`` bytes is not checked.
    """
    head = raw[:LARGEST]
    if len(raw) > LARGEST:
        # The cut may be in the middle of a line end.
        head = head.rstrip(b"\r\n") + (b"\r\n" if b"\r" in head else b"\n")
    return b"\0" not in head and _has_plain_line_ends(head) and _has_plain_headers(head) and not _ENDLESS.search(head)


def _has_plain_line_ends(raw: bytes) -> bool:
    """Return whether all line ends are CRLF, or all are LF without any CR."""
    return b"\r" not in raw or raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n")


def _has_plain_headers(raw: bytes) -> bool:
    end = b"\r\n" if b"\r" in raw else b"\n"
    headers = raw.partition(end + end)[0].removesuffix(end)
    return bool(_HEADERS.fullmatch(headers + end))
