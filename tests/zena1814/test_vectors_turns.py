"""Vectors V-2 and V-7: the rulebook's examples of turns, step by step."""

from engines.contract import When
from engines.zena1814.actions import DrawFrom, Influence, MoveFigure, OfferCard, TakeBonus
from engines.zena1814.events import BonusGained, CardDrawn, MarkerEarned, MarkerPlaced
from tests.zena1814.positions import (
    DECLINE,
    advance,
    after,
    asked,
    at_area,
    card,
    family,
    influence,
    laid,
    legal,
    legal_of,
    not_asked,
    now,
    own,
    play,
    position,
    react,
    refusal,
    run,
    told,
)

JOHN, GEORGE, PAUL, RINGO = range(4)


def _table():
    john = family("palace", lady="bank", heir_1="port")
    george = family("palace", lord="bank")
    paul = family("palace", lord="bank", lady="port", hand=["bk_shares", "go_dagghe"])
    ringo = family("palace")
    rows = {"port": [card("po_cargo", JOHN)]}
    return position(john, george, paul, ringo, seat=PAUL, rows=rows, on_top=["pa_decree", "go_sensa_poia"])


def test_offering_the_bank_card() -> None:
    """V-2: Paul offers, John joins, George declines, Ringo joins in his turn."""
    state = after(_table(), PAUL, MoveFigure("heir_1", "fort"))

    state = after(state, PAUL, OfferCard("bk_shares"))
    assert own(state, PAUL).coins == 6
    assert laid(state, "bk_shares").markers == (PAUL,)

    assert (now(state), asked(state, When.AHEAD)) == ([(JOHN, "react")], [(GEORGE, "react")])
    not_asked(state, RINGO, DECLINE)
    not_asked(state, PAUL, DECLINE)
    step = play(state, JOHN, react(2))
    assert [(event.seat, event.price) for event in told(step, MarkerPlaced)] == [(JOHN, 2)]
    assert [(event.seat, event.gain.vp) for event in told(step, BonusGained)] == [(PAUL, 1)]
    assert own(step.state, JOHN).coins == 8
    assert laid(step.state, "bk_shares").markers == (PAUL, JOHN)

    state = step.state
    assert now(state) == [(GEORGE, "react")]
    assert legal(state, GEORGE, "react") == [react(3), DECLINE]
    state = after(state, GEORGE, DECLINE)

    assert now(state) == [(PAUL, "turn")]
    assert TakeBonus("coin") not in legal(state, PAUL)
    step = play(state, PAUL, influence(state, "po_cargo"))
    assert laid(step.state, "po_cargo").markers == (JOHN, PAUL)
    state = step.state
    assert now(state) == [(RINGO, "turn")]

    ringo = after(state, RINGO, MoveFigure("heir_2", "bank"))
    step = play(ringo, RINGO, influence(ringo, "bk_shares"))
    assert own(step.state, RINGO).coins == 9
    assert laid(step.state, "bk_shares").markers == (PAUL, JOHN, RINGO)
    assert now(step.state) == [(PAUL, "draw")]
    assert legal(step.state, PAUL, "draw") == [DrawFrom("action"), DrawFrom("goal")]
    step = play(step.state, PAUL, DrawFrom("goal"))
    assert [(event.seat, event.deck) for event in told(step, CardDrawn)] == [(PAUL, "goal")]
    assert step.state.hands[PAUL].cards == ("go_dagghe", "go_sensa_poia")

    paul = own(step.state, PAUL)
    assert (paul.coins, paul.points, paul.cards) == (10 - 4 - 2, 1, 2)


def test_full_for_everybody() -> None:
    """V-2: Ringo's marker fills the card, so no other seat can influence it."""
    state = position(family(), family("bank"), rows={"bank": [card("bk_shares", PAUL, JOHN, RINGO)]}, seat=GEORGE)
    assert not legal_of(state, Influence, GEORGE)
    assert refusal(state, GEORGE, influence(state, "bk_shares")).rule == "Z-8.4"


def test_only_one_move() -> None:
    """V-2: Paul cannot move again after moving his Heir."""
    state = after(_table(), PAUL, MoveFigure("heir_1", "fort"))
    assert refusal(state, PAUL, MoveFigure("lord", "port")).rule == "Z-6.2"


def _three(coins: int = 10):
    """Return a position of three seats with Paul as start player and both other players at the Bank."""
    paul = family("palace", lord="bank", coins=coins, hand=["bk_shares"])
    return position(paul, family("palace", lord="bank"), family("palace", lord="bank"), seats=3)


def test_offer_with_two_markers() -> None:
    """V-7: the offer costs 4 + 2 = 6 coins for two slots. Paul gets the bonus of slot 2 and earns 4 coins."""
    step = play(_three(), 0, OfferCard("bk_shares", second=True))
    assert own(step.state).coins == 4
    assert laid(step.state, "bk_shares").markers == (0, 0)
    assert [(event.seat, event.gain.vp) for event in told(step, BonusGained)] == [(0, 1)]
    assert own(step.state).points == 1
    state = run(step.state, (1, DECLINE), (2, DECLINE)).state
    earned = [event.gain.coin for event in told(advance(at_area(state, "bank")), MarkerEarned) if event.seat == 0]
    assert sum(earned) == 4


def test_waiting_with_the_second_marker() -> None:
    """V-7: if Paul does not place his second marker, another player with a figure there may take slot 2 in the window."""
    state = run(_three(), (0, OfferCard("bk_shares")), (1, react(2))).state
    assert laid(state, "bk_shares").markers == (0, 1)
    state = after(state, 2, DECLINE)
    step = play(state, 0, influence(state, "bk_shares"))
    assert [(event.slot, event.price) for event in told(step, MarkerPlaced)] == [(3, 1)]
    assert laid(step.state, "bk_shares").markers == (0, 1, 0)
