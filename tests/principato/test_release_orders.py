"""Standing orders for giving back units [7.2], and default moves at a deadline [7.3]."""

from typing import Any

import pytest

from engines.contract import Abstain, When, decode, encode, view
from engines.principato import ENGINE
from engines.principato.actions import EndTurn, FeedUnits, ReleaseUnits
from engines.principato.policy import NO_RELEASE_LEFT, FeedAll, KeepAtMost, ReleaseNone, ReleaseUnfed
from engines.principato.state import State
from tests.principato.positions import after, bare, legal, now, pending, position, realm, started, units
from tests.principato.scorings import before_extra, before_year_end, ended, scoring

ARMY = bare(condottieri=units(4, 1, 1), militia=units(5, 2), catapults=1)
"""Two condottieri and three militia without a cube."""


def _release(realm: Any = ARMY) -> State:
    return ended(before_extra(realm, bare(militia=1))).state


def answer(order: Any, state: State) -> Any:
    """Return an order's answer about giving back units, and check that the answer is legal.

    The order is encoded and decoded first.
    """
    stored = decode(ENGINE.Policy, encode(order))
    found = ENGINE.policy(stored, view(state, 0), pending(state, 0, "release"))
    assert isinstance(found, Abstain) or found in legal(state, 0, "release")
    return found


def test_keep_all() -> None:
    """Section 7.2: ``ReleaseNone`` gives back nothing."""
    assert answer(ReleaseNone(), _release()) == ReleaseUnits()


@pytest.mark.parametrize(
    ("order", "released"),
    [
        (KeepAtMost(0, 0), ReleaseUnits(4, 5)),
        (KeepAtMost(1, 5), ReleaseUnits(3, 0)),
        (KeepAtMost(99, 2), ReleaseUnits(0, 3)),
        (KeepAtMost(4, 5), ReleaseUnits()),
    ],
)
def test_keep_at_most(order: KeepAtMost, released: ReleaseUnits) -> None:
    """Section 7.2: ``KeepAtMost`` gives back all units beyond the given numbers."""
    assert answer(order, _release()) == released


def test_release_the_unfed() -> None:
    """Section 7.2: ``ReleaseUnfed`` gives back as many units of each kind as were unsupplied when strength was counted."""
    assert answer(ReleaseUnfed(), _release()) == ReleaseUnits(2, 3)
    assert answer(ReleaseUnfed(), _release(bare(militia=units(2, 2)))) == ReleaseUnits()
    fed = after(scoring(bare(militia=3, condottieri=1, food=1, favour=1), bare()), 0, FeedUnits(1, 0, 0, 1))
    assert answer(ReleaseUnfed(), fed) == ReleaseUnits(0, 2)


def test_unfed_are_those_of_this_scoring() -> None:
    """Section 7.2, E-32: in a double scoring, unsupplied units are counted for each scoring separately."""
    state = ended(before_extra(bare(militia=2, food=2), bare(), rest=())).state
    state = after(state, 0, FeedUnits(food=2))
    assert answer(ReleaseUnfed(), state) == ReleaseUnits()
    state = after(state, 0, ReleaseUnits())
    assert answer(ReleaseUnfed(), state) == ReleaseUnits(0, 2)


def test_orders_for_giving_back_speak_for_nothing_else() -> None:
    """Section 7.2: orders for giving back do not decide about supply, and orders for supply do not decide about giving back."""
    for state, kind in ((position(), "turn"), (scoring(bare(militia=1, food=1), bare()), "feed")):
        for order in (ReleaseNone(), KeepAtMost(0, 0), ReleaseUnfed()):
            assert isinstance(ENGINE.policy(order, view(state, 0), pending(state, 0, kind)), Abstain)
    assert isinstance(answer(FeedAll(), _release()), Abstain)


@pytest.mark.parametrize("order", [ReleaseNone(), KeepAtMost(0, 0), ReleaseUnfed()])
def test_orders_for_giving_back_are_over_once_nothing_will_be_given_back(order: Any) -> None:
    """P-8.14: no units are given back after the last scoring. P-14.3: everybody sees whether another scoring follows."""
    fed = bare(militia=2, food=1)
    for state, kind in (
        (position(year=3, pile=("harvest",)), "turn"),
        (ended(before_year_end(fed, bare(militia=1), year=3)).state, "feed"),
    ):
        assert ENGINE.policy(order, view(state, 0), pending(state, 0, kind)) == NO_RELEASE_LEFT
    for state, kind in (
        (position(year=2, pile=("harvest",)), "turn"),
        (before_extra(fed, bare(), year=3), "turn"),
        (scoring(fed, bare(), year=3), "feed"),
    ):
        found = ENGINE.policy(order, view(state, 0), pending(state, 0, kind))
        assert isinstance(found, Abstain)
        assert not found.over
    assert not isinstance(answer(order, ended(before_extra(ARMY, bare(), year=3)).state), Abstain)


def test_orders_for_feeding_are_for_the_last_scoring_too() -> None:
    """P-8: orders for supply apply in the last scoring as in every other."""
    state = position(year=3, pile=("harvest",))
    found = ENGINE.policy(FeedAll(), view(state, 0), pending(state, 0, "turn"))
    assert isinstance(found, Abstain)
    assert not found.over


# Deadlines


def _fallback(state: State, seat: int, kind: str) -> Any:
    found = ENGINE.fallback(view(state, seat), pending(state, seat, kind))
    assert found in legal(state, seat, kind)
    return found


@pytest.mark.parametrize("done", [0, 1, 2])
def test_fallback_of_a_turn(done: int) -> None:
    """Section 7.3, P-4.3: the default move passes the remaining actions."""
    assert _fallback(position(realm(militia=1), realm(), done=done), 0, "turn") == EndTurn()


@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_fallback_of_a_feeding(feeding: str) -> None:
    """Section 7.3: the default move supplies all units, because an unsupplied unit costs two strength.

    It uses food and money before favour.
    """
    mixed = bare(farms=2, food=1, money=1, favour=2, militia=3, condottieri=3)
    assert _fallback(scoring(mixed, bare(), feeding=feeding), 0, "feed") == FeedUnits(1, 1, 2)
    rich = bare(farms=2, banks=2, food=4, money=4, favour=3, militia=2, condottieri=2)
    assert _fallback(scoring(rich, bare(), feeding=feeding), 0, "feed") == FeedUnits(2, 2)


def test_fallback_ahead_of_the_place() -> None:
    """Section 7.3, P-8.3: a seat with an early deadline gets the same default move when its turn to decide comes."""
    state = scoring(bare(militia=2, food=1), bare(militia=1, food=1))
    assert pending(state, 1, "feed").when is When.AHEAD
    assert _fallback(state, 1, "feed") == FeedUnits(food=1)


def test_fallback_of_giving_back() -> None:
    """Section 7.3: by default no unit is given back, supplied or unsupplied."""
    assert _fallback(_release(), 0, "release") == ReleaseUnits()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_a_game_of_absent_players_ends(seats: int, feeding: str) -> None:
    """Section 7.3: a game of default moves ends, because every turn uses up a card. No player has taken an action."""
    state = started(seats, feeding=feeding)
    turns = 0
    while asked := now(state):
        seat, kind = asked[0]
        turns += kind == "turn"
        state = after(state, seat, _fallback(state, seat, kind))
    assert turns == 21 * seats
    assert all((each.food, each.money, each.favour) == (1, 1, 1) for each in state.public.realms)
    assert ENGINE.outcome(state.public) is not None
    assert {each.points for each in state.public.realms} == {{2: 15, 3: 15, 4: 20}[seats]}
