"""Checks of texts that people enter, for the services that store them."""

import unicodedata

from config import characters
from tables.errors import Code, Refusal


def readable(text: str, max_length: int) -> str:
    """Return a multi-line text in NFC, of at most ``max_length`` characters; empty if nothing is visible.

    Line ends of every kind become line feeds. Raises Refusal: too_long, bad_character.
    """
    return _checked("\n".join(text.splitlines()), max_length, "\n\t")


def required_text(text: str, max_length: int) -> str:
    """Return a text as ``readable`` does, but refuse an empty one. Raises Refusal: blank, too_long, bad_character."""
    cleaned = readable(text, max_length)
    if not cleaned:
        raise Refusal(Code.BLANK)
    return cleaned


def line(text: str, max_length: int) -> str:
    """Return a one-line text in NFC; empty if nothing is visible. Raises Refusal: too_long, bad_character."""
    return _checked(text, max_length, "")


def reason(text: str, max_length: int) -> str:
    """Return the reason that an admin gives for an action. Raises Refusal: no_reason, too_long, bad_character."""
    cleaned = readable(text, max_length)
    if not cleaned:
        raise Refusal(Code.NO_REASON)
    return cleaned


def check_characters(text: str, *, allowed: str = "") -> None:
    """Raise Refusal: bad_character, with the character and its position, for a character that is not allowed."""
    at = characters.first_refused(text, allowed=allowed)
    if at is not None:
        raise Refusal(Code.BAD_CHARACTER, character=characters.label(text[at]), position=at + 1)


def _checked(text: str, max_length: int, allowed: str) -> str:
    cleaned = unicodedata.normalize("NFC", text.strip())
    check_characters(cleaned, allowed=allowed)
    if len(cleaned) > max_length:
        raise Refusal(Code.TOO_LONG)
    return "" if characters.is_empty(cleaned) else cleaned
