"""Pseudonyms of deleted accounts: the same at all seats of a person, and without any personal data."""

import re
import secrets

MARKS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 4
_MARK = f"[{MARKS}]{{{LENGTH}}}"
_STORED = re.compile(f"Former player ({_MARK})")


def new() -> str:
    """Return a new pseudonym for rows and records, made from random characters only."""
    return _with("".join(secrets.choice(MARKS) for _letter in range(LENGTH)))


def mark(pseudonym: str) -> str:
    """Return the mark that distinguishes former players; empty for names from another installation."""
    match = _STORED.fullmatch(pseudonym)
    return match.group(1) if match else ""


def from_search(text: str) -> str:
    """Return the pseudonym for a search text in any language; empty unless the text ends with a mark."""
    last = (text.split() or [""])[-1].upper()
    return _with(last) if re.fullmatch(_MARK, last) else ""


def _with(mark: str) -> str:
    return f"Former player {mark}"
