"""Comparison of names by look, from Unicode's tables of look-alikes (report 39)."""

import hashlib
import unicodedata
from functools import cache
from typing import Any

from confusable_homoglyphs.confusables import confusables_data

from config.characters import is_blank


def looks(name: str) -> str:
    """Return a key that is equal for names that look the same: the skeleton of Unicode's report 39, folded.

    Look-alikes are replaced before folding (a Greek capital Nu is an N, a small one is a v) and after it
    (0, O and o become the same).
    """
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    return _skeleton(_skeleton(text).casefold()).casefold()


def look_key(name: str) -> str:
    """Return the SHA-256 of ``looks(name)`` as 64 hex digits, or an empty string for an empty name."""
    return hashlib.sha256(looks(name).encode()).hexdigest() if name else ""


def _skeleton(text: str) -> str:
    table = _prototypes()
    visible = (character for character in unicodedata.normalize("NFD", text) if not is_blank(character))
    return unicodedata.normalize("NFD", "".join(table.get(character, character) for character in visible))


def shared_key(name: str, holder: int) -> str:
    """Return a separate key for a user with a look-alike name from before such names were refused."""
    return f"{look_key(name)}:{holder}"


def is_shared(key: str) -> bool:
    """Return whether ``shared_key`` made ``key``."""
    return ":" in key


@cache
def _prototypes() -> dict[str, str]:
    """Return the prototype of each character that looks like others.

    The library keeps Unicode's pairs both ways. A character with several partners is their prototype. In a pair
    without other partners it is the longer text ("rn" for m), then the first.
    """
    partners: dict[str, set[str]] = {}
    for one, others in confusables_data.items():
        for other in others:
            partners.setdefault(_bare(one), set()).add(_bare(other["c"]))
            partners.setdefault(_bare(other["c"]), set()).add(_bare(one))

    def rank(text: str) -> tuple[Any, ...]:
        return len(partners[text]), len(text), [-ord(character) for character in text]

    return {one: max((one, *others), key=rank) for one, others in partners.items() if len(one) == 1}


def _bare(text: str) -> str:
    """Return ``text`` without the direction marks of the library's pairs."""
    return text.replace("\u200e", "").replace("\u200f", "")
