"""A finished game at a glance: what holds for every move of its record, from one replay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Engine, Pending, Step, Told
from tables.models import Move


@dataclass(frozen=True)
class Course:
    """Every field has an entry for every move, the start among them.

    ``publics`` is what all knew after it, ``events`` what was told of it, ``rounds`` the round in which it was made, ``turns``
    the number of the turn it belongs to, counted from the start as turn 0.
    """

    publics: Sequence[Any]
    events: Sequence[Sequence[Told[Any]]]
    rounds: Sequence[int]
    turns: Sequence[int]


def course(engine: Engine, moves: Sequence[Move], steps: Sequence[Step[Any, Any]]) -> Course:
    """The course of a game whose moves, in the order of the record, led to the steps in ``steps``."""
    publics = [step.state.public for step in steps]
    before = publics[:1] + publics[:-1]
    pending = [_answered(engine.pending(public), move) for public, move in zip(before, moves, strict=True)]
    rounds = [engine.progress(public)[0] for public in before]
    return Course(publics, [step.events for step in steps], rounds, list(_turns(moves, pending)))


def _answered(pending: Iterable[Pending], move: Move) -> Pending | None:
    """The decision a move answered; the start answers none."""
    seat = move.seat.index if move.seat else None
    return next((candidate for candidate in pending if candidate.seat == seat and candidate.key == move.key), None)


def _turns(moves: Sequence[Move], pending: Sequence[Pending | None]) -> Iterable[int]:
    number, newest = 0, pending[0]
    for move, decision in zip(moves, pending, strict=True):
        if move.seq and not _goes_on(newest, decision):
            number += 1
        if not (decision and decision.reply):
            newest = decision
        yield number


def _goes_on(before: Pending | None, decision: Pending | None) -> bool:
    """Whether a decision belongs to the turn whose newest one, replies aside, is ``before``.

    Replies belong to the turn they interrupt, and whoever answers a sealed decision once more is still at it.
    """
    if decision is None or before is None:
        return False
    if decision.reply:
        return True
    return decision.seat == before.seat and (decision.key == before.key or decision.continues == before.key)
