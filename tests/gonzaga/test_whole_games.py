"""Random games from start to end: they finish, conserve all pieces and survive encoding."""

import random

import pytest

from engines.contract import When, decode, encode, view
from engines.gonzaga import ENGINE


@pytest.mark.parametrize("seats", ENGINE.seat_range)
def test_random_games_end_after_seven_to_twelve_rounds(seats: int) -> None:
    """Random games end after seven to twelve rounds.

    Every state passes the check, and the last one survives encoding. [G-13.7]
    """
    chooser = random.Random(seats)
    for _ in range(5):
        state = ENGINE.start(ENGINE.Options(), seats, chooser.randbytes(32)).state
        while asked := [each for each in ENGINE.pending(state.public) if each.when is When.NOW]:
            pending = chooser.choice(asked)
            action = chooser.choice(list(ENGINE.legal(view(state, pending.seat), pending)))
            state = ENGINE.apply(state, pending.seat, action).state
            ENGINE.check(state)
        assert decode(ENGINE.State, encode(state)) == state
        assert 7 <= state.public.round <= 12
        outcome = ENGINE.outcome(state.public)
        assert outcome is not None
        assert sorted(seat for place in outcome.ranking for seat in place) == list(range(seats))
        assert [sum(line.points for line in lines) for lines in outcome.breakdown] == list(outcome.scores)
