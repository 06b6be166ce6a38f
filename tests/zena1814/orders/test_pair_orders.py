"""Standing orders in expert games of two or three, where a seat may have two markers on a card [Z-17, 7.2, 7.4, 7.6]."""

from typing import Any

import pytest

from engines.zena1814 import ENGINE
from engines.zena1814.actions import RaiseTo, React
from engines.zena1814.policy import DiceRule, ReactRule
from engines.zena1814.state import AskTurn, State
from tests.zena1814.orders.ordering import answer, is_silent, rolling
from tests.zena1814.positions import busy, card, family, position, window

EXPERT, BEGINNER = ENGINE.Options(), ENGINE.Options(mode="beginner")


def _pair(coins: int = 10, markers: tuple[int, ...] = (0,), cathedral: int = 0) -> State:
    """Return a state in which seat 0 of three has offered shares of the bank (4/2/1) and seat 1 may join."""
    here = (family("bank"), family("bank", coins=coins), family("bank"))
    rows = {"bank": [card("bk_shares", *markers)], "cathedral": busy(1, cathedral)}
    return window(position(*here, seats=3, rows=rows, turn=AskTurn(0, 1, offered=True)), "bk_shares", 1, 2)


def test_join_with_two_markers_where_there_is_room_and_the_coins_for_both() -> None:
    """Z-17.5: the order omits the second marker if it has no slot or would use coins to be kept."""
    two = ReactRule("join", markers=2)
    assert answer(two, _pair(), 1) == React(2, 2)
    assert answer(ReactRule("join"), _pair(), 1) == React(2)
    assert answer(two, _pair(markers=(0, 2)), 1) == React(3)
    assert answer(two, _pair(coins=2), 1) == React(2)
    assert answer(ReactRule("join", markers=2, keep=7), _pair(), 1) == React(2, 2)
    assert answer(ReactRule("join", markers=2, keep=8), _pair(), 1) == React(2)
    assert answer(two, _pair(cathedral=9), 1) == React(2), "the supply holds one"


def test_dice_rules_for_two_markers_are_silent_about_one() -> None:
    """7.4, Z-17.1: a reward earned twice is worth more coins, so dice rules for two markers do not apply to a single marker."""
    two = DiceRule(5, 5, markers=2)
    assert is_silent(answer(two, rolling(9), 0, "dice"))
    assert answer(two, rolling(9, markers=(1, 0, 0), seats=3), 0, "dice") == RaiseTo(5, 5)
    assert is_silent(answer(two, rolling(9, 9, markers=(1, 0, 0), seats=3), 1, "dice"))


@pytest.mark.parametrize(
    ("options", "seats", "two"), [(EXPERT, 2, True), (EXPERT, 3, True), (EXPERT, 4, False), (BEGINNER, 3, False)]
)
def test_orders_lay_two_markers_where_two_may_lie(options: Any, seats: int, two: bool) -> None:
    """Z-17.1: in expert games of two or three, the usual orders place two markers, because a single marker loses games."""
    joins = [order for order in ENGINE.orders(options, seats) if isinstance(order, ReactRule) and order.answer == "join"]
    assert any(order.markers == 2 for order in joins) == two
    assert not any(order.markers == 2 for order in joins if order.areas == ("fort",))


@pytest.mark.parametrize(("options", "seats", "rules"), [(EXPERT, 2, 0), (BEGINNER, 2, 0), (EXPERT, 3, 2), (EXPERT, 5, 1)])
def test_dice_are_asked_where_there_is_a_single_rival(options: Any, seats: int, rules: int) -> None:
    """7.6: in a two-player game dice orders lose games, so the player decides."""
    assert len([order for order in ENGINE.orders(options, seats) if isinstance(order, DiceRule)]) == rules
