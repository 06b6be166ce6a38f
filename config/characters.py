"""Characters in texts that people type: the refused ones and the invisible ones."""

import re
import unicodedata
from functools import cache

from precis_i18n import get_profile

ISOLATES = frozenset("\u2068\u2069")  # the site puts them around names
JOINERS = frozenset("\u200c\u200d")  # they join emoji, and shape letters of Persian and of Indian scripts
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
BLANK_SYMBOLS = frozenset("\u2800\U0001d159")  # not white space in Unicode
# Embeddings, overrides, isolates and deprecated marks, which change the direction of the text next to them.
_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x2070))))
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
# Characters that a text copied from a page may contain besides its own.
_COPIED = dict.fromkeys(map(ord, ISOLATES | frozenset("\u00ad\u061c\u200e\u200f")))
_ANNOTATION = frozenset("\ufff9\ufffa\ufffb")
# Control characters, surrogates, and line and paragraph separators.
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
_NICKNAME = get_profile("NicknameCasePreserved")


def first_refused(text: str, *, allowed: str = "") -> int | None:
    """Return the index of the first refused character in ``text``, or None.

    Characters newer than Python's tables are allowed: phones have new emoji before servers know them.
    """
    return next((index for index, character in enumerate(text) if character not in allowed and is_refused(character)), None)


def is_refused(character: str) -> bool:
    """True for control characters, line separators, surrogates, direction and annotation marks, and noncharacters."""
    return (
        unicodedata.category(character) in _REFUSED_CATEGORIES
        or character in _TURNING
        or character in _ANNOTATION
        or ord(character) & 0xFFFE == 0xFFFE
        or 0xFDD0 <= ord(character) <= 0xFDEF
    )


def folded(text: str) -> str:
    """Return ``text`` without differences of case or composition, in every script. Searches compare this form."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def isolated(text: str) -> str:
    """Return ``text`` in isolates (FSI … PDI) if it has right-to-left letters.

    The isolates keep numbers next to it in order. They are characters, not markup: they also work in titles, attributes, email
    subjects, plain-text emails and chat messages.
    """
    is_right_to_left = not text.isascii() and any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)
    return f"\u2068{text}\u2069" if is_right_to_left else text


def isolated_lines(text: str) -> str:
    """Return ``text`` with each line passed through ``isolated``, since an isolate ends with its line."""
    return "\n".join(map(isolated, text.split("\n")))


def without_isolates(text: str) -> str:
    """Return ``text`` without the characters that ``isolated`` adds. Names copied from a page contain them."""
    return text.replace("\u2068", "").replace("\u2069", "")


def sought(text: str) -> str:
    """Return a search text without isolates, direction marks and soft hyphens, which copying from a page may add."""
    return text.translate(_COPIED)


def cut(text: str, length: int) -> str:
    """Return the first ``length`` visible characters of a name, in isolates if needed."""
    return isolated(without_isolates(text)[:length])


def width(text: str) -> int:
    """Return the number of characters without the isolates, which take no space."""
    return len(without_isolates(text))


def padded(text: str, length: int, *, right: bool = False) -> str:
    """Return the text filled with blanks to a visible length; ``right`` puts the blanks before it."""
    blanks = " " * (length - width(text))
    return f"{blanks}{text}" if right else f"{text}{blanks}"


def closed(text: str) -> str:
    """Return a text that was cut, with every isolate ended."""
    return text + "\u2069" * (text.count("\u2068") - text.count("\u2069"))


def unbroken(text: str) -> str:
    """Return the text with no-break spaces in isolates, because an isolate ends with its line."""
    return _ISOLATED.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


def label(character: str) -> str:
    """Return the code point and Unicode name of a character: ``U+202E (RIGHT-TO-LEFT OVERRIDE)``."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def is_empty(text: str) -> bool:
    """True if ``text`` has no visible character."""
    return all(character.isspace() or is_blank(character) for character in text)


@cache
def is_blank(character: str) -> bool:
    """True if a character is invisible but not white space: joiners, ignorable characters, fillers, two symbols."""
    if character in JOINERS or character in BLANK_SYMBOLS:
        return True
    try:
        _NICKNAME.enforce(f"a{character}a")
    except UnicodeEncodeError as error:
        return "ignorable" in error.reason or character in FILLERS
    return False
