"""Section Z-6: the turn, the move and the bonus for passing."""

import pytest

from engines.zena1814.actions import EndTurn, Influence, MoveFigure, OfferCard, TakeBonus
from engines.zena1814.content import FIGURES
from engines.zena1814.events import BonusTaken, CardDrawn, FigureMoved, MarkerEarned, TurnBegan, TurnEnded
from engines.zena1814.state import AskTurn
from tests.zena1814.positions import (
    CONTENT,
    DECLINE,
    END,
    advance,
    after,
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
    with_public,
)

AREAS = CONTENT.areas("expert")


def _table(**public):
    """Return a position in which seat 0 can take every action of a turn.

    The seat has cards in hand and on the table, and figures at Bank and Port.
    """
    me = family(lord="bank", lady="port", hand=["bk_loan", "po_cargo"])
    rows = {"bank": [card("bk_shares", 1)], "port": [card("po_consulate", 1)]}
    return with_public(position(me, family("palace"), rows=rows), **public)


def test_one_turn_each() -> None:
    """Z-6.1, Z-6.3: every seat has exactly one turn. The left neighbour is next."""
    state = position(start=2)
    seats = []
    while now(state)[0][1] == "turn" and state.public.round == 1:
        ((seat, _),) = now(state)
        seats.append(seat)
        step = play(state, seat, END)
        assert told(step, TurnEnded) == [TurnEnded(seat)]
        state = step.state
    assert seats == [2, 3, 0, 1]


def test_next_turn_begins() -> None:
    """Z-6.3: the event for the next turn names the left neighbour."""
    step = play(position(seat=1), 1, END)
    assert told(step, TurnEnded, TurnBegan) == [TurnEnded(1), TurnBegan(2)]


def test_only_the_player_at_turn() -> None:
    """Z-6.1: no other seat can act during a turn."""
    state = _table()
    for action in (END, MoveFigure("lord", "bank"), TakeBonus("coin"), influence(state, "bk_shares")):
        not_asked(state, 1, action)


def test_all_four_steps_are_optional() -> None:
    """Z-6.2: a turn may begin with any of its steps, or end straight away."""
    assert {type(action) for action in legal(_table())} == {MoveFigure, OfferCard, Influence, TakeBonus, EndTurn}


def test_all_steps_in_order() -> None:
    """Z-6.2: a turn may include a move, an offer and an influence, in this order."""
    state = _table()
    step = play(state, 0, MoveFigure("heir_1", "fort"), OfferCard("bk_loan"), influence(state, "bk_shares"))
    assert own(step.state).coins == 10 - 3 - 2
    assert own(step.state).supply == 8


@pytest.mark.parametrize("first", ["offer", "influence"])
def test_no_move_afterwards(first: str) -> None:
    """Z-6.2, R-12: no figure can move after an offer or influence, even with the option free_order."""
    for free_order in (False, True):
        state = _table(free_order=free_order)
        action = OfferCard("bk_loan") if first == "offer" else influence(state, "bk_shares")
        state = after(state, 0, action)
        assert not legal_of(state, MoveFigure)
        assert refusal(state, 0, MoveFigure("heir_1", "fort")).rule == "Z-6.2"


def test_no_offer_after_influence() -> None:
    """Z-6.2, R-12: without the option free_order, no offer can follow an influence."""
    state = after(_table(), 0, influence(_table(), "bk_shares"))
    assert not legal_of(state, OfferCard)
    assert refusal(state, 0, OfferCard("bk_loan")).rule == "Z-6.2"


def test_free_order() -> None:
    """R-12, option free_order: a player may join cards, then offer a card, then join more cards."""
    state = _table(free_order=True)
    state = after(state, 0, influence(state, "bk_shares"), OfferCard("po_cargo"), influence(state, "po_consulate"))
    assert laid(state, "po_cargo").markers == (0,)
    assert laid(state, "bk_shares").markers == (1, 0)
    assert own(state).coins == 10 - 2 - 3 - 4


@pytest.mark.parametrize("figure", FIGURES)
def test_any_figure_anywhere(figure) -> None:
    """Z-6.4, Z-6.5, R-14: any figure can move to any other area for free."""
    state = position(family("palace", coins=0))
    moves = [move.to for move in legal_of(state, MoveFigure) if move.figure == figure]
    assert moves == [area for area in AREAS if area != "palace"]
    for area in moves:
        step = play(state, 0, MoveFigure(figure, area))
        assert told(step, FigureMoved) == [FigureMoved(0, figure, "palace", area)]
        assert own(step.state).figure(figure).area == area
        assert own(step.state).coins == 0


def test_same_area_is_no_move() -> None:
    """Z-6.5, R-14: a figure cannot move to its own area."""
    assert refusal(position(family("palace")), 0, MoveFigure("lady", "palace")).rule == "Z-6.5"


def test_beginners_move_within_their_areas() -> None:
    """Z-6.4, Z-1.2: a beginner's figure cannot move to the Old Town or the Fort."""
    state = position(family("palace"), mode="beginner")
    for area in ("old_town", "fort"):
        assert refusal(state, 0, MoveFigure("lord", area)).rule in {"Z-1.2", "Z-6.4"}


def test_one_move() -> None:
    """Z-6.4: a turn has no second move, of the same figure or of another."""
    state = after(_table(), 0, MoveFigure("heir_1", "fort"))
    assert not legal_of(state, MoveFigure)
    for action in (MoveFigure("heir_1", "bank"), MoveFigure("lord", "fort")):
        assert refusal(state, 0, action).rule in {"Z-6.2", "Z-6.4"}


def test_markers_stay_behind() -> None:
    """Z-6.6: markers stay on the cards of an area when a figure leaves it."""
    state = position(family(lord="bank", hand=["ot_tavern"]), rows={"bank": [card("bk_shares", 1, 0)]})
    state = after(state, 0, MoveFigure("lord", "port"))
    assert laid(state, "bk_shares").markers == (1, 0)
    earned = told(advance(at_area(state, "bank")), MarkerEarned)
    assert [(event.seat, event.gain.coin) for event in earned] == [(1, 2), (0, 2)]


def test_marker_under_a_figure_moves_along() -> None:
    """E-39, Z-18.2: Manezzi markers under a figure move with the figure."""
    state = position(family(under={"lord": 1}, hand=["ot_tavern"]), box=["ot_manezzi"])
    state = after(state, 0, MoveFigure("lord", "port"))
    assert own(state).figure("lord").markers == 1
    assert own(state).figure("lord").area == "port"
    assert own(state).supply == 9


def test_bonus_coin() -> None:
    """Z-6.7: a player who took no action may take a coin, which ends the turn."""
    step = play(position(family(coins=3)), 0, TakeBonus("coin"))
    assert own(step.state).coins == 4
    assert told(step, BonusTaken, TurnEnded) == [BonusTaken(0, "coin"), TurnEnded(0)]
    assert now(step.state) == [(1, "turn")]


@pytest.mark.parametrize(("deck", "drawn"), [("action", "pa_decree"), ("goal", "go_sensa_poia")])
def test_bonus_card(deck, drawn: str) -> None:
    """Z-6.7, Z-1.7: the bonus may be a card of either deck instead of the coin."""
    step = play(position(family(coins=3), on_top=["go_sensa_poia", "pa_decree"]), 0, TakeBonus(deck))
    assert step.state.hands[0].cards == (drawn,)
    assert own(step.state).coins == 3
    assert told(step, BonusTaken, CardDrawn) == [BonusTaken(0, deck), CardDrawn(0, deck)]
    assert now(step.state) == [(1, "turn")]


@pytest.mark.parametrize("deed", ["move", "offer", "influence"])
def test_no_bonus_after_a_deed(deed: str) -> None:
    """Z-6.7, E-17: a player who has moved, offered or influenced gets neither a coin nor a card as a bonus."""
    state = _table()
    deeds = {"move": MoveFigure("heir_1", "fort"), "offer": OfferCard("bk_loan"), "influence": influence(state, "bk_shares")}
    state = after(state, 0, deeds[deed])
    assert now(state) == [(0, "turn")]
    for take in ("coin", "action", "goal"):
        assert refusal(state, 0, TakeBonus(take)).rule == "Z-6.7"


def test_bonus_after_reactions() -> None:
    """Z-6.8, E-18: markers placed in other players' windows do not exclude the bonus."""
    state = position(
        family(hand=["bk_loan"], heir_1="bank", lady="bank"), family("bank"), rows={"bank": [card("bk_shares", 2)]}
    )
    state = run(state, (0, OfferCard("bk_loan")), (1, react(2)), (0, END)).state
    assert state.public.task == AskTurn(1)
    assert TakeBonus("coin") in legal(state, 1)
    assert own(after(state, 1, TakeBonus("coin")), 1).coins == 10 - 2 + 1


def test_two_reactions_then_the_bonus() -> None:
    """E-18: a seat that reacted twice before its turn still gets the bonus, if it takes no action in the turn."""
    offers = [family(hand=["bk_loan"], lord="bank"), family(hand=["bk_savings"], lord="bank"), family(lord="bank", coins=8)]
    state = position(*offers, rows={"bank": [card("bk_shares", 3)]})
    moves = [(0, OfferCard("bk_loan")), (1, DECLINE), (2, react(2)), (0, END)]
    moves += [(1, OfferCard("bk_savings")), (0, DECLINE), (2, react(2)), (1, END)]
    state = run(state, *moves).state
    assert now(state) == [(2, "turn")]
    assert own(after(state, 2, TakeBonus("coin")), 2).coins == 8 - 2 - 1 + 1


def test_bonus_refused() -> None:
    """Z-6.9: a turn may end without the bonus."""
    step = play(position(family(coins=3)), 0, END)
    assert own(step.state).coins == 3
    assert not told(step, BonusTaken, CardDrawn)
    assert now(step.state) == [(1, "turn")]


def test_nothing_left_to_do() -> None:
    """Ledger 7.2, Z-6.3: if public information shows that no other action is possible, the turn ends automatically."""
    step = play(position(family(hand=[], coins=0)), 0, MoveFigure("lord", "port"))
    assert told(step, TurnEnded) == [TurnEnded(0)]
    assert now(step.state) == [(1, "turn")]


def test_cards_in_hand_keep_the_turn_open() -> None:
    """Ledger 7.7: a turn does not end automatically while the player has an action card in hand.

    Otherwise the end would reveal that no card in hand can be offered.
    """
    for hand in (["bk_loan"], ["ot_tavern"]):
        step = play(position(family(hand=hand)), 0, MoveFigure("lord", "port"))
        assert now(step.state) == [(0, "turn")]
        assert not told(step, TurnEnded)


def test_backs_and_coins_tell_enough() -> None:
    """Ledger 7.2: a turn ends if the hand has only goals, or the coins cannot pay for any card of the figures' areas."""
    cases = [(family(hand=["go_dagghe"]), True), (family("bank", coins=1, hand=["bk_loan"]), True)]
    cases += [(family("bank", coins=2, hand=["bk_loan"]), False), (family("palace", coins=1, hand=["bk_loan"]), False)]
    for player, is_over in cases:
        step = play(position(player), 0, MoveFigure("lord", "fort"))
        assert now(step.state) == [(1 if is_over else 0, "turn")]


def test_goes_on_while_a_card_can_be_joined() -> None:
    """Ledger 7.2, Z-8.8: a turn does not end automatically if coins, marker and slot allow joining a card."""
    rows = {"port": [card("po_cargo", 1)]}
    for coins, is_over in ((2, False), (1, True)):
        step = play(position(family(coins=coins), rows=rows), 0, MoveFigure("lord", "port"))
        assert now(step.state) == [(1 if is_over else 0, "turn")]


def test_last_turn_ends_the_phase() -> None:
    """Z-6.1, Z-11.1: after the last turn no seat has a second turn in the round."""
    step = play(position(seat=3), 3, END)
    assert step.state.public.round == 2
    assert now(step.state) == [(3, "turn")]
