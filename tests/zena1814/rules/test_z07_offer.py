"""Section Z-7: offering a card."""

import pytest

from engines.zena1814.actions import Influence, MoveFigure, OfferCard, Reclaimed
from engines.zena1814.content import FIGURES
from engines.zena1814.events import BonusGained, CardLeft, CardOffered, MarkerPlaced, MarkerReclaimed
from tests.zena1814.positions import (
    CONTENT,
    DECLINE,
    after,
    busy,
    card,
    family,
    laid,
    legal_of,
    names,
    not_asked,
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


def test_one_card_a_turn() -> None:
    """Z-7.1: a turn has no second offer, whatever the hand."""
    for free_order in (False, True):
        rows = {"bank": [card("bk_savings", 3)]}
        state = position(family("bank", hand=["bk_loan", "bk_shares"]), rows=rows, free_order=free_order)
        state = after(state, 0, OfferCard("bk_loan"))
        assert now(state) == [(0, "turn")]
        assert not legal_of(state, OfferCard)
        assert refusal(state, 0, OfferCard("bk_shares")).rule == "Z-7.1"


def test_only_from_the_hand() -> None:
    """Z-7.1: only a card in hand can be offered."""
    state = position(family("bank", hand=["bk_loan"]), family("bank", hand=["bk_shares"]))
    assert refusal(state, 0, OfferCard("bk_shares")).rule == "Z-7.1"


@pytest.mark.parametrize("figure", FIGURES)
def test_any_figure_will_do(figure) -> None:
    """Z-7.2: one figure of any kind in the card's area is enough."""
    state = position(family(**{figure: "bank"}, hand=["bk_loan"]))
    assert names(after(state, 0, OfferCard("bk_loan")), "bank") == ["bk_loan"]


def test_no_figure_no_offer() -> None:
    """Z-7.2: a card cannot be offered without a figure in its area."""
    state = position(family("port", hand=["bk_loan", "po_cargo"]))
    assert [offer.card for offer in legal_of(state, OfferCard)] == ["po_cargo"]
    assert refusal(state, 0, OfferCard("bk_loan")).rule == "Z-7.2"


def test_left_this_turn() -> None:
    """E-16, Z-7.2: the figures' areas after the move count."""
    lone = position(family(lord="bank", hand=["bk_loan"]))
    assert refusal(after(lone, 0, MoveFigure("lord", "port")), 0, OfferCard("bk_loan")).rule == "Z-7.2"
    two = position(family(lord="bank", lady="bank", hand=["bk_loan"]))
    assert names(after(two, 0, MoveFigure("lord", "port"), OfferCard("bk_loan")), "bank") == ["bk_loan"]
    into = position(family(hand=["bk_loan"]))
    assert names(after(into, 0, MoveFigure("lord", "bank"), OfferCard("bk_loan")), "bank") == ["bk_loan"]


@pytest.mark.parametrize(
    "name", ["bk_shares", "bk_loan", "bk_investment", "pa_embassy", "pa_festa", "ot_manezzi", "po_ocean_route"]
)
def test_price_and_marker(name: str) -> None:
    """Z-7.3: the promoter pays the price of slot 1 to the supply and puts a marker there, without a bonus."""
    found = CONTENT.action(name)
    state = position(family(found.area, hand=[name]), family("fort"), family("fort"), family("fort"))
    step = play(state, 0, OfferCard(name))
    assert told(step, CardOffered, MarkerPlaced) == [
        CardOffered(0, name, 1, found.area),
        MarkerPlaced(0, name, 1, 1, found.cost[0]),
    ]
    assert (own(step.state).coins, own(step.state).supply) == (10 - found.cost[0], 9)
    assert laid(step.state, name).markers == (0,)
    assert step.state.hands[0].cards == ()
    assert not told(step, BonusGained)


@pytest.mark.parametrize("coins", range(8))
def test_no_coins_no_offer(coins: int) -> None:
    """Z-7.3, Z-8.2: the price must be paid in full."""
    state = position(family("palace", coins=coins, hand=["pa_embassy", "pa_decree", "pa_festa"]))
    afford = {"pa_embassy": 6, "pa_decree": 4, "pa_festa": 1}
    assert [offer.card for offer in legal_of(state, OfferCard)] == [name for name, price in afford.items() if price <= coins]
    for name, price in afford.items():
        if price > coins:
            assert refusal(state, 0, OfferCard(name)).rule == "Z-8.2"


def test_of_two_alike_the_newer_is_offered() -> None:
    """Ledger 7.1: a hand keeps the order in which its cards came. If it has several copies, the newest is offered."""
    state = position(family("bank", hand=["bk_loan", "ot_tavern", "bk_loan"]))
    assert legal_of(state, OfferCard) == [OfferCard("bk_loan")]
    assert after(state, 0, OfferCard("bk_loan")).hands[0].cards == ("bk_loan", "ot_tavern")


def test_newest_on_the_right() -> None:
    """Z-7.4: a new card is added at the right of the row. It gets a new number."""
    state = position(family("bank", hand=["bk_loan"]), rows={"bank": [card("bk_shares", 1), card("bk_savings", 2)]})
    state = after(state, 0, OfferCard("bk_loan"))
    assert [(each.card, each.number) for each in state.public.row("bank")] == [
        ("bk_shares", 1),
        ("bk_savings", 2),
        ("bk_loan", 3),
    ]


def test_its_own_area() -> None:
    """Z-7.4: a card goes to the row of its printed area."""
    state = position(family(lord="bank", lady="port", hand=["po_cargo"]))
    state = after(state, 0, OfferCard("po_cargo"))
    assert {row.area: len(row.cards) for row in state.public.rows if row.cards} == {"port": 1}


def test_no_limit_in_an_area() -> None:
    """Z-7.5: an area may get a sixth card. Surplus cards are removed only in the resolution."""
    state = position(family("bank", hand=["bk_loan"]), rows={"bank": busy(1, 5, "bank")})
    assert len(after(state, 0, OfferCard("bk_loan")).public.row("bank")) == 6


def test_no_goal_and_no_fort_card() -> None:
    """Z-7.6, Z-16.12: only action cards are offered. Fort cards never come to a hand."""
    state = position(family("fort", hand=["go_maj_fort", "ot_tavern"]))
    assert not legal_of(state, OfferCard)
    refusal(state, 0, OfferCard("go_maj_fort"))
    refusal(state, 0, OfferCard("fo_1"))


def test_marker_must_be_reclaimed_first() -> None:
    """Z-7.7, Z-10.2: with an empty supply an offer names the card from which its marker is reclaimed."""
    state = position(family("bank", hand=["bk_loan"]), rows={"cathedral": busy(0, 10)})
    assert own(state).supply == 0
    assert {offer.reclaim for offer in legal_of(state, OfferCard)} == {(Reclaimed(each),) for each in range(1, 11)}
    assert refusal(state, 0, OfferCard("bk_loan")).rule == "Z-10.3"
    step = play(state, 0, OfferCard("bk_loan", reclaim=(Reclaimed(4),)))
    assert [(event.seat, event.laid, event.slot) for event in told(step, MarkerReclaimed)] == [(0, 4, 1)]
    assert [event.laid for event in told(step, CardLeft)] == [4]
    assert laid(step.state, "bk_loan").markers == (0,)
    assert own(step.state).supply == 0


def test_no_reclaiming_with_a_supply() -> None:
    """Z-7.7, Z-10.3, E-6: with a marker in supply, no marker can be reclaimed for an offer."""
    state = position(family("bank", hand=["bk_loan"]), rows={"cathedral": busy(0, 9)})
    assert [offer.reclaim for offer in legal_of(state, OfferCard)] == [()]
    assert refusal(state, 0, OfferCard("bk_loan", reclaim=(Reclaimed(1),))).rule == "Z-10.3"


def test_window_opens() -> None:
    """Z-7.8: other seats with a figure in the card's area may react before the turn goes on."""
    others = [family("bank"), family("port"), family("bank")]
    state = position(family("bank", hand=["bk_loan"]), *others, rows={"bank": [card("bk_savings", 2)]})
    state = after(state, 0, OfferCard("bk_loan"))
    assert now(state) == [(1, "react")]
    not_asked(state, 0, MoveFigure("lord", "port"))
    assert now(run(state, (1, DECLINE), (3, DECLINE)).state) == [(0, "turn")]


def test_promoter_is_the_owner_of_the_top_marker() -> None:
    """Z-7.9, R-8, E-3: once the promoter's marker is gone, the owner of the next marker gets the bonuses."""
    rows = {"bank": [card("bk_shares", 0, 1)], "cathedral": busy(0, 9)}
    state = position(family("port", hand=["po_cargo"]), family("palace"), family("bank"), rows=rows)
    taken = Reclaimed(number(state, "bk_shares"))
    state = run(state, (0, OfferCard("po_cargo", reclaim=(taken,)))).state
    assert laid(state, "bk_shares").markers == (1,)
    step = play(turn_of(state, 2), 2, Influence(taken.laid, 2))
    assert [(event.seat, event.gain.vp) for event in told(step, BonusGained)] == [(1, 1)]
    assert (own(step.state, 1).points, own(step.state).points) == (1, 0)


def test_reaction_comes_first() -> None:
    """Z-7.8: the reaction takes effect straight away. Then the promoter may join other cards."""
    rows = {"bank": [card("bk_shares", 3)]}
    state = position(family("bank", hand=["bk_loan"]), family("bank", coins=2), rows=rows)
    step = run(state, (0, OfferCard("bk_loan")), (1, react(2)))
    assert own(step.state, 1).coins == 0
    assert now(step.state) == [(0, "turn")]
