"""Refusals of illegal choices. Each has a code and a rule."""

from typing import Any

import pytest

from engines.zena1814.actions import Influence, MoveFigure, NameStarter, OfferCard, Reclaimed, SealFigure, TakeBonus
from engines.zena1814.state import AskStarter, AskTurn, State
from tests.zena1814.positions import after, busy, card, family, influence, position, react, refusal, started, with_public

HAND = ["bk_loan", "po_cargo", "go_dagghe"]
ROWS = {"bank": [card("bk_shares", 1), card("bk_savings", 1, 2, 3)], "port": [card("po_consulate", 2)]}
ME = family("palace", lord="bank", hand=HAND)


def _table(me=ME, **facts: Any) -> State:
    return position(me, rows=ROWS, **facts)


def _later(**done: Any) -> State:
    """Return the position of ``_table`` after an action in the turn. ``done`` describes the action."""
    return _table(turn=AskTurn(0, step=1, **done))


def _without_markers() -> State:
    return position(ME, rows={**ROWS, "cathedral": busy(0, 10)})


def _asked_to_join() -> State:
    table = position(ME, family("bank", coins=2), family("bank"), rows={})
    return after(table, 0, OfferCard("bk_loan"))


REFUSED = [
    (_later(moved=True), MoveFigure("lord", "port"), "too_late_to_move", "Z-6.2"),
    (_later(influenced=True), MoveFigure("lord", "port"), "too_late_to_move", "Z-6.2"),
    (_table(), MoveFigure("lord", "bank"), "same_area", "Z-6.5"),
    (_later(offered=True), OfferCard("bk_loan"), "offered_already", "Z-7.1"),
    (_later(influenced=True), OfferCard("bk_loan"), "influenced_already", "Z-6.2"),
    (_table(), OfferCard("bk_investment"), "not_in_hand", "Z-7.1"),
    (_table(), OfferCard("go_dagghe"), "not_an_action_card", "Z-7.6"),
    (_table(), OfferCard("po_cargo"), "no_figure_there", "Z-7.2"),
    (_table(), OfferCard("bk_loan", second=True), "second_marker", "Z-17.1"),
    (_table(), OfferCard("bk_loan", reclaim=(Reclaimed(1),)), "wrong_number_of_reclaims", "Z-10.3"),
    (_table(family(lord="bank", coins=2, hand=HAND)), OfferCard("bk_loan"), "not_enough_coins", "Z-8.2"),
    (_table(), Influence(9, 2), "no_such_card", "Z-8.1"),
    (_table(), influence(_table(), "po_consulate"), "no_figure_there", "Z-8.1"),
    (_table(), influence(_table(), "bk_savings"), "card_full", "Z-8.4"),
    (_table(), Influence(1, 1), "price_above_limit", "Z-8.2"),
    (_table(), Influence(1, 5), "limit_too_high", "Z-8.2"),
    (_table(family("bank", coins=1)), Influence(1, 4), "not_enough_coins", "Z-8.2"),
    (position(ME, rows={"bank": [card("bk_shares", 0)]}), Influence(1, 4), "marker_limit", "Z-8.3"),
    (_table(), Influence(1, 4, Reclaimed(3)), "wrong_number_of_reclaims", "Z-10.3"),
    (_without_markers(), OfferCard("bk_loan"), "wrong_number_of_reclaims", "Z-10.3"),
    (_without_markers(), OfferCard("bk_loan", reclaim=(Reclaimed(99),)), "cannot_reclaim", "Z-10.3"),
    (_without_markers(), OfferCard("bk_loan", reclaim=(Reclaimed(1), Reclaimed(2))), "wrong_number_of_reclaims", "Z-10.3"),
    (_without_markers(), OfferCard("bk_loan", reclaim=(Reclaimed(1, lower=True),)), "cannot_reclaim", "Z-10.3"),
    (_later(moved=True), TakeBonus("coin"), "something_done", "Z-6.7"),
    (_table(action=[]), TakeBonus("action"), "deck_empty", "Z-1.10"),
    (_table(mode="beginner", me=family("bank")), TakeBonus("goal"), "deck_empty", "Z-1.10"),
    (_table(mode="beginner", me=family("bank")), MoveFigure("lord", "fort"), "no_such_area", "Z-1.2"),
]


@pytest.mark.parametrize(("state", "action", "code", "rule"), REFUSED)
def test_in_a_turn(state: State, action: Any, code: str, rule: str) -> None:
    """Z-1.2, Z-1.10, Z-6, Z-7, Z-8, Z-10, Z-17.1: each refusal in a turn has its code and rule."""
    error = refusal(state, 0, action)
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (react(3), "not_the_free_slot", "Z-8.2"),
        (react(2, 2), "marker_limit", "Z-8.3"),
        (react(2, 1, Reclaimed(1)), "wrong_number_of_reclaims", "Z-10.3"),
    ],
)
def test_in_a_window(action: Any, code: str, rule: str) -> None:
    """Z-8.2, Z-8.3, Z-10.3: each refusal of a reaction has its code and rule."""
    error = refusal(_asked_to_join(), 1, action)
    assert (error.code, error.rule) == (code, rule)


def test_in_the_setup() -> None:
    """Z-4.2, Z-4.5: the refusals of a placed figure, a foreign card and an unknown start player have their code and rule."""
    state = started(2)
    first = SealFigure("lord", state.hands[0].cards[0])
    error = refusal(after(state, 0, first), 0, SealFigure("lord", state.hands[0].cards[1]))
    assert (error.code, error.rule) == ("figure_is_placed", "Z-4.2")
    error = refusal(state, 0, SealFigure("lord", "go_dagghe"))
    assert (error.code, error.rule) == ("not_in_hand", "Z-4.2")
    error = refusal(with_public(position(seats=2), agenda=(AskStarter(0),), phase="setup"), 0, NameStarter(4))
    assert (error.code, error.rule) == ("no_such_seat", "Z-4.5")
