"""Games of bots, and positions of them with the features that one seat sees."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from engines import chance
from engines.contract import Engine, When, view
from engines.playout import nth_key

SEED = 1814
STRAY = 4
"""One of this many actions is random before the bots play on."""
POSITIONS = 20
"""Positions of each game."""


class Position(NamedTuple):
    """A position: the number of its game, the share of the moves before it, the phase, one row of features for each seat as one
    of them sees it, and each seat's share of the win and final points."""

    game: int
    moved: float
    phase: float
    rows: Sequence[Sequence[float]]
    shares: tuple[float, ...]
    points: tuple[int, ...]


def positions(engine: Engine, number: int) -> Iterator[Position]:
    """Play one game and yield some of its positions.

    In half of the games, one of ``STRAY`` actions before a random round is random, so that positions vary. Positions before
    the last random action are left out, because it can change the result.
    """
    features: Any = import_module(f"engines.{engine.slug}.features")
    seats = engine.seat_range[number % len(engine.seat_range)]
    states, first = play(engine, number, seats)
    outcome = engine.outcome(states[-1].public)
    assert outcome is not None
    winners, moves = outcome.ranking[0], len(states) - 1
    shares = tuple((seat in winners) / len(winners) for seat in range(seats))
    chosen = sorted({first + (moves - 1 - first) * index // (POSITIONS - 1) for index in range(POSITIONS)} & {*range(moves)})
    for index, place in enumerate(chosen):
        seen = view(states[place], (number + index) % seats)
        yield Position(number, place / moves, features.phase(seen.public), features.features(seen), shares, outcome.scores)


def play(engine: Engine, number: int, seats: int) -> tuple[list[Any], int]:
    """Play one game; return its states, and the index of the first one after the last random action."""
    key = nth_key(SEED, number)
    state = engine.start(engine.Options(), seats, key).state
    states, first = [state], 0
    strays = chance.pick(key, "astray", 2)[0]
    until = chance.pick(key, "until", engine.progress(state.public)[1])[0] + 1 if strays else 0
    while due := [decision for decision in engine.pending(state.public) if decision.when is When.NOW]:
        decision = min(due, key=lambda decision: decision.seat)
        seen, move = view(state, decision.seat), len(states) - 1
        if engine.progress(state.public)[0] < until and not chance.pick(key, f"stray/{move}", STRAY)[0]:
            legal = tuple(engine.legal(seen, decision))
            action, first = legal[chance.pick(key, f"random/{move}", len(legal))[0]], move + 1
        else:
            action = engine.bot(seen, decision)
        state = engine.apply(state, decision.seat, action).state
        states.append(state)
    return states, first
