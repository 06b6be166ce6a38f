"""A guided first game: a fixed deal, the moves of the other seats, and the accepted moves at each step.

A game offers its guides as ``GUIDES`` in ``engines/<slug>/guide.py``. A game without that module has no guides. The presenter
(``tables/games/<slug>/guide.py``) has the text and the highlighted places of each step, by the step's id.
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
"""Check of a sender's view and actions; it returns "" to accept them, else the code of a reply."""

LEARNER = 0
"""Seat of the learner."""
_SECRET = b"a guided first game"


def all_of(*expected: Any, ends: Any = None, plain: Callable[[Any], Any] = lambda action: action) -> Judge:
    """Return a function that accepts a turn of exactly these actions, in any legal order.

    ``ends`` is an optional last action. ``plain`` maps actions that count as equal to equal values. Codes: "other" for an
    unexpected action, else "missing".
    """

    def judge(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
        played = Counter(plain(action) for action in actions if action != ends)
        expected_counts = Counter(map(plain, expected))
        return "other" if played - expected_counts else "missing" if expected_counts - played else ""

    return judge


@dataclass(frozen=True)
class GuideStep:
    """One step of a guide. Without a ``key`` it only explains; otherwise the learner makes the decision with that key.

    ``judge`` checks the actions sent. ``example`` is one accepted answer, which leads to the next step.
    """

    id: str
    key: str = ""
    judge: Judge = field(default=lambda _seen, _actions: "", repr=False)
    example: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Guide:
    """A guide. ``slug`` names it in addresses.

    ``others`` are the moves of the other seats by seat and key. A move is played only if it is legal.
    """

    slug: str
    game: str
    seats: int
    options: Any
    stations: tuple[GuideStep, ...]
    deal: str = ""
    others: Mapping[tuple[int, str], tuple[Any, ...]] = field(default_factory=dict)

    @property
    def key(self) -> bytes:
        """Key of all draws, independent of the table's name. The learner has the seat :data:`LEARNER`."""
        return chance.game_key(_SECRET, self.slug, b"{}", [self.deal])

    def scripted_move(self, seat: int, key: str) -> tuple[Any, ...]:
        """Return another seat's move for this decision; empty if the guide has none and the bot decides."""
        return self.others.get((seat, key), ())

    def number(self, name: str, open_keys: Collection[str] = ()) -> int:
        """Return the number of the step called ``name``, counted from 0.

        If the guide no longer has that step, return 0 as long as a step still matches a decision of ``open_keys``, else the
        last step. :meth:`place` continues from there.
        """
        names = [station.id for station in self.stations]
        if name in names:
            return names.index(name)
        return 0 if any(station.key in open_keys for station in self.stations if station.key) else len(names) - 1

    def place(self, number: int, open_keys: Collection[str]) -> int:
        """Return the step of a learner who has reached ``number`` and has the decisions ``open_keys`` now.

        Skip a step if its decision has passed (an order answered it) and a later decision is open.
        """
        open_steps = [step for step in range(number, len(self.stations)) if self.stations[step].key in open_keys]
        passed_steps = [step for step in range(number, min(open_steps, default=number)) if self.stations[step].key]
        return passed_steps[-1] + 1 if passed_steps else number

    def deciding(self, number: int, key: str) -> int | None:
        """Return the number of the next step that judges this decision, or None."""
        steps = (step for step in range(number, len(self.stations)) if self.stations[step].key == key)
        return next(steps, None)


@cache
def guides_of(game: str) -> tuple[Guide, ...]:
    """Return the guides of a game in playing order; empty for a game without guides."""
    name = f"engines.{game}.guide"
    if find_spec(name) is None:
        return ()
    guides: tuple[Guide, ...] = import_module(name).GUIDES
    return guides


@cache
def guide(slug: str) -> Guide:
    """Return the guide of that name. Raises KeyError if no game has it."""
    for game in registry.PLAYABLE + registry.SPECIMENS:
        for candidate in guides_of(game):
            if candidate.slug == slug:
                return candidate
    raise KeyError(slug)
