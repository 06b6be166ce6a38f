"""Ledger 7.5: turns sent in one go, and plans for the rest of a turn made during a window."""

import pytest

from engines.contract import When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import DrawFrom, EndTurn, Influence, MoveFigure, OfferCard, Reclaimed, TakeBonus
from engines.zena1814.state import AskTurn
from tests.zena1814.games import random_game
from tests.zena1814.positions import (
    DECLINE,
    END,
    after,
    asked,
    busy,
    card,
    family,
    influence,
    laid,
    legal,
    legal_of,
    not_asked,
    now,
    number,
    own,
    pending,
    position,
    react,
    refusal,
    run,
    started,
)

HERE = family("bank")


def _offered(rows=None, coins: int = 10, hand=("bk_loan",), **facts):
    """Return a state in which seat 0 has offered a card at the Bank and seat 1 decides."""
    me = family(lord="bank", lady="port", coins=coins, hand=hand)
    table = {"port": [card("po_cargo", 2), card("po_trade_route", 2)]} if rows is None else rows
    return after(position(me, HERE, rows=table, **facts), 0, OfferCard("bk_loan"))


def test_what_is_filed_for_the_turn_goes_on_in_the_position_there_is() -> None:
    """Ledger 7.5: the rest of the turn needs no predicted state, so drafts are checked in the current state."""
    state = started(2)
    assert all(ENGINE.foresee(state, one) is state for one in ENGINE.pending(state.public))


def test_steps_of_a_turn_have_keys() -> None:
    """Ledger 7.5: each step of a turn is a separate decision and continues the previous one."""
    state = _offered()
    state = run(state, (1, DECLINE)).state
    keys = [(pending(state, 0).key, pending(state, 0).continues)]
    state = after(state, 0, influence(state, "po_cargo"))
    keys.append((pending(state, 0).key, pending(state, 0).continues))
    assert keys == [("turn/1/0/1", "turn/1/0/0"), ("turn/1/0/2", "turn/1/0/1")]
    first = pending(position(), 0)
    assert (first.key, first.continues, first.reply, first.sealed) == ("turn/1/0/0", "", False, False)


def test_plan_is_open_while_others_decide() -> None:
    """Ledger 7.5: during a window the rest of the turn can be queued.

    The queue is played after the window, and the game does not wait for it.
    """
    state = _offered()
    assert asked(state, When.MAY) == [(0, "turn")]
    before = pending(state, 0)
    assert (before.when, before.sealed, before.key) == (When.MAY, False, "turn/1/0/1")
    not_asked(state, 0, influence(state, "po_cargo"))
    not_asked(state, 0, END)
    later = after(state, 1, DECLINE)
    assert pending(later, 0).key == before.key
    assert pending(later, 0).when is When.NOW


def test_plan_is_open_while_a_card_is_drawn() -> None:
    """Ledger 7.5: the rest of a turn can also be planned while another seat chooses a deck during that turn."""
    rows = {"bank": [card("bk_shares", 3, 1)], "port": [card("po_cargo", 2)]}
    state = position(family(lord="bank", lady="port"), family("palace"), rows=rows)
    state = after(state, 0, influence(state, "bk_shares"))
    assert now(state) == [(3, "draw")]
    assert asked(state, When.MAY) == [(0, "turn")]
    assert influence(state, "po_cargo") in legal(state)
    assert now(after(state, 3, DrawFrom("goal"))) == [(0, "turn")]


def test_no_plan_before_the_turn() -> None:
    """Ledger 7.5: other seats cannot plan a turn, and a seat cannot plan before the first step of its turn."""
    state = position(family("fort"), rows={"port": [card("po_cargo", 2)]})
    assert asked(state, When.MAY) == []
    assert asked(after(state, 0, END), When.MAY) == []


def test_no_plan_where_nothing_can_follow() -> None:
    """Ledger 7.5: if the seat can join no card and has none to offer, there is no plan."""
    assert asked(_offered(rows={}), When.MAY) == []


def test_plan_goes_beyond_coins_and_slots() -> None:
    """Ledger 7.5: a plan is not limited by current coins and prices, because the window may change both."""
    rows = {"port": [card("po_cargo", 1, 2, 3), card("po_trade_route", 2)]}
    state = _offered(rows, coins=3)
    assert own(state).coins == 0
    plans = legal_of(state, Influence)
    cargo, route = number(state, "po_cargo"), number(state, "po_trade_route")
    assert {(each.laid, each.at_most) for each in plans} == {(cargo, 1), (cargo, 2), (cargo, 3), (route, 1), (route, 2)}
    assert END in legal(state)
    assert not legal_of(state, MoveFigure)
    assert not legal_of(state, TakeBonus)


def test_plan_knows_the_own_markers() -> None:
    """Ledger 7.5, Z-8.3: a plan excludes cards with a marker of the seat, including the card just offered.

    No other seat can change that.
    """
    rows = {"bank": [card("bk_shares", 0)], "port": [card("po_cargo", 2)]}
    state = _offered(rows)
    assert {each.laid for each in legal_of(state, Influence)} == {number(state, "po_cargo")}


def test_second_marker_may_be_planned() -> None:
    """Ledger 7.5, Z-17.6: two or three experts may plan a second marker on the card just offered."""
    state = after(position(family("bank", hand=["bk_loan"]), HERE, seats=3), 0, OfferCard("bk_loan"))
    assert {each.laid for each in legal_of(state, Influence)} == {1}


def test_plan_names_sources() -> None:
    """Ledger 7.5, Z-10.3: with an empty supply each planned step names the card from which its marker is reclaimed.

    A marker placed in this turn cannot be reclaimed.
    """
    rows = {"port": [card("po_cargo", 2)], "cathedral": busy(0, 9)}
    state = _offered(rows)
    assert own(state).supply == 0
    sources = {each.reclaim for each in legal_of(state, Influence)}
    assert sources == {Reclaimed(each.number) for each in state.public.row("cathedral")}


def test_dearer_than_planned() -> None:
    """Ledger 7.5: a step whose price exceeds its limit is refused when it is played, and the player decides again."""
    rows = {"bank": [card("bk_shares", 2)], "port": [card("po_cargo", 2)]}
    state = position(family(lord="bank", lady="port"), rows=rows)
    cheap = influence(state, "bk_shares", at_most=1)
    assert refusal(state, 0, cheap).rule == "Z-8.2"
    assert now(state) == [(0, "turn")]
    assert laid(after(state, 0, influence(state, "bk_shares", at_most=3)), "bk_shares").markers == (2, 0)


def test_taken_by_others() -> None:
    """Ledger 7.5, E-11: if others have filled the planned card and no other action is possible, the turn ends."""
    state = after(position(family("bank", hand=["bk_loan"]), HERE, HERE, seats=3), 0, OfferCard("bk_loan"))
    planned = influence(state, "bk_loan")
    assert planned in legal(state)
    full = run(state, (1, react(2, 2))).state
    assert now(full) == [(1, "turn")]


def test_next_turn_waits_for_the_plan() -> None:
    """Ledger 7.5: the next player's turn begins only after the planned turn is over."""
    state = run(_offered(), (1, DECLINE)).state
    not_asked(state, 1, END)
    assert now(after(state, 0, END)) == [(1, "turn")]


def test_offer_may_be_planned_with_free_order() -> None:
    """R-12, ledger 7.5: with free order, an offer may be planned while another seat draws a card."""
    rows = {"bank": [card("bk_shares", 3, 1)]}
    state = position(family("bank", hand=["bk_loan"]), rows=rows, free_order=True)
    state = after(state, 0, influence(state, "bk_shares"))
    assert now(state) == [(3, "draw")]
    assert OfferCard("bk_loan") in legal(state)
    more = {**rows, "port": [card("po_cargo", 1)]}
    strict = position(family(lord="bank", lady="port", hand=["bk_loan"]), rows=more)
    strict = after(strict, 0, influence(strict, "bk_shares"))
    assert asked(strict, When.MAY) == [(0, "turn")]
    assert not legal_of(strict, OfferCard)


def test_card_being_drawn_may_be_offered() -> None:
    """R-12, ledger 7.5: with free order, a player who draws a card in their own turn may plan to offer it."""
    rows = {"bank": [card("bk_shares", 0, 1)]}
    state = position(HERE, seats=3, rows=rows, free_order=True)
    state = after(state, 0, influence(state, "bk_shares"))
    assert now(state) == [(0, "draw")]
    assert asked(state, When.MAY) == [(0, "turn")]
    assert OfferCard("bk_investment") in legal(state)
    theirs = position(HERE, rows={"bank": [card("bk_shares", 3, 1)]}, free_order=True)
    theirs = after(theirs, 0, influence(theirs, "bk_shares"))
    assert now(theirs) == [(3, "draw")]
    assert asked(theirs, When.MAY) == []


def test_all_markers_placed_in_this_turn() -> None:
    """Ledger 7.5, Z-10.5: if all ten markers were placed in this turn, the seat can plan nothing, and its turn ends."""
    rows = {"cathedral": busy(0, 9), "bank": [card("bk_shares", 3, 1), card("bk_loan", 2)]}
    turn = AskTurn(0, step=9, influenced=True, fresh=tuple(range(1, 10)))
    state = position(family("bank", hand=["bk_savings"]), rows=rows, turn=turn, free_order=True)
    state = after(state, 0, influence(state, "bk_shares"))
    assert now(state) == [(3, "draw")]
    assert asked(state, When.MAY) == []
    assert now(after(state, 3, DrawFrom("action"))) == [(1, "turn")]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("mode", ["beginner", "expert"])
def test_plans_hold_all_that_comes(seats: int, mode: str) -> None:
    """Ledger 7.5: every action that is legal when the turn continues could be planned during the interruption."""
    planned: dict[str, set] = {}
    compared = 0
    for game in (11, 12):
        planned.clear()
        for move in random_game(seats, game, mode):
            state = move.step.state
            for each in ENGINE.pending(state.public):
                if each.kind == "turn" and each.when is When.MAY:
                    planned.setdefault(each.key, set(ENGINE.legal(view(state, each.seat), each)))
                elif each.kind == "turn" and each.key in planned:
                    assert set(ENGINE.legal(view(state, each.seat), each)) <= planned.pop(each.key)
                    compared += 1
    assert compared


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_is_left_out(seats: int) -> None:
    """Ledger 7.2, 7.5: a turn continues only if public information allows some action besides its end."""
    for move in random_game(seats, 13):
        task = move.step.state.public.task
        if isinstance(task, AskTurn) and task.step:
            options = list(ENGINE.legal(view(move.step.state, task.seat), pending(move.step.state, task.seat)))
            assert EndTurn() in options
            assert len(options) > 1 or own(move.step.state, task.seat).actions
