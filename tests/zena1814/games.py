"""Random whole games, each played once for all tests that read them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from engines.contract import Step, When, view
from engines.zena1814 import ENGINE
from engines.zena1814.state import State
from tests.zena1814.positions import started

MOST_STEPS = 5_000


class Move(NamedTuple):
    """Action of a seat in a game, with the state before it and its result."""

    before: State
    seat: int
    action: Any
    step: Step[State, Any]


@cache
def random_game(seats: int, number: int, mode: str = "expert") -> tuple[Move, ...]:
    """Return the actions of a whole game, with a random legal answer to each decision."""
    chooser = random.Random(f"{mode}/{seats}/{number}")
    return tuple(_play(started(seats, chooser.randbytes(32), mode=mode), chooser))


def _play(state: State, chooser: random.Random) -> Iterator[Move]:
    for _ in range(MOST_STEPS):
        open_now = [each for each in ENGINE.pending(state.public) if each.when is When.NOW]
        if not open_now:
            return
        one = chooser.choice(open_now)
        action = chooser.choice(list(ENGINE.legal(view(state, one.seat), one)))
        step = ENGINE.apply(state, one.seat, action)
        yield Move(state, one.seat, action, step)
        state = step.state
    raise AssertionError("the game does not end")


def story(seats: int, number: int, mode: str = "expert") -> list[Any]:
    """Return all events, public and private, of a whole random game."""
    return [each.event for move in random_game(seats, number, mode) for each in move.step.events]
