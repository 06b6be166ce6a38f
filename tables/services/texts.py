"""Texts that people type: what every service asks of them before it keeps them."""

import unicodedata

from config import characters
from tables.errors import Code, Refusal


def readable(text: str, most: int) -> str:
    """Return a text of several lines in NFC, of at most ``most`` characters; empty if nothing of it can be seen.

    Ends of lines of every kind become line feeds. Raises Refusal: too_long, bad_character.
    """
    return _checked("\n".join(text.splitlines()), most, "\n\t")


def said(text: str, most: int) -> str:
    """Return ``readable`` of a text that must say something. Raises Refusal: blank, too_long, bad_character."""
    kept = readable(text, most)
    if not kept:
        raise Refusal(Code.BLANK)
    return kept


def line(text: str, most: int) -> str:
    """Return a text of one line, in NFC; empty if nothing of it can be seen. Raises Refusal: too_long, bad_character."""
    return _checked(text, most, "")


def reason(text: str, most: int) -> str:
    """Return the reason that an admin gives for an act. Raises Refusal: no_reason, too_long, bad_character."""
    kept = readable(text, most)
    if not kept:
        raise Refusal(Code.NO_REASON)
    return kept


def check_characters(text: str, *, allowed: str = "") -> None:
    """Raises Refusal: bad_character, which says which one and where."""
    at = characters.first_refused(text, allowed=allowed)
    if at is not None:
        raise Refusal(Code.BAD_CHARACTER, character=characters.label(text[at]), position=at + 1)


def _checked(text: str, most: int, allowed: str) -> str:
    kept = unicodedata.normalize("NFC", text.strip())
    check_characters(kept, allowed=allowed)
    if len(kept) > most:
        raise Refusal(Code.TOO_LONG)
    return "" if characters.is_empty(kept) else kept
