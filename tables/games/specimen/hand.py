"""Hand of the viewer's courier in Night Post: letters, pack and road."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engines.specimen.content import Content, content
from engines.specimen.state import Seen
from tables.games.contract import Player
from tables.games.specimen.words import LETTERS, ROADS


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of the hand: letters, packed letters and sealed road. It is empty for a spectator."""
    if seen.hand is None:
        return {}
    facts = content(seen.public.version)
    return {
        "letters": [_letter(facts, letter) for letter in seen.hand.letters],
        "packed": [LETTERS[letter] for letter in seen.hand.packed],
        "road": ROADS[seen.hand.road] if seen.hand.road else "",
    }


def secrets(seen: Seen, players: Sequence[Player]) -> Sequence[str]:
    """Return the letters and the sealed road in sentences. There are none for a spectator."""
    if seen.hand is None:
        return []
    letters = [_("Letters: %(letters)s") % {"letters": ", ".join(str(LETTERS[letter]) for letter in seen.hand.letters)}]
    road = [_("Road: %(road)s") % {"road": ROADS[seen.hand.road]}] if seen.hand.road else []
    return letters + road


def _letter(facts: Content, letter: str) -> Mapping[str, Any]:
    return {"name": LETTERS[letter], "worth": facts.letters[letter].worth, "bag": facts.bag(letter)}
