"""A guided first game: a fixed deal, what the others do in it, and which moves are welcome at each of its stations.

A game offers its guides as ``GUIDES`` in ``engines/<slug>/guide.py``; one that has none is not taught. Their words and the
places they light are the presenter's (``tables/games/<slug>/guide.py``), by the ids of the stations.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engines import chance, registry
from engines.contract import Seen

type Judge = Callable[[Seen[Any, Any], Sequence[Any]], str]
"""What is sent and what its sender sees: empty if it is welcome, otherwise the code of what is said to it."""

LEARNER = 0
"""The engine's seat of whoever learns."""
_SECRET = b"a guided first game"


def all_of(*wanted: Any, ends: Any = None, plain: Callable[[Any], Any] = lambda action: action) -> Judge:
    """Welcome is a turn of exactly these actions, in whatever order the rules let them be taken.

    ``ends`` may end it. ``plain`` makes equal what should count as equal. Codes: "other" for an action that is not among them,
    else "missing".
    """

    def judge(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
        given = Counter(plain(action) for action in actions if action != ends)
        known = Counter(map(plain, wanted))
        return "other" if given - known else "missing" if known - given else ""

    return judge


@dataclass(frozen=True)
class Station:
    """One step of a guide. Without a ``key`` it only explains; otherwise it is about the learner's decision of that key.

    ``judge`` looks at what is sent there; ``example`` is one welcome answer, which leads to the next station.
    """

    id: str
    key: str = ""
    judge: Judge = field(default=lambda _seen, _actions: "", repr=False)
    example: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Guide:
    """``slug`` names it in addresses. ``others``: what the other seats do, by seat and key, as long as it is legal."""

    slug: str
    game: str
    seats: int
    options: Any
    stations: tuple[Station, ...]
    deal: str = ""
    others: Mapping[tuple[int, str], tuple[Any, ...]] = field(default_factory=dict)

    @property
    def key(self) -> bytes:
        """The key of its draws: the learner sits at :data:`LEARNER`, whatever the table is called."""
        return chance.game_key(_SECRET, self.slug, b"{}", [self.deal])

    def said(self, seat: int, key: str) -> tuple[Any, ...]:
        """What another seat does when it is asked this; empty where the guide does not say, and the bot decides."""
        return self.others.get((seat, key), ())

    def place(self, number: int, open_keys: Collection[str]) -> int:
        """The station of a learner who has come to ``number`` and is asked ``open_keys`` now.

        One whose decision has passed (an order answered it) is left behind as soon as a later one is asked.
        """
        later = [place for place in range(number, len(self.stations)) if self.stations[place].key in open_keys]
        passed = [place for place in range(number, min(later, default=number)) if self.stations[place].key]
        return passed[-1] + 1 if passed else number

    def deciding(self, number: int, key: str) -> int | None:
        """The number of the station that judges what is sent for a decision: the next one about it; None if there is none."""
        places = (place for place in range(number, len(self.stations)) if self.stations[place].key == key)
        return next(places, None)


@cache
def guides_of(game: str) -> tuple[Guide, ...]:
    """The guides of a game, the one to begin with first; empty for a game that has none."""
    name = f"engines.{game}.guide"
    if find_spec(name) is None:
        return ()
    found: tuple[Guide, ...] = import_module(name).GUIDES
    return found


@cache
def guide(slug: str) -> Guide:
    """The guide of that name. Raises KeyError if no game has it."""
    for game in registry.PLAYABLE + registry.SPECIMENS:
        for each in guides_of(game):
            if each.slug == slug:
                return each
    raise KeyError(slug)
