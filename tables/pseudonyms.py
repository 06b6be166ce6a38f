"""What somebody is called once their account is deleted: the same at all their seats, and nothing to know them by."""

import re
import secrets

MARKS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 4
_MARK = f"[{MARKS}]{{{LENGTH}}}"
_STORED = re.compile(f"Former player ({_MARK})")


def new() -> str:
    """A pseudonym as it stands in rows and records; nothing about a person goes into it."""
    return _with("".join(secrets.choice(MARKS) for _letter in range(LENGTH)))


def mark(pseudonym: str) -> str:
    """The mark that tells one former player from another; empty for what somebody was called on another installation."""
    match = _STORED.fullmatch(pseudonym)
    return match.group(1) if match else ""


def meant(text: str) -> str:
    """The pseudonym of somebody who is looked for by the words of any language; empty unless these end with a mark."""
    last = (text.split() or [""])[-1].upper()
    return _with(last) if re.fullmatch(_MARK, last) else ""


def _with(mark: str) -> str:
    return f"Former player {mark}"
