"""Rules of Pebbles, and the check that finds lost pebbles."""

from typing import Any

import pytest

from engines.contract import BrokenState, IllegalAction, NotPending, State, Step
from engines.kit.game import Nothing
from engines.pebbles import ENGINE
from engines.pebbles.table import TURNS, Public, Sow, Sown


def table(*places: int, turn: int = 1) -> State[Public, Nothing, Nothing]:
    """Return a position with these numbers of pebbles around the board."""
    return State(Public(places=places, turn=turn), (Nothing(),) * 2, Nothing())


def sow(state: Any, seat: int, hollow: int) -> Step[Any, Any]:
    """Sow the pebbles of a seat's hollow, and return the step."""
    return ENGINE.apply(state, seat, Sow(hollow))


def test_there_are_three_pebbles_in_each_hollow_and_none_in_the_jars() -> None:
    """PB-1.1, PB-1.2"""
    public = ENGINE.start(ENGINE.Options(), 2, bytes(32)).state.public
    assert public.places == (3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 0)


def test_seats_take_turns() -> None:
    """PB-2.1"""
    state = ENGINE.start(ENGINE.Options(), 2, bytes(32)).state
    for turn, seat in enumerate((0, 1, 0), 1):
        assert [(one.seat, one.key) for one in ENGINE.pending(state.public)] == [(seat, f"sow/{turn}")]
        with pytest.raises(NotPending):
            sow(state, 1 - seat, 0)
        state = sow(state, seat, turn).state


def test_pebbles_fall_into_the_places_that_follow_but_not_into_the_other_jar() -> None:
    """PB-2.2"""
    step = sow(table(0, 0, 0, 0, 8, 0, 1, 1, 1, 1, 1, 0), 0, 4)
    assert step.state.public.places == (1, 0, 0, 0, 0, 4, 2, 2, 2, 0, 2, 0)
    back = sow(table(1, 1, 1, 1, 1, 7, 0, 0, 0, 0, 8, 0, turn=2), 1, 4)
    assert back.state.public.places == (2, 2, 2, 0, 2, 7, 1, 0, 0, 0, 0, 4)


def test_an_empty_hollow_is_not_sown() -> None:
    """PB-2.2"""
    with pytest.raises(IllegalAction, match="empty_hollow"):
        sow(table(0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0), 0, 0)


def test_the_last_pebble_takes_those_opposite_from_an_empty_hollow_of_the_own_row() -> None:
    """PB-2.3"""
    step = sow(table(1, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0), 0, 0)
    assert step.state.public.places == (0, 0, 1, 0, 0, 6, 0, 1, 0, 0, 0, 0)
    assert step.events[0].event == Sown(0, 0, 1, 6)
    kept = sow(table(1, 2, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0), 0, 0)
    assert kept.state.public.places == (0, 3, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0)


def test_the_game_ends_before_an_empty_row_or_after_the_last_turn() -> None:
    """PB-3.1"""
    assert sow(table(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2), 0, 4).state.public.ended == "empty"
    last = table(1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 2, turn=TURNS)
    assert sow(last, 1, 0).state.public.ended == "turns"
    assert ENGINE.pending(sow(last, 1, 0).state.public) == ()


def test_jar_and_row_count_and_a_place_is_shared_with_as_many() -> None:
    """PB-3.2"""
    over = sow(table(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2), 0, 4).state.public
    outcome = ENGINE.outcome(over)
    assert outcome is not None
    assert (outcome.scores, outcome.ranking) == ((2, 2), ((0, 1),))


def test_lost_pebbles_are_found() -> None:
    with pytest.raises(BrokenState):
        ENGINE.check(table(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2))
