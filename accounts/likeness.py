"""When two names look the same, by the tables of look-alikes that Unicode keeps (report 39)."""

import hashlib
import unicodedata
from functools import cache
from typing import Any

from confusable_homoglyphs.confusables import confusables_data

from config.characters import is_blank


def looks(name: str) -> str:
    """Two names look the same when this is: the skeleton of Unicode's report 39, folded.

    Look-alikes are taken before folding (a Greek capital Nu is an N, a small one is a v) and after it (a 0 is an O is an o).
    """
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    return _skeleton(_skeleton(text).casefold()).casefold()


def look_key(name: str) -> str:
    """``looks`` as 64 letters and figures, for a column; empty for no name."""
    return hashlib.sha256(looks(name).encode()).hexdigest() if name else ""


def _skeleton(text: str) -> str:
    table = _prototypes()
    seen = (character for character in unicodedata.normalize("NFD", text) if not is_blank(character))
    return unicodedata.normalize("NFD", "".join(table.get(character, character) for character in seen))


def shared_key(name: str, holder: int) -> str:
    """The key of somebody whose name looked like another's before that was refused: of the same look, but their own."""
    return f"{look_key(name)}:{holder}"


def is_shared(key: str) -> bool:
    """Whether ``key`` is one that ``shared_key`` made."""
    return ":" in key


@cache
def _prototypes() -> dict[str, str]:
    """For each character that looks like others the one that stands for all of them.

    The library keeps Unicode's pairs both ways. One with several partners is their prototype; of two that have only each
    other it is the longer ("rn" for m), then the first.
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
    """Without the marks of direction that the library's pairs carry."""
    return text.replace("\u200e", "").replace("\u200f", "")
