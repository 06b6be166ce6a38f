"""Section Z-10: markers, and reclaiming them from cards with an empty supply."""

import pytest

from engines.zena1814 import ENGINE, markers
from engines.zena1814.actions import EndTurn, Influence, MoveFigure, OfferCard, Reclaimed
from engines.zena1814.events import BattleLost, BonusGained, CardLeft, DieRolled, MarkerPlaced, MarkerReclaimed
from tests.zena1814.games import random_game
from tests.zena1814.positions import (
    CONTENT,
    DECLINE,
    advance,
    after,
    at_area,
    busy,
    card,
    family,
    influence,
    laid,
    legal,
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

NINE = busy(0, 9)


def _table(*markers: int, area="bank", name: str = "bk_shares", **facts):
    """Return a position in which seat 0 has an empty supply and a figure at the Port.

    A card of seat 3 is there too. A marker of seat 0 is on ``name``.
    """
    rows = {"port": [card("po_consulate", 3)], "cathedral": NINE, area: [card(name, *markers)]}
    return position(family("port", coins=20, **facts), family("palace"), family("bank"), family("palace"), rows=rows)


def _take(state, name: str, *, lower: bool = False) -> Influence:
    """Return the action of seat 0 that joins the card at the Port with a marker reclaimed from another card."""
    return influence(state, "po_consulate", take=Reclaimed(number(state, name), lower))


@pytest.mark.parametrize(("seats", "mode"), [(2, "expert"), (5, "expert"), (3, "beginner")])
def test_ten_markers(seats: int, mode: str) -> None:
    """Z-10.1: the markers in supply, on cards and under figures add up to ten for each family throughout the game."""
    for move in random_game(seats, 4, mode):
        public = move.step.state.public
        for seat, mine in enumerate(public.families):
            on_cards = sum(each.markers.count(seat) for row in public.rows for each in row.cards)
            assert mine.supply + on_cards + sum(each.markers for each in mine.figures) == 10
            assert mine.supply >= 0


def test_marker_is_moved() -> None:
    """Z-10.2, E-1: with an empty supply, the seat moves its marker from another card."""
    state = _table(1, 0, 2)
    step = play(state, 0, _take(state, "bk_shares"))
    assert told(step, MarkerReclaimed) == [MarkerReclaimed(0, "bk_shares", number(state, "bk_shares"), 2)]
    assert laid(step.state, "po_consulate").markers == (3, 0)
    assert own(step.state).supply == 0


def test_every_card_is_a_source() -> None:
    """Z-10.2, Z-10.3: the seat can reclaim any of its markers on other cards, and no other marker."""
    state = _table(1, 0, 2)
    wanted = number(state, "po_consulate")
    sources = {action.reclaim for action in legal_of(state, Influence) if action.laid == wanted}
    on_cards = {each.number for row in state.public.rows for each in row.cards if 0 in each.markers}
    assert sources == {Reclaimed(each) for each in on_cards}
    refusal(state, 0, Influence(wanted, 4, Reclaimed(wanted)))
    refusal(state, 0, Influence(wanted, 4, Reclaimed(99)))


def test_source_must_be_named() -> None:
    """Z-10.2: with an empty supply, a placement must name the card from which its marker is reclaimed."""
    state = _table(1, 0, 2)
    assert refusal(state, 0, influence(state, "po_consulate")).rule in {"Z-10.2", "Z-10.3"}


@pytest.mark.parametrize("left", [1, 2, 9])
def test_only_with_an_empty_supply(left: int) -> None:
    """Z-10.3, E-6: with a marker left in supply, no marker can be reclaimed."""
    rows = {"port": [card("po_consulate", 3)], "cathedral": busy(0, 10 - left)}
    state = position(family("port", coins=20), rows=rows)
    assert {action.reclaim for action in legal_of(state, Influence)} == {None}
    assert refusal(state, 0, _take(state, rows["cathedral"][0].name)).rule == "Z-10.3"


@pytest.mark.parametrize(("left", "count"), [(0, 10), (1, 0), (2, 0)])
def test_sources(left: int, count: int) -> None:
    """Z-10.3: with an empty supply all markers of the seat on other cards can be reclaimed, otherwise none."""
    state = position(family("port"), rows={"port": [card("po_consulate", 3)], "cathedral": busy(0, 10 - left)})
    assert len(markers.sources(state.public, 0, number(state, "po_consulate"))) == count


def test_foreign_markers_stay() -> None:
    """Z-10.3: a seat cannot reclaim another seat's marker."""
    state = _table(1, 2, name="bk_savings")
    state = position(family("port", coins=20, under={"lord": 1}), rows=_rows(state), box=["ot_manezzi"])
    assert own(state).supply == 0
    assert refusal(state, 0, _take(state, "bk_savings")).rule == "Z-10.3"


def _rows(state):
    return {row.area: [card(each.card, *each.markers) for each in row.cards] for row in state.public.rows}


def test_one_for_each_placement() -> None:
    """Z-10.3: a placement reclaims exactly one marker."""
    state = _table(1, 0, 2)
    step = play(state, 0, _take(state, "bk_shares"))
    assert len(told(step, MarkerReclaimed)) == len(told(step, MarkerPlaced)) == 1


def test_not_from_the_target() -> None:
    """E-7, Z-10.3: a seat whose markers are only on the target card cannot place a marker.

    The position is built by hand, with nine markers under figures.
    """
    rows = {"port": [card("po_consulate", 0, 1)]}
    players = [family("port", coins=20, under={"lord": 9}), family("palace")]
    state = position(*players, rows=rows, seats=2)
    assert own(state).supply == 0
    assert not legal_of(state, Influence)
    refusal(state, 0, influence(state, "po_consulate"))
    refusal(state, 0, influence(state, "po_consulate", take=Reclaimed(1)))


def test_no_marker_anywhere_cannot_be() -> None:
    """E-8, Z-10.1: at most two markers can be under figures, so each family has at least eight in supply or on cards."""
    manezzi = [each for each in CONTENT.actions if each.special == "manezzi"]
    assert sum(each.copies for each in manezzi) == 2
    for number_of_game in (1, 2, 3):
        for move in random_game(3, number_of_game):
            under = [sum(each.markers for each in mine.figures) for mine in move.step.state.public.families]
            assert sum(under) <= 2


def test_upper_or_lower() -> None:
    """Z-10.3, E-3: with two markers of the seat on the source, the player chooses one."""
    rows = {"port": [card("po_consulate", 1)], "bank": [card("bk_shares", 0, 1, 0)], "cathedral": busy(0, 8)}
    state = position(family("port", coins=20), family("palace"), seats=2, rows=rows)
    shares = number(state, "bk_shares")
    ways = [action.reclaim for action in legal_of(state, Influence) if action.reclaim.laid == shares]
    assert set(ways) == {Reclaimed(shares), Reclaimed(shares, lower=True)}
    upper, lower = (play(state, 0, _take(state, "bk_shares", lower=which)) for which in (False, True))
    assert laid(upper.state, "bk_shares").markers == (1, 0)
    assert laid(lower.state, "bk_shares").markers == (0, 1)
    assert [event.slot for event in told(upper, MarkerReclaimed) + told(lower, MarkerReclaimed)] == [1, 3]
    one = _table(1, 0, 2)
    refusal(one, 0, _take(one, "bk_shares", lower=True))


def test_off_turn() -> None:
    """Z-10.4, R-9, E-10: a marker can also be reclaimed in a window, during another seat's turn."""
    rows = {"cathedral": busy(1, 9), "port": [card("po_cargo", 2, 1)]}
    state = position(family("bank", hand=["bk_loan"]), family("bank"), rows=rows)
    state = after(state, 0, OfferCard("bk_loan"))
    state = after(state, 1, react(2, 1, Reclaimed(number(state, "po_cargo"))))
    assert laid(state, "po_cargo").markers == (2,)
    assert laid(state, "bk_loan").markers == (0, 1)


def test_not_a_marker_of_this_turn() -> None:
    """Z-10.5, E-9, R-9: a marker placed in this turn, by offer or influence, cannot be reclaimed in the same turn.

    In a later turn it can.
    """
    rows = {"port": [card("po_consulate", 3), card("po_cargo", 3)], "cathedral": NINE}
    state = position(family("port", coins=30, hand=["po_packet_boat"]), rows=rows)
    state = after(state, 0, OfferCard("po_packet_boat"))
    assert own(state).supply == 0
    offered = number(state, "po_packet_boat")
    assert offered not in {action.reclaim.laid for action in legal_of(state, Influence)}
    refusal(state, 0, _take(state, "po_packet_boat"))
    state = after(state, 0, _take(state, "ca_alms"))
    influenced = number(state, "po_consulate")
    assert not {offered, influenced} & {action.reclaim.laid for action in legal_of(state, Influence)}
    refusal(state, 0, influence(state, "po_cargo", take=Reclaimed(influenced)))
    later = turn_of(state, 0)
    assert {offered, influenced} <= {action.reclaim.laid for action in legal_of(later, Influence)}


def test_new_marker_and_an_offer_after_it() -> None:
    """Z-10.5, R-12: with free order, an offer after an influence cannot reclaim the marker placed in this turn either."""
    rows = {"port": [card("po_consulate", 3)], "cathedral": NINE}
    state = position(family("port", coins=30, hand=["po_packet_boat"]), rows=rows, free_order=True)
    state = after(state, 0, influence(state, "po_consulate"))
    fresh = number(state, "po_consulate")
    assert own(state).supply == 0
    assert {offer.reclaim[0].laid for offer in legal_of(state, OfferCard)} == {
        each.number for each in state.public.row("cathedral")
    }
    refusal(state, 0, OfferCard("po_packet_boat", reclaim=(Reclaimed(fresh),)))


def test_older_marker_beside_a_new_one() -> None:
    """Z-10.5: if a seat has an old and a new marker on a card, it can reclaim only the old one."""
    rows = {"bank": [card("bk_loan", 0, 1)], "port": [card("po_consulate", 1)], "cathedral": busy(0, 8)}
    state = position(family(lord="bank", lady="port", coins=20), family("palace"), seats=2, rows=rows)
    loan = number(state, "bk_loan")
    state = after(state, 0, influence(state, "bk_loan"))
    assert (laid(state, "bk_loan").markers, own(state).supply) == ((0, 1, 0), 0)
    ways = [action.reclaim for action in legal_of(state, Influence) if action.reclaim.laid == loan]
    assert set(ways) == {Reclaimed(loan)}
    refusal(state, 0, _take(state, "bk_loan", lower=True))
    step = play(state, 0, _take(state, "bk_loan"))
    assert laid(step.state, "bk_loan").markers == (1, 0)
    again = [action.reclaim for action in legal_of(step.state, Influence) if action.reclaim.laid == loan]
    assert again == []


@pytest.mark.parametrize(("before", "left"), [((0, 1, 2), (1, 2)), ((1, 0, 2), (1, 2)), ((1, 2, 0), (1, 2))])
def test_markers_move_up(before: tuple[int, ...], left: tuple[int, ...]) -> None:
    """Z-10.6, R-10, E-1: the markers below move up. This costs and gains nothing."""
    state = _table(*before)
    step = play(state, 0, _take(state, "bk_shares"))
    assert laid(step.state, "bk_shares").markers == left
    assert not [event for event in told(step, BonusGained) if event.card == "bk_shares"]
    for seat in (1, 2):
        assert own(step.state, seat) == own(state, seat)
    assert own(step.state).coins == 20 - 4


def test_slot_is_free_again() -> None:
    """Z-10.7, E-1, E-2: the lowest slot can be bought again at its own price, and gives its bonus again."""
    state = _table(1, 0, 3)
    state = after(state, 0, _take(state, "bk_shares"))
    assert laid(state, "bk_shares").markers == (1, 3)
    step = play(turn_of(state, 2), 2, influence(state, "bk_shares"))
    assert [(event.slot, event.price) for event in told(step, MarkerPlaced)] == [(3, 1)]
    assert [(event.seat, event.gain.card) for event in told(step, BonusGained)] == [(1, 1)]


def test_bonus_a_second_time() -> None:
    """E-2, Z-8.5: slot 3 is taken, left and taken again. The promoter gains its bonus each time."""
    rows = {"port": [card("po_consulate", 3)], "cathedral": NINE, "bank": [card("bk_loan", 1, 2)]}
    others = [family("palace", coins=0), family("palace"), family("bank")]
    state = position(family(lord="bank", lady="port", coins=20, under={"lord": 1}), *others, rows=rows, box=["ot_manezzi"])
    state = after(state, 0, influence(state, "bk_loan", take=Reclaimed(number(state, "ca_alms"))))
    assert own(state, 1).coins == 1
    state = turn_of(state, 0)
    state = after(state, 0, _take(state, "bk_loan"))
    assert (laid(state, "bk_loan").markers, own(state, 1).coins) == ((1, 2), 1)
    state = turn_of(state, 3)
    assert own(after(state, 3, influence(state, "bk_loan")), 1).coins == 2


def test_promoter_reclaims() -> None:
    """E-3, R-8: the owner of the next marker becomes promoter and gets later bonuses."""
    state = _table(0, 1, 2)
    state = after(state, 0, _take(state, "bk_shares"))
    assert laid(state, "bk_shares").markers == (1, 2)
    stranger = position(family("port"), seats=5, rows=_rows(state), seat=4)
    stranger = after(stranger, 4, MoveFigure("lord", "bank"))
    step = play(stranger, 4, influence(stranger, "bk_shares"))
    assert [event.seat for event in told(step, BonusGained)] == [1]


def test_new_promoter_rolls() -> None:
    """E-3, R-8: on a dice card the new promoter pays first and rolls."""
    players = [family("port"), family("palace"), family("palace")]
    state = advance(at_area(position(*players, rows={"bank": [card("bk_investment", 1, 2)]}), "bank")).state
    assert now(state) == [(1, "dice")]
    poor = [family("port", coins=0), family("palace", coins=0), family("palace", coins=0)]
    step = advance(at_area(position(*poor, rows={"bank": [card("bk_investment", 1, 2)]}), "bank"))
    assert [event.seat for event in told(step, DieRolled)] == [1]


def test_last_marker_taken() -> None:
    """Z-10.8, E-4: a card without markers leaves play in the middle of the turn, and does not resolve."""
    state = _table(0)
    number_of_card = number(state, "bk_shares")
    step = play(state, 0, _take(state, "bk_shares"))
    assert told(step, CardLeft) == [CardLeft("bk_shares", number_of_card, "bank", "emptied")]
    assert step.state.public.row("bank") == ()
    assert step.state.public.box == ("bk_shares",)
    order = [type(each.event) for each in step.events]
    assert order.index(MarkerReclaimed) < order.index(CardLeft) < order.index(MarkerPlaced)


def test_fort_card_without_markers_stays() -> None:
    """R-11, E-5, Z-10.8: a Fort card without markers stays, and fails automatically in the resolution."""
    state = _table(0, area="fort", name="fo_1")
    step = play(state, 0, _take(state, "fo_1"))
    assert laid(step.state, "fo_1").markers == ()
    assert not told(step, CardLeft)
    resolved = advance(at_area(step.state, "fort"))
    assert [event.card for event in told(resolved, BattleLost)] == ["fo_1"]
    assert not told(resolved, DieRolled)


def test_marker_under_a_figure() -> None:
    """Z-10.9, E-41, R-9: a marker under a figure is on no card and cannot be reclaimed, so nine markers remain usable."""
    rows = {"port": [card("po_consulate", 3)], "cathedral": NINE}
    state = position(family("port", coins=20, under={"heir_1": 1}), rows=rows, box=["ot_manezzi"])
    assert own(state).supply == 0
    assert {action.reclaim.laid for action in legal_of(state, Influence)} == {
        each.number for each in state.public.row("cathedral")
    }
    step = play(state, 0, _take(state, "ca_alms"))
    assert own(step.state).figure("heir_1").markers == 1
    assert own(step.state).supply == 0


def test_card_leaves_in_a_window() -> None:
    """E-11: during a turn, another seat's reaction empties a card that the player had planned to join.

    That step fails and the player decides again.
    """
    rows = {"port": [card("po_cargo", 1), card("po_consulate", 2)], "cathedral": busy(1, 9)}
    state = position(family(lord="bank", lady="port", hand=["bk_loan"]), family("bank"), rows=rows)
    planned = influence(state, "po_cargo")
    state = after(state, 0, OfferCard("bk_loan"))
    assert planned in legal(state)
    state = run(state, (1, react(2, 1, Reclaimed(number(state, "po_cargo"))))).state
    assert state.public.find(planned.laid) is None
    assert refusal(state, 0, planned).rule == "Z-8.1"
    assert now(state) == [(0, "turn")]


def test_termination() -> None:
    """E-9, R-9: every turn ends, because a placement costs a coin and its marker cannot be reclaimed in the same turn."""
    rows = {"port": [card("po_consulate", 3), card("po_cargo", 3), card("po_packet_boat", 3)], "cathedral": NINE}
    state = position(family("port", coins=99, under={"lord": 1}), rows=rows, box=["ot_manezzi"])
    steps = 0
    while now(state) == [(0, "turn")]:
        action = next((each for each in legal_of(state, Influence)), EndTurn())
        state = after(state, 0, action)
        steps += 1
    assert steps <= 4


def test_declining_costs_no_marker() -> None:
    """Z-10.2, Z-9.6: an answer that places nothing reclaims nothing."""
    state = position(family("bank", hand=["bk_loan"]), family("bank"), rows={"cathedral": busy(1, 10)})
    step = run(state, (0, OfferCard("bk_loan")), (1, DECLINE))
    assert not told(step, MarkerReclaimed)
    ENGINE.check(step.state)
