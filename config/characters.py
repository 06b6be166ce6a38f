"""Characters in texts that people type: which are refused, and which draw nothing."""

import unicodedata
from functools import cache

from precis_i18n import get_profile

ISOLATES = frozenset("\u2068\u2069")  # what the site itself puts around names
JOINERS = frozenset("\u200c\u200d")  # they join emoji, and shape letters of Persian and of Indian scripts
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
BLANK_SYMBOLS = frozenset("\u2800\U0001d159")  # not white space to Unicode
# Embeddings, overrides, isolates and the deprecated marks after them: they turn around what stands beside them.
_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x2070))))
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ANNOTATION = frozenset("\ufff9\ufffa\ufffb")
# Control characters, halves of surrogate pairs, and ends of lines and paragraphs.
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_NICKNAME = get_profile("NicknameCasePreserved")


def first_refused(text: str, *, allowed: str = "") -> int | None:
    """Return the index of the first character of ``text`` that no text may contain, or None.

    Characters newer than Python's tables are fine: phones have new emoji before servers know them.
    """
    return next((at for at, each in enumerate(text) if each not in allowed and is_refused(each)), None)


def is_refused(character: str) -> bool:
    """True for control characters, characters that turn the direction of writing, and what Unicode calls noncharacters."""
    return (
        unicodedata.category(character) in _REFUSED_CATEGORIES
        or character in _TURNING
        or character in _ANNOTATION
        or ord(character) & 0xFFFE == 0xFFFE
        or 0xFDD0 <= ord(character) <= 0xFDEF
    )


def folded(text: str) -> str:
    """Return ``text`` without differences of case or composition, in every script: what searches compare."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def isolated(text: str) -> str:
    """Return ``text`` in isolates (FSI … PDI) if it has letters of a right-to-left script, so that numbers beside it stay put.

    Characters and not markup: they work in titles, attributes, subjects, text mails and messages to chats as well.
    """
    turns = not text.isascii() and any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text)
    return f"\u2068{text}\u2069" if turns else text


def isolated_lines(text: str) -> str:
    """Return ``text`` with ``isolated`` lines, since an isolate ends where its line ends."""
    return "\n".join(map(isolated, text.split("\n")))


def without_isolates(text: str) -> str:
    """Return ``text`` without the characters that ``isolated`` adds: a name that was copied from a page has them."""
    return text.replace("\u2068", "").replace("\u2069", "")


def label(character: str) -> str:
    """Return the code point and the name that Unicode gives it: ``U+202E (RIGHT-TO-LEFT OVERRIDE)``."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def is_empty(text: str) -> bool:
    """True if nothing of ``text`` can be seen."""
    return all(each.isspace() or is_blank(each) for each in text)


@cache
def is_blank(character: str) -> bool:
    """True if a character draws nothing, although it is not white space: joiners, ignorable ones, fillers, two symbols."""
    if character in JOINERS or character in BLANK_SYMBOLS:
        return True
    try:
        _NICKNAME.enforce(f"a{character}a")
    except UnicodeEncodeError as error:
        return "ignorable" in error.reason or character in FILLERS
    return False
