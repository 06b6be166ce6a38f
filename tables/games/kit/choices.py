"""Whole answers that need no form: what a mail offers to choose from, most points at once first.

A game's panel says which answers those are (``Panel.choices``). Most of them only need :func:`plain`; a turn of several
steps is put together by :func:`turns`. Whatever is tried out here is tried on a state imagined from what the seat sees.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.contract import Engine, EngineError, Pending, Seen, When, view
from tables.games.contract import Answer, Player

type Say = Callable[[Any, Any, Sequence[Player]], str]
"""An action in a phrase, from the action, what all knew before it, and the players."""

MOST = 12
WEIGHED = 400
"""So many actions are tried out at most; those behind them are as good as any that bring nothing."""
_KEY = hashlib.sha256(b"choices").digest()


@dataclass(frozen=True)
class Tried:
    """Steps of one answer, each with what all knew before it, and the points they bring at once.

    ``following``: what the seat is asked next in the same turn. ``known``: all that came of it could be foreseen.
    """

    steps: tuple[tuple[Any, Any], ...]
    state: Any
    points: int = 0
    following: Pending | None = None
    known: bool = True

    @property
    def actions(self) -> tuple[Any, ...]:
        """What would be sent."""
        return tuple(action for action, _public in self.steps)


class Trial:
    """One decision of one seat, tried out."""

    def __init__(self, engine: Engine, points: Callable[[Any, int], int], seen: Seen[Any, Any], pending: Pending) -> None:
        self.engine, self.points, self.seat = engine, points, pending.seat
        self.before = points(seen.public, pending.seat)
        self.start = Tried((), engine.imagine(seen, _KEY), following=pending)

    def legal(self, tried: Tried) -> Iterator[Any]:
        """What could be the next step."""
        if tried.following is not None:
            yield from self.engine.legal(view(tried.state, self.seat), tried.following)

    def step(self, tried: Tried, action: Any) -> Tried:
        """One step more. What is asked ahead is judged at its place, and what chance decides counts for nothing."""
        steps = (*tried.steps, (action, tried.state.public))
        try:
            done = self.engine.apply(tried.state, self.seat, action)
        except EngineError:
            return Tried(steps, tried.state, tried.points, known=False)
        known = not any(event.reveals for event in done.events)
        points = self.points(done.state.public, self.seat) - self.before if known else tried.points
        return Tried(steps, done.state, points, self._following(tried, done.state), known)

    def ended(self, tried: Tried, end: Any) -> Tried:
        """The turn with its end, if it does not end by itself."""
        if tried.following is None:
            return tried
        return Tried((*tried.steps, (end, tried.state.public)), tried.state, tried.points, known=tried.known)

    def _following(self, tried: Tried, state: Any) -> Pending | None:
        key = tried.following.key if tried.following else ""
        mine = (pending for pending in self.engine.pending(state.public) if pending.seat == self.seat)
        return next((pending for pending in mine if key and pending.continues == key), None)


def plain(trial: Trial, say: Say, legal: Iterable[Any], players: Sequence[Player]) -> Sequence[Answer]:
    """Every action as an answer of its own; none of them where a further step of the same turn would follow."""
    tried = [trial.step(trial.start, action) for action in islice(legal, WEIGHED)]
    return () if any(attempt.following for attempt in tried) else worded(say, best(tried), players)


def turns(trial: Trial, *, end: Any, steps: int, wanted: Callable[[Any], bool]) -> list[Tried]:
    """Turns of so many wanted steps or fewer, each with its end; a longer one grows from what brings most so far."""
    finished: list[Tried] = []
    growing = [trial.start]
    for _step in range(steps):
        grown = [trial.step(attempt, action) for attempt in growing for action in trial.legal(attempt) if wanted(action)]
        finished += [trial.ended(attempt, end) for attempt in grown]
        growing = best(
            attempt for attempt in grown if attempt.known and attempt.following and attempt.following.when is When.NOW
        )[:MOST]
    return finished


def best(tried: Iterable[Tried]) -> list[Tried]:
    """Most points at once first, otherwise as they were."""
    return sorted(tried, key=lambda attempt: -attempt.points)


def worded(say: Say, tried: Iterable[Tried], players: Sequence[Player], *, unsaid: Any = None) -> list[Answer]:
    """The first of them in words, none said twice; an action ``unsaid`` goes without saying."""
    said: dict[str, Answer] = {}
    for attempt in tried:
        words = _words(say, attempt, players, unsaid)
        said.setdefault(words, Answer(attempt.actions, words, gain_words(attempt.points)))
        if len(said) == MOST:
            break
    return list(said.values())


def gain_words(points: int) -> str:
    """What an answer brings at once; empty if that is nothing."""
    if points <= 0:
        return ""
    return ngettext("%(count)d point at once", "%(count)d points at once", points) % {"count": points}


def in_order(say: Say, tried: Tried, players: Sequence[Player]) -> str:
    """All steps in one phrase."""
    return _words(say, tried, players, None)


def _words(say: Say, tried: Tried, players: Sequence[Player], unsaid: Any) -> str:
    first, *rest = (say(*step, players) for step in tried.steps if step[0] != unsaid)
    return reduce(_then, rest, first)


def _then(before: str, after: str) -> str:
    return _("%(before)s. Then: %(after)s") % {"before": before, "after": after}
