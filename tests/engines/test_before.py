"""Seats that play before a seat's next turn: the prediction from public information, compared with the actual game."""

from itertools import groupby, pairwise

import pytest

from engines import registry
from engines.contract import When
from tests.gonzaga.pages import walkthrough as gonzaga
from tests.principato.pages import walkthrough as principato

GAMES = {
    "gonzaga": gonzaga.played(4)[0],
    "principato": principato.played(4)[0],
}


def asked(game, state, kind=""):
    """Return the seats with a decision other than an optional one, of any kind or of the named kind."""
    waiting = [one for one in registry.engine(game).pending(state.public) if one.when is not When.MAY]
    return [one.seat for one in waiting if kind in ("", one.kind)]


@pytest.mark.parametrize("game", GAMES)
def test_those_who_are_asked_now_come_first_and_never_oneself(game):
    engine = registry.engine(game)
    for state in GAMES[game][:-1]:
        now = asked(game, state)
        for seat in {0, 1, 2, 3} - set(now):
            groups = engine.before(state.public, seat)
            assert groups[0] == tuple(dict.fromkeys(now))
            assert not any(seat in group for group in groups)
            assert all(one != other for one, other in pairwise(groups))


def turns_until(game, states, seat):
    """Return the seats that have a turn before the seat's next turn, without immediate repetitions.

    Return None if the states show no such turn.
    """
    line = [at_turn[0] for state in states if (at_turn := asked(game, state, "turn"))]
    turns = [each for each, _same in groupby(line)]
    return turns[: turns.index(seat)] if seat in turns else None


@pytest.mark.parametrize("game", GAMES)
def test_turns_come_as_foretold(game):
    engine, states, held = registry.engine(game), GAMES[game], 0
    for number, state in enumerate(states[:-1]):
        now = asked(game, state, "turn")
        if len(now) != 1:
            continue
        # Gonzaga's next round has a new turn order, so only seats still to act are compared.
        coming = [task.seat for task in state.public.agenda if hasattr(task, "seat")]
        for seat in set(coming if game == "gonzaga" else range(4)) - set(now):
            foretold = [other for group in engine.before(state.public, seat) for other in group]
            turns = turns_until(game, states[number:], seat)
            if turns is not None:
                # Seats that can only donate get no decision, so they are left out of the comparison.
                assert [each for each in foretold if each in turns] == turns
                held += 1
    assert held > 30
