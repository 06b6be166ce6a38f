"""Reading of a finished game: expected shares and points after each move, sums of decisions and luck, and costly decisions.

Every seat's expectation comes from its own view at that moment. A difference between two positions is part of one sum:
decisions of the seat, decisions of the others, luck of the draw, and facts that became known. See docs/minds.md.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engines.contract import Engine, Pending, Step, When, encode, view
from engines.search import lines
from engines.search.examining import Examiner, Loss, Stopped
from engines.search.levels import budget
from engines.search.values import Expected, Value, expected, value_of

FORMAT = 1
REDRAWS = 8
"""Other draws with which the true one is compared."""
BUDGETS = 3
"""Imagined games for each decision, as a multiple of those of the doge."""
MOST_FULL = 70
"""Imagined games for a whole game, as a multiple of those for one decision. Most decisions need far less than their budget."""
USUAL = 3
"""A decision gets at most this many times its equal part of the imagined games that are left."""
MOST_BETTER = 5
"""Most costly decisions of each seat that are kept with a better turn."""


class Unreadable(Exception):
    """Error: the game cannot be read."""


class NoValue(Unreadable):
    """Error: the game has no learned value."""


class NotOver(Unreadable):
    """Error: the record ends before the game does."""


class Terms(Struct, frozen=True):
    """Sums of one seat over a game. Together they are the difference between its last and its first expectation.

    ``own`` and ``others``: decisions. ``luck``: draws, compared with other draws. ``known``: hidden facts that became known,
    and what the value did not foresee.
    """

    own: float
    others: float
    luck: float
    known: float


class Better(Struct, frozen=True):
    """A costly decision: the index of its move, its seat, its losses and the encoded actions of a better turn.

    ``loss`` is in expected share, from the knowledge of the seat before the move, and ``points`` in expected final points.
    ``error`` is half the 95 % interval of ``loss``.
    """

    index: int
    seat: int
    loss: float
    points: float
    error: float
    actions: tuple[msgspec.Raw, ...]


class Reading(Struct, frozen=True):
    """Reading of a finished game.

    ``simulations`` is the most imagined games for each decision. ``shares`` and ``points`` have an entry after the start and
    after each move: every seat's expectation from its own view. The shares of an entry need not add up to 1. The last entries
    are the true results. ``luck`` has the luck of each move for each seat, in share. ``terms`` (in share) and ``point_terms``
    are by seat.

    ``losses`` has the loss of each move in expected share: 0 if it is not beyond its error, None if the move was not examined.
    ``better`` has the largest of them, at most ``MOST_BETTER`` for each seat, in the order of moves.
    """

    format: int
    simulations: int
    shares: tuple[tuple[float, ...], ...]
    points: tuple[tuple[float, ...], ...]
    luck: tuple[tuple[float, ...], ...]
    terms: tuple[Terms, ...]
    point_terms: tuple[Terms, ...]
    losses: tuple[float | None, ...]
    better: tuple[Better, ...]


class Made(NamedTuple):
    """A move of a record: its seat, the key of the decision it answers, and its action."""

    seat: int
    key: str
    action: Any


class Split(NamedTuple):
    """Differences that one move makes to the expectation of one seat; see :class:`Terms`."""

    decision: Expected
    luck: Expected
    known: Expected


def read(
    engine: Engine,
    steps: Sequence[Step[Any, Any]],
    moves: Sequence[Made],
    key: bytes,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    simulations: int | None = None,
) -> Reading:
    """Return the reading of a finished game.

    ``steps`` are the results of the start and of each move, so there is one more of them than ``moves``. The site's
    ``tables.selectors.archive.games.steps`` yields them in this order. ``key`` has 32 bytes and determines everything
    imagined. At most ``simulations`` games are imagined for each decision; ``BUDGETS`` times those of the doge if None. In a
    long game with many doubtful decisions there are fewer; see ``MOST_FULL``.

    Equal arguments give equal readings, unless ``stop`` ends the examination of decisions. It is asked before each imagined
    game. The losses of the current and of all later moves are then None; everything else is complete. ``progress`` is called
    after each move with the number of moves done and of all moves. Raises :class:`NoValue` and :class:`NotOver`.
    """
    value = value_of(engine.slug)
    if value is None:
        raise NoValue(engine.slug)
    if engine.outcome(steps[-1].state.public) is None:
        raise NotOver(engine.slug)
    most = BUDGETS * budget(engine.slug) if simulations is None else simulations
    examination = _Examination(engine, steps, moves, key, most, Examiner(engine, value, stop))
    curve, splits, losses = [_expectations(engine, value, steps[0].state)], list[tuple[Split, ...]](), list[Loss | None]()
    for index, (before, move, step) in enumerate(zip(steps, moves, steps[1:], strict=False)):
        curve.append(_expectations(engine, value, step.state))
        splits.append(split(engine, value, before.state, move, step, lines.key_of(key, "redraw", index)))
        losses.append(examination.loss(index))
        progress(index + 1, len(moves))
    seats = range(len(curve[0]))
    return Reading(
        FORMAT,
        most,
        shares=tuple(tuple(each.share for each in expectations) for expectations in curve),
        points=tuple(tuple(float(each.points) for each in expectations) for expectations in curve),
        luck=tuple(tuple(split.luck.share for split in by_seat) for by_seat in splits),
        terms=tuple(_terms(moves, splits, seat, lambda each: each.share) for seat in seats),
        point_terms=tuple(_terms(moves, splits, seat, lambda each: each.points) for seat in seats),
        losses=tuple(None if loss is None else loss.share for loss in losses),
        better=largest(moves, losses),
    )


def split(engine: Engine, value: Value, before: Any, move: Made, step: Step[Any, Any], key: bytes) -> tuple[Split, ...]:
    """Return the split of a move for each seat, from the state before it and its recorded result.

    A move that reveals nothing is all decision. Otherwise the decision ends right before the first revelation, and luck is the
    difference to the mean over other draws. Most games shuffle early, so a recorded draw is no condition for luck.
    """
    first, last = _expectations(engine, value, before), _expectations(engine, value, step.state)
    decided = step.state if step.certain is None else step.certain
    # An engine can take an unfinished step for the end of the game, so the value judges it in any case.
    fixed = tuple(value.expected(view(decided, seat), seat) for seat in range(len(first)))
    usual = last if step.certain is None else _usual(engine, value, before, move, key)
    return tuple(
        Split(decision=_minus(sure, begun), luck=_minus(ended, mean), known=_minus(mean, sure))
        for begun, sure, mean, ended in zip(first, fixed, usual, last, strict=True)
    )


def _usual(engine: Engine, value: Value, before: Any, move: Made, key: bytes) -> tuple[Expected, ...]:
    """Return the mean expectations after the same move over other draws."""
    drawn = list[tuple[Expected, ...]]()
    for number in range(REDRAWS):
        world = engine.redraw(before, lines.key_of(key, number))
        drawn.append(_expectations(engine, value, engine.apply(world, move.seat, move.action).state))
    return tuple(
        Expected(fmean(each.share for each in found), fmean(each.points for each in found))
        for found in zip(*drawn, strict=True)
    )


def _expectations(engine: Engine, value: Value, state: Any) -> tuple[Expected, ...]:
    """Return each seat's expectation from its own view."""
    return tuple(expected(engine, value, state, seat) for seat in range(len(state.hands)))


class _Examination:
    """Examination of the decisions of one game until it is stopped."""

    def __init__(
        self,
        engine: Engine,
        steps: Sequence[Step[Any, Any]],
        moves: Sequence[Made],
        key: bytes,
        simulations: int,
        examiner: Examiner,
    ) -> None:
        self.engine, self.steps, self.moves = engine, steps, moves
        self.key, self.simulations, self.examiner = key, simulations, examiner
        self.last = {(move.seat, move.key): index for index, move in enumerate(moves)}
        self.stopped = False

    def loss(self, index: int) -> Loss | None:
        """Return the loss of a move, or None if it cannot be examined or the examination has been stopped."""
        state, move = self.steps[index].state, self.moves[index]
        pending = self._examined(index)
        if pending is None or self.stopped:
            return None
        left = MOST_FULL * self.simulations - self.examiner.imagined
        most = min(self.simulations, USUAL * max(0, left) // (len(self.moves) - index))
        try:
            return self.examiner.loss(view(state, move.seat), pending, move.action, lines.key_of(self.key, "move", index), most)
        except Stopped:
            self.stopped = True
            return None

    def _examined(self, index: int) -> Pending | None:
        """Return the decision of a move if it had a choice and the seat did not replace its answer later."""
        state, move = self.steps[index].state, self.moves[index]
        if self.last[move.seat, move.key] != index:
            return None
        for pending in self.engine.pending(state.public):
            if (pending.seat, pending.key) == (move.seat, move.key) and _is_played(pending):
                legal = iter(self.engine.legal(view(state, move.seat), pending))
                return pending if next(legal, None) is not None and next(legal, None) is not None else None
        return None


def _is_played(pending: Pending) -> bool:
    """Return whether an answer is played now: the decision is due, or it replaces a sealed answer."""
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)


def _minus(one: Expected, other: Expected) -> Expected:
    return Expected(one.share - other.share, one.points - other.points)


def _terms(moves: Sequence[Made], splits: Sequence[Sequence[Split]], seat: int, of: Callable[[Expected], float]) -> Terms:
    """Return the sums of one seat, in share or in points."""
    by_move = [split[seat] for split in splits]
    decisions = [(move.seat == seat, of(split.decision)) for move, split in zip(moves, by_move, strict=True)]
    return Terms(
        own=sum(part for is_own, part in decisions if is_own),
        others=sum(part for is_own, part in decisions if not is_own),
        luck=sum(of(split.luck) for split in by_move),
        known=sum(of(split.known) for split in by_move),
    )


def largest(moves: Sequence[Made], losses: Sequence[Loss | None]) -> tuple[Better, ...]:
    """Return the largest losses of each seat, in the order of moves."""
    found = list[Better]()
    counts = Counter[int]()
    certain = [(index, loss) for index, loss in enumerate(losses) if loss is not None and loss.actions]
    for index, loss in sorted(certain, key=lambda each: each[1].share, reverse=True):
        seat = moves[index].seat
        counts[seat] += 1
        if counts[seat] <= MOST_BETTER:
            actions = tuple(msgspec.Raw(encode(action)) for action in loss.actions)
            found.append(Better(index, seat, loss.share, loss.points, loss.error, actions))
    return tuple(sorted(found, key=lambda better: better.index))
