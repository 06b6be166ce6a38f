"""Course of a finished game: facts about every move of its record, from one replay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Engine, Pending, Step, Told
from tables.models import Move


@dataclass(frozen=True)
class Course:
    """Course of a game. Every field has an entry for every move, including the start.

    ``publics`` has the public position after the move, ``events`` its events, and ``rounds`` the round in which it was made.
    ``turns`` has the number of its turn; the start is turn 0.
    """

    publics: Sequence[Any]
    events: Sequence[Sequence[Told[Any]]]
    rounds: Sequence[int]
    turns: Sequence[int]


def course(engine: Engine, moves: Sequence[Move], steps: Sequence[Step[Any, Any]]) -> Course:
    """Return the course of a game from its moves, in the order of the record, and their results ``steps``."""
    publics = [step.state.public for step in steps]
    before = publics[:1] + publics[:-1]
    pending = [_answered(engine.pending(public), move) for public, move in zip(before, moves, strict=True)]
    rounds = [engine.progress(public)[0] for public in before]
    return Course(publics, [step.events for step in steps], rounds, list(_turns(moves, pending)))


def _answered(pending: Iterable[Pending], move: Move) -> Pending | None:
    """Return the decision that a move answered; None for the start."""
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
    """Return whether a decision belongs to the same turn as ``before``, the newest earlier decision that is not a reply.

    Replies belong to the turn they interrupt. A repeated answer to a sealed decision belongs to the same turn.
    """
    if decision is None or before is None:
        return False
    if decision.reply:
        return True
    return decision.seat == before.seat and (decision.key == before.key or decision.continues == before.key)
