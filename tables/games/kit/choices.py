"""Whole answers that need no form: choices for an email, highest-scoring first.

A game's panel provides those answers (``Panel.choices``). Most games only need :func:`plain`; :func:`turns` builds turns of
several steps. Every trial uses a state imagined from the seat's view.
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
"""Function that words an action, given the public state before it and the players."""

MOST = 12
WEIGHED = 400
"""Maximum number of actions tried. Any further ones are left out."""
_KEY = hashlib.sha256(b"choices").digest()


@dataclass(frozen=True)
class Attempt:
    """Steps of one answer, each with the public state before it, and their immediate points.

    ``following`` is the seat's next decision in the same turn; before the first step it is the decision to answer.
    ``is_certain`` is False if a step reveals something or cannot be tried yet.
    """

    steps: tuple[tuple[Any, Any], ...]
    state: Any
    points: int = 0
    following: Pending | None = None
    is_certain: bool = True

    @property
    def actions(self) -> tuple[Any, ...]:
        """The actions to send."""
        return tuple(action for action, _public in self.steps)


class Trial:
    """Trial of answers to one decision of a seat, on a state imagined from its view."""

    def __init__(self, engine: Engine, points: Callable[[Any, int], int], seen: Seen[Any, Any], pending: Pending) -> None:
        self.engine, self.points, self.seat = engine, points, pending.seat
        self.before = points(seen.public, pending.seat)
        self.start = Attempt((), engine.imagine(seen, _KEY), following=pending)

    def legal(self, attempt: Attempt) -> Iterator[Any]:
        """Yield the legal actions for the next step of an attempt. Yields nothing if the turn is complete."""
        if attempt.following is not None:
            yield from self.engine.legal(view(attempt.state, self.seat), attempt.following)

    def step(self, attempt: Attempt, action: Any) -> Attempt:
        """Return the attempt with one more step, played on its imagined state.

        If the step reveals something or the engine refuses it, no points are added and ``is_certain`` is False.
        """
        steps = (*attempt.steps, (action, attempt.state.public))
        try:
            result = self.engine.apply(attempt.state, self.seat, action)
        except EngineError:
            return Attempt(steps, attempt.state, attempt.points, is_certain=False)
        is_certain = not any(event.reveals for event in result.events)
        points = self.points(result.state.public, self.seat) - self.before if is_certain else attempt.points
        return Attempt(steps, result.state, points, self._following(attempt, result.state), is_certain)

    def ended(self, attempt: Attempt, end: Any) -> Attempt:
        """Return the attempt with the action ``end`` added. A turn that is complete without it is returned unchanged."""
        if attempt.following is None:
            return attempt
        return Attempt(
            (*attempt.steps, (end, attempt.state.public)), attempt.state, attempt.points, is_certain=attempt.is_certain
        )

    def _following(self, attempt: Attempt, state: Any) -> Pending | None:
        key = attempt.following.key if attempt.following else ""
        own_decisions = (pending for pending in self.engine.pending(state.public) if pending.seat == self.seat)
        return next((pending for pending in own_decisions if key and pending.continues == key), None)


def single_step_answers(trial: Trial, action_words: Say, legal: Iterable[Any], players: Sequence[Player]) -> Sequence[Answer]:
    """Return the highest-scoring actions as answers of one step each.

    At most ``WEIGHED`` actions are tried. Returns none if one of them leads to a further step of the same turn.
    """
    attempts = [trial.step(trial.start, action) for action in islice(legal, WEIGHED)]
    return () if any(attempt.following for attempt in attempts) else to_answers(action_words, highest_first(attempts), players)


def turns(trial: Trial, *, end: Any, steps: int, wanted: Callable[[Any], bool]) -> list[Attempt]:
    """Return turns of up to ``steps`` wanted steps, each with its end.

    A longer turn extends one of the ``MOST`` highest-scoring shorter turns that are known and have a further step due now.
    """
    finished: list[Attempt] = []
    growing = [trial.start]
    for _step in range(steps):
        grown = [trial.step(attempt, action) for attempt in growing for action in trial.legal(attempt) if wanted(action)]
        finished += [trial.ended(attempt, end) for attempt in grown]
        growing = highest_first(
            attempt for attempt in grown if attempt.is_certain and attempt.following and attempt.following.when is When.NOW
        )[:MOST]
    return finished


def highest_first(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Return the attempts by immediate points, highest first. Attempts with equal points keep their order."""
    return sorted(attempts, key=lambda attempt: -attempt.points)


def to_answers(
    action_words: Say, attempts: Iterable[Attempt], players: Sequence[Player], *, unsaid: Any = None
) -> list[Answer]:
    """Return the first ``MOST`` attempts as answers in words, without repeated wordings.

    The words leave out an action equal to ``unsaid``; the answer still contains it.
    """
    answers: dict[str, Answer] = {}
    for attempt in attempts:
        words = _words(action_words, attempt, players, unsaid)
        answers.setdefault(words, Answer(attempt.actions, words, gain_words(attempt.points)))
        if len(answers) == MOST:
            break
    return list(answers.values())


def gain_words(points: int) -> str:
    """Return the immediate points of an answer in words. It is empty if there are none."""
    if points <= 0:
        return ""
    return ngettext("%(count)d point straight away", "%(count)d points straight away", points) % {"count": points}


def in_order(action_words: Say, attempt: Attempt, players: Sequence[Player]) -> str:
    """Return all steps of an attempt in one phrase, in order."""
    return _words(action_words, attempt, players, None)


def _words(action_words: Say, attempt: Attempt, players: Sequence[Player], unsaid: Any) -> str:
    first, *rest = (action_words(*step, players) for step in attempt.steps if step[0] != unsaid)
    return reduce(_then, rest, first)


def _then(before: str, after: str) -> str:
    return _("%(before)s. Then: %(after)s") % {"before": before, "after": after}
