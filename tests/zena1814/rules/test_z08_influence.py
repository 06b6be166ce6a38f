"""Section Z-8: influencing cards, and the bonuses of their promoters."""

import pytest

from engines.contract import view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import DrawFrom, Influence, MoveFigure, OfferCard, Reclaimed
from engines.zena1814.content import Gain
from engines.zena1814.events import BonusGained, CardDrawn, MarkerEarned, MarkerPlaced
from tests.zena1814.positions import (
    CONTENT,
    END,
    advance,
    after,
    at_area,
    busy,
    card,
    family,
    influence,
    laid,
    legal_of,
    now,
    number,
    own,
    play,
    position,
    react,
    refusal,
    run,
    told,
    turn_of,
)

BONUS_CARDS = [each.id for each in CONTENT.actions if each.bonus]
DICE_CARDS = [each.id for each in CONTENT.actions if each.kind == "dice"] + ["fo_1", "fo_6"]


def _targets(state, seat: int = 0) -> set[int]:
    return {action.laid for action in legal_of(state, Influence, seat)}


def test_figure_in_the_area() -> None:
    """Z-8.1: to influence a card, the player needs a figure in its area."""
    rows = {"bank": [card("bk_shares", 1)], "port": [card("po_cargo", 1)]}
    state = position(family(lady="bank", hand=["po_trade_route"]), rows=rows)
    assert _targets(state) == {number(state, "bk_shares")}
    assert refusal(state, 0, influence(state, "po_cargo")).rule == "Z-8.1"
    moved = after(state, 0, MoveFigure("lady", "port"))
    assert _targets(moved) == {number(state, "po_cargo")}


def test_moved_trick_card() -> None:
    """E-31, Z-8.1, Z-18.9: a trick card moved to the Port needs a figure there, not in the Old Town.

    The card does not move again.
    """
    rows = {"port": [card("ot_sollevacoin", 1, moved=True)]}
    state = position(family("palace", lord="port"), family("bank"), family("bank"), rows=rows)
    assert _targets(state) == {1}
    elsewhere = position(family("old_town"), rows=rows)
    assert refusal(elsewhere, 0, influence(elsewhere, "ot_sollevacoin")).rule == "Z-8.1"
    step = advance(at_area(position(rows=rows), "port"))
    assert [row.area for row in step.state.public.rows if row.cards] == ["port"]
    assert [(event.seat, event.gain.coin) for event in told(step, MarkerEarned)] == [(1, 2)]


@pytest.mark.parametrize(("markers", "slot", "price"), [((1,), 2, 2), ((1, 2), 3, 1)])
def test_topmost_empty_slot(markers: tuple[int, ...], slot: int, price: int) -> None:
    """Z-8.2: the marker goes to the topmost empty slot, at its printed price."""
    state = position(family("bank"), rows={"bank": [card("bk_shares", *markers)]})
    step = play(state, 0, influence(state, "bk_shares"))
    assert told(step, MarkerPlaced) == [MarkerPlaced(0, "bk_shares", 1, slot, price)]
    assert laid(step.state, "bk_shares").markers == (*markers, 0)
    assert (own(step.state).coins, own(step.state).supply) == (10 - price, 9)


def test_no_lower_slot() -> None:
    """Z-8.2: a player who can only pay slot 3 cannot take it while slot 2 is empty."""
    state = position(family("bank", coins=1), rows={"bank": [card("bk_shares", 1)]})
    assert not _targets(state)
    assert refusal(state, 0, influence(state, "bk_shares")).rule == "Z-8.2"
    assert _targets(position(family("bank", coins=1), rows={"bank": [card("bk_shares", 1, 2)]})) == {1}


def test_price_above_the_guard() -> None:
    """Ledger 7.5: an influence is refused if the price exceeds the limit in the player's action."""
    state = position(family("bank"), rows={"bank": [card("bk_shares", 1)]})
    assert [action.at_most for action in legal_of(state, Influence)] == [2, 3, 4]
    refusal(state, 0, influence(state, "bk_shares", at_most=1))
    refusal(state, 0, influence(state, "bk_shares", at_most=5))
    assert own(after(state, 0, influence(state, "bk_shares", at_most=2))).coins == 8


@pytest.mark.parametrize("mode", ["beginner", "expert"])
@pytest.mark.parametrize("seats", [4, 5])
def test_one_marker_on_a_card(seats: int, mode) -> None:
    """Z-8.3, E-81: with four or five players, each player may have at most one marker on a card."""
    state = position(family("bank"), seats=seats, mode=mode, rows={"bank": [card("bk_shares", 0, 1)]})
    assert not _targets(state)
    assert refusal(state, 0, influence(state, "bk_shares")).rule == "Z-8.3"


def test_full_card() -> None:
    """Z-8.4: three markers fill a card."""
    state = position(family("bank"), rows={"bank": [card("bk_shares", 1, 2, 3)]})
    assert not _targets(state)
    assert refusal(state, 0, influence(state, "bk_shares")).rule == "Z-8.4"


@pytest.mark.parametrize(("area", "name"), [("palace", "pa_festa"), ("old_town", "ot_manezzi")])
def test_card_with_one_slot(area, name: str) -> None:
    """Z-8.4: a card may have fewer than three slots. The promoter's marker fills a card with one slot."""
    state = position(family(area), rows={area: [card(name, 1)]})
    assert not _targets(state)
    assert refusal(state, 0, influence(state, name)).rule == "Z-8.4"


@pytest.mark.parametrize("name", BONUS_CARDS)
@pytest.mark.parametrize("markers", [(1,), (1, 2)])
def test_bonus_of_the_promoter(name: str, markers: tuple[int, ...]) -> None:
    """Z-8.5: each marker on slot 2 or 3 gives the printed bonus straight away to the promoter, not to the payer."""
    found = CONTENT.action(name)
    state = position(family(found.area, coins=20), family("fort", coins=0), goal=[], rows={found.area: [card(name, *markers)]})
    step = play(state, 0, influence(state, name))
    gain = found.bonus[len(markers) - 1]
    assert told(step, BonusGained) == [BonusGained(1, name, 1, gain)]
    promoter = own(step.state, 1)
    assert (promoter.coins, promoter.tally.bonuses, promoter.cards) == (gain.coin, gain.vp, gain.card)
    assert own(step.state).points == own(step.state).cards == 0


@pytest.mark.parametrize("name", DICE_CARDS)
@pytest.mark.parametrize("markers", [(1,), (1, 2)])
def test_no_bonus_on_dice_cards(name: str, markers: tuple[int, ...]) -> None:
    """Z-8.6: dice cards and Fort cards give no bonus for other players' markers."""
    area = CONTENT.action(name).area if name[:2] != "fo" else "fort"
    state = position(family(area), family("palace", coins=0), rows={area: [card(name, *markers)]})
    step = play(state, 0, influence(state, name))
    assert laid(step.state, name).markers == (*markers, 0)
    assert not told(step, BonusGained)
    assert (own(step.state, 1).coins, own(step.state, 1).points) == (0, 0)


def test_bonus_card_is_drawn_at_once() -> None:
    """Z-8.7, W-5: a promoter may choose a deck for a bonus card during another seat's turn. The turn then goes on."""
    rows = {"bank": [card("bk_shares", 1, 2), card("bk_loan", 1)]}
    state = position(family("bank"), family("port"), rows=rows, on_top=["go_dagghe"])
    state = after(state, 0, influence(state, "bk_shares"))
    assert now(state) == [(1, "draw")]
    step = play(state, 1, DrawFrom("goal"))
    assert told(step, CardDrawn) == [CardDrawn(1, "goal")]
    assert step.state.hands[1].cards == ("go_dagghe",)
    assert now(step.state) == [(0, "turn")]


def test_bonus_card_is_no_reason_to_wait_for_a_beginner() -> None:
    """Z-8.7, Z-1.8: a beginner's bonus card is drawn without a decision, and the turn goes on."""
    rows = {"bank": [card("bk_shares", 1, 2), card("bk_loan", 1)]}
    state = position(family("bank"), mode="beginner", rows=rows, on_top=["pa_decree"])
    state = after(state, 0, influence(state, "bk_shares"))
    assert state.hands[1].cards == ("pa_decree",)
    assert now(state) == [(0, "turn")]


def test_any_number_of_cards() -> None:
    """Z-8.8: a player can influence any number of cards in all areas with the player's figures.

    Cards may be new or old and come in any order, with one marker each.
    """
    rows = {"bank": [card("bk_shares", 1), card("bk_loan", 2, 1)], "port": [card("po_cargo", 3), card("po_consulate", 1)]}
    state = position(family(lord="bank", lady="port", coins=20), rows=rows)
    taken = ["po_consulate", "bk_loan", "po_cargo", "bk_shares"]
    for name in taken:
        state = after(state, 0, influence(state, name))
    assert all(laid(state, name).markers[-1] == 0 for name in taken)
    assert own(state).coins == 20 - 4 - 1 - 2 - 2
    assert own(state).supply == 6


def test_as_long_as_coins_allow() -> None:
    """Z-8.8: if the player's coins pay for no further card, the turn is over."""
    rows = {"bank": [card("bk_shares", 1), card("bk_savings", 1)]}
    state = position(family("bank", coins=2), rows=rows)
    state = after(state, 0, influence(state, "bk_shares"))
    assert own(state).coins == 0
    assert now(state) == [(1, "turn")]


def test_card_offered_in_this_turn() -> None:
    """Z-8.8, Z-8.3: a card offered in this turn can be influenced like older cards, but not by its promoter."""
    state = position(family("bank", hand=["bk_loan"]), rows={"bank": [card("bk_shares", 1)]})
    state = after(state, 0, OfferCard("bk_loan"))
    assert _targets(state) == {number(state, "bk_shares")}


def test_offered_left_and_joined_again() -> None:
    """R-35, Z-8.8: a player who offered a card and reclaimed the marker may join it again while a slot is free."""
    rows = {"port": [card("po_cargo", 2)], "cathedral": busy(0, 9)}
    state = position(family(lord="bank", lady="port", coins=20, hand=["bk_shares"]), family(lord="bank"), rows=rows)
    state = run(state, (0, OfferCard("bk_shares")), (1, react(2))).state
    assert laid(state, "bk_shares").markers == (0, 1)
    state = turn_of(state, 0)
    state = after(state, 0, influence(state, "po_cargo", take=Reclaimed(number(state, "bk_shares"))))
    assert laid(state, "bk_shares").markers == (1,)
    state = turn_of(state, 0)
    take = Reclaimed(number(state, "ca_alms"))
    state = after(state, 0, influence(state, "bk_shares", take=take))
    assert laid(state, "bk_shares").markers == (1, 0)


@pytest.mark.parametrize("markers", [(), (1,), (1, 2)])
def test_fort_cards(markers: tuple[int, ...]) -> None:
    """Z-8.9, Z-16.13: Fort cards can be influenced like other cards, including their first slot."""
    state = position(family(lord="fort"), rows={"fort": [card("fo_6", *markers)]})
    step = play(state, 0, influence(state, "fo_6"))
    assert laid(step.state, "fo_6").markers == (*markers, 0)
    assert own(step.state).coins == 10 - (3, 2, 2)[len(markers)]
    away = position(family("bank"), rows={"fort": [card("fo_6", *markers)]})
    assert refusal(away, 0, influence(away, "fo_6")).rule == "Z-8.1"


def test_reward_without_a_figure() -> None:
    """Z-8.10: a marker earns its reward even without a figure in the area."""
    state = position(family("port"), rows={"bank": [card("bk_loan", 1, 0)]})
    earned = told(advance(at_area(state, "bank")), MarkerEarned)
    assert [(event.seat, event.gain.coin) for event in earned] == [(1, 4), (0, 4)]


@pytest.mark.parametrize(("participants", "points", "coins"), [(1, 1, 0), (2, 1, 1)])
def test_publishers_card(participants: int, points: int, coins: int) -> None:
    """V-8: one participant gives the promoter 1 victory point, two give 1 victory point and 1 coin.

    Every marker earns a card and two coins.
    """
    others = [family("cathedral"), family("cathedral")]
    state = position(family("palace", coins=0), *others, rows={"cathedral": [card("ca_alms", 0)]}, goal=[])
    for seat in range(1, participants + 1):
        state = turn_of(state, seat)
        state = after(state, seat, influence(state, "ca_alms"))
    assert (own(state).points, own(state).coins) == (points, coins)
    earned = told(advance(at_area(state, "cathedral")), MarkerEarned)
    assert [(event.seat, event.gain) for event in earned] == [(seat, Gain(2, 1)) for seat in range(participants + 1)]


def test_unclaimed_bonus_is_lost() -> None:
    """R-36: if a permanent card leaves with an empty slot, the bonus of that slot is lost."""
    rows = {"bank": [card("bk_shares", 1), *(card("bk_savings", 2) for _ in range(3))]}
    step = advance(at_area(position(family("palace"), rows=rows), "bank"))
    assert "bk_shares" in step.state.public.box
    assert not told(step, BonusGained)
    assert own(step.state, 1).tally.bonuses == 0


def test_bonus_goes_to_the_owner_of_the_top_marker() -> None:
    """Z-8.5, R-8: the owner of the top marker is the promoter, even if another player offered the card."""
    state = position(family("bank"), rows={"bank": [card("bk_shares", 3, 1)]})
    step = play(state, 0, influence(state, "bk_shares"))
    assert [event.seat for event in told(step, BonusGained)] == [3]


def test_no_such_card() -> None:
    """Z-8.1: an influence on a card that is in no row is refused."""
    refusal(position(family("bank"), rows={"bank": [card("bk_shares", 1)]}), 0, Influence(7, 2))


def test_listing_is_the_same_for_all_hands() -> None:
    """Ledger 7.7: open decisions and the view of another seat do not depend on the cards in hand."""
    state = position(family("bank", hand=["bk_loan"]), rows={"bank": [card("bk_shares", 1)]})
    other = position(family("bank", hand=["bk_savings"]), rows={"bank": [card("bk_shares", 1)]})
    assert ENGINE.pending(state.public) == ENGINE.pending(other.public)
    assert view(state, 1) == view(other, 1)
    assert END in legal_of(state, type(END))
