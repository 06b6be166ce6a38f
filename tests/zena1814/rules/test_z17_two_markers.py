"""Section Z-17: in expert games of two or three, each player may have two markers on a card."""

import pytest

from engines.contract import When
from engines.zena1814 import ENGINE
from engines.zena1814.actions import Influence, OfferCard, PayCoins, React, Reclaimed
from engines.zena1814.events import BonusGained, CoinsPaid, DieRolled, MarkerEarned, MarkerPlaced, MarkerReclaimed
from engines.zena1814.state import Window
from tests.zena1814.positions import (
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
    loaded,
    next_round,
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

HERE = family("bank")


def _offered(*others, name: str = "bk_shares", second: bool = False, **facts):
    promoter = family("bank", coins=20, hand=[name])
    state = position(promoter, *others, seats=3, **facts)
    return after(state, 0, OfferCard(name, second))


@pytest.mark.parametrize(
    ("mode", "seats", "most"),
    [
        ("expert", 2, 2),
        ("expert", 3, 2),
        ("expert", 4, 1),
        ("expert", 5, 1),
        ("beginner", 2, 1),
        ("beginner", 3, 1),
    ],
)
def test_who_may_have_two(mode, seats: int, most: int) -> None:
    """Z-17.1, E-80, E-81, Z-8.3: only in expert games of two or three may a player have two markers on a card."""
    state = position(HERE, seats=seats, mode=mode, rows={"bank": [card("bk_shares", 0)]})
    assert bool(legal_of(state, Influence)) == (most == 2)
    if most == 1:
        assert refusal(state, 0, influence(state, "bk_shares")).rule == "Z-8.3"
    offering = position(family("bank", hand=["bk_loan"]), seats=seats, mode=mode)
    assert {offer.second for offer in legal_of(offering, OfferCard)} == ({False, True} if most == 2 else {False})
    if most == 1:
        assert refusal(offering, 0, OfferCard("bk_loan", second=True)).rule == "Z-17.1"


@pytest.mark.parametrize("seats", [2, 3])
def test_no_third_marker(seats: int) -> None:
    """E-79, Z-17.1: no seat may have more than two markers on a card."""
    state = position(HERE, seats=seats, rows={"bank": [card("bk_shares", 0, 0)]})
    assert not legal_of(state, Influence)
    assert refusal(state, 0, influence(state, "bk_shares")).rule == "Z-8.3"
    beside = position(HERE, seats=seats, rows={"bank": [card("bk_shares", 0, 0), card("bk_loan", 1)]})
    assert {action.laid for action in legal_of(beside, Influence)} == {2}


def test_each_is_paid() -> None:
    """Z-17.2, V-7: two markers placed together cost the price of both slots."""
    step = play(position(family("bank", hand=["bk_shares"]), seats=3), 0, OfferCard("bk_shares", second=True))
    assert [(event.slot, event.price) for event in told(step, MarkerPlaced)] == [(1, 4), (2, 2)]
    assert (own(step.state).coins, own(step.state).supply) == (4, 8)
    poor = position(family("bank", coins=5, hand=["bk_shares"]), seats=3)
    assert legal_of(poor, OfferCard) == [OfferCard("bk_shares")]
    assert refusal(poor, 0, OfferCard("bk_shares", second=True)).rule == "Z-8.2"


def test_each_earns() -> None:
    """Z-17.2, Z-12.2, V-7: each of the two markers earns the full reward."""
    state = position(family("port"), family("palace"), seats=3, rows={"bank": [card("bk_shares", 0, 1, 0)]})
    earned = told(advance(at_area(state, "bank")), MarkerEarned)
    assert [(event.seat, event.gain.coin) for event in earned] == [(0, 2), (1, 2), (0, 2)]


def test_at_different_times() -> None:
    """Z-17.3: the markers may be placed in one turn or in two, in the seat's own turn or in a window."""
    state = position(HERE, seats=3, rows={"bank": [card("bk_investment", 1)]})
    state = after(state, 0, influence(state, "bk_investment"))
    state = after(turn_of(state, 0), 0, influence(state, "bk_investment"))
    assert laid(state, "bk_investment").markers == (1, 0, 0)
    both = position(HERE, seats=3, rows={"bank": [card("bk_investment", 1)]})
    both = after(both, 0, influence(both, "bk_investment"), influence(both, "bk_investment"))
    assert laid(both, "bk_investment").markers == (1, 0, 0)
    joined = run(_offered(HERE, name="bk_investment"), (1, react(2))).state
    later = after(turn_of(joined, 1), 1, influence(joined, "bk_investment"))
    assert laid(later, "bk_investment").markers == (0, 1, 1)


def test_promoters_own_bonus() -> None:
    """Z-17.4, Z-8.5: a promoter who takes slot 2 gains its bonus, with the offer or in a later turn."""
    step = play(position(family("bank", hand=["bk_savings"]), seats=3), 0, OfferCard("bk_savings", second=True))
    assert [(event.seat, event.gain.coin) for event in told(step, BonusGained)] == [(0, 1)]
    state = turn_of(_offered(name="bk_loan"), 0)
    own_later = play(state, 0, influence(state, "bk_loan"))
    assert [(event.seat, event.gain.coin) for event in told(own_later, BonusGained)] == [(0, 1)]


def test_two_at_a_time_off_turn() -> None:
    """Z-17.5: in a window each seat places no, one or two markers before the next seat decides."""
    state = _offered(HERE, HERE, name="bk_investment")
    assert legal(state, 1, "react") == [react(2), react(2, 2), DECLINE]
    one = after(state, 1, react(2))
    assert now(one) == [(2, "react")]
    assert legal(one, 2, "react") == [react(3), DECLINE]
    step = play(state, 1, react(2, 2))
    assert [(event.slot, event.price) for event in told(step, MarkerPlaced)] == [(2, 2), (3, 1)]
    assert own(step.state, 1).coins == 10 - 3


def test_two_bonuses_off_turn() -> None:
    """Z-17.5, Z-8.5: the promoter gains the bonus of each of the two slots."""
    step = play(_offered(HERE, name="bk_loan"), 1, react(2, 2))
    assert [(event.seat, event.gain.coin) for event in told(step, BonusGained)] == [(0, 1), (0, 1)]


def test_two_slots_of_an_offer() -> None:
    """E-78, Z-9.5: two markers after an offer fill a card with three slots, so the window closes."""
    state = after(_offered(HERE, HERE, name="bk_investment"), 1, react(2, 2))
    assert laid(state, "bk_investment").markers == (0, 1, 1)
    assert not [each for each in ENGINE.pending(state.public) if each.kind == "react"]


def test_two_slots_of_a_fort_card() -> None:
    """E-78, Z-17.5: after two markers on a Fort card a single slot is left, and the next player decides."""
    players = [family(lord="fort"), family(lord="fort"), family(lord="fort")]
    state = next_round(position(*players, seats=3, start=1, next_event="ev_border_raid", fort=["fo_1"])).state
    assert now(state) == [(0, "react")]
    assert legal(state, 0, "react") == [react(1), react(1, 2), DECLINE]
    state = after(state, 0, react(1, 2))
    assert laid(state, "fo_1").markers == (0, 0)
    assert now(state) == [(1, "react")]
    assert legal(state, 1, "react") == [react(3), DECLINE]
    full = after(state, 1, react(3))
    assert now(full) == [(0, "turn")]


def test_coins_for_one_only() -> None:
    """Z-17.5, Z-9.4: a seat needs the coins for both slots to place two markers."""
    assert legal(_offered(family("bank", coins=2), HERE), 1, "react") == [react(2), DECLINE]
    refusal(_offered(family("bank", coins=2), HERE), 1, react(2, 2))


def test_one_with_four_players() -> None:
    """Z-8.3, E-81: with more than three players the limit is one marker, in windows too."""
    state = after(position(family("bank", hand=["bk_loan"]), HERE, seats=4), 0, OfferCard("bk_loan"))
    assert legal(state, 1, "react") == [react(2), DECLINE]
    assert refusal(state, 1, react(2, 2)).rule == "Z-8.3"


def test_reclaiming_for_two() -> None:
    """Z-17.5, Z-10.3: each marker missing from the supply is reclaimed, in the order named."""
    rows = {"cathedral": busy(1, 9)}
    state = after(position(family("bank", hand=["bk_investment"]), HERE, seats=3, rows=rows), 0, OfferCard("bk_investment"))
    pairs = [each for each in legal_of(state, React, 1, "react") if each.markers == 2]
    assert {each.reclaim for each in pairs} == {(Reclaimed(source),) for source in range(1, 10)}
    step = play(state, 1, react(2, 2, Reclaimed(5)))
    assert [type(event) for event in told(step, MarkerPlaced, MarkerReclaimed)] == [MarkerPlaced, MarkerReclaimed, MarkerPlaced]
    empty = position(family("bank", hand=["bk_investment"]), HERE, seats=3, rows={"cathedral": busy(1, 10)})
    empty = after(empty, 0, OfferCard("bk_investment"))
    twice = {each.reclaim for each in legal_of(empty, React, 1, "react") if each.markers == 2}
    assert len(twice) == 90
    assert len(told(play(empty, 1, react(2, 2, Reclaimed(5), Reclaimed(2))), MarkerReclaimed)) == 2


def test_two_from_one_card() -> None:
    """Z-10.3: if a seat has two markers on a card, both may be reclaimed, in either order."""
    rows = {"cathedral": [card("ca_alms", 0, 1, 0), *busy(0, 10)[3:]], "port": [card("po_cargo", 0)]}
    state = position(family("bank", hand=["bk_investment"]), HERE, seats=3, rows=rows)
    assert own(state).supply == 0
    alms = number(state, "ca_alms")
    ways = {each.reclaim for each in legal_of(state, OfferCard) if each.second and {one.laid for one in each.reclaim} == {alms}}
    assert ways == {(Reclaimed(alms), Reclaimed(alms)), (Reclaimed(alms, lower=True), Reclaimed(alms))}
    step = play(state, 0, OfferCard("bk_investment", True, (Reclaimed(alms), Reclaimed(alms))))
    assert laid(step.state, "ca_alms").markers == (1,)
    assert [event.slot for event in told(step, MarkerReclaimed)] == [1, 2]
    other = play(state, 0, OfferCard("bk_investment", True, (Reclaimed(alms, lower=True), Reclaimed(alms))))
    assert [event.slot for event in told(other, MarkerReclaimed)] == [3, 1]


def test_with_the_offer_or_after_the_window() -> None:
    """Z-17.6, R-13, V-7: the promoter can place the second marker with the offer, but not in the window.

    The promoter can also place it in the influence step, if the slot is still free.
    """
    at_once = _offered(HERE, name="bk_loan", second=True)
    assert laid(at_once, "bk_loan").markers == (0, 0)
    state = _offered(HERE, name="bk_loan")
    assert 0 not in {each.seat for each in ENGINE.pending(state.public) if each.kind == "react"}
    declined = after(state, 1, DECLINE)
    assert now(declined) == [(0, "turn")]
    assert laid(after(declined, 0, influence(declined, "bk_loan")), "bk_loan").markers == (0, 0)
    taken = after(state, 1, react(2, 2))
    assert laid(taken, "bk_loan").markers == (0, 1, 1)
    assert now(taken) == [(1, "turn")]


def test_window_after_two_markers() -> None:
    """Z-17.6, Z-9.5: if both markers are placed with the offer, the other players decide about the last slot."""
    state = _offered(HERE, HERE, name="bk_loan", second=True)
    assert legal(state, 1, "react") == [react(3), DECLINE]


def test_all_else_is_unchanged() -> None:
    """Z-17.7: the order of a window and the number of slots are unchanged."""
    state = _offered(HERE, HERE, name="bk_loan")
    whens = {each.seat: each.when for each in ENGINE.pending(state.public) if each.kind == "react"}
    assert whens == {1: When.NOW, 2: When.AHEAD}
    full = position(HERE, seats=2, rows={"bank": [card("bk_shares", 1, 1, 0)]})
    assert refusal(full, 0, influence(full, "bk_shares")).rule in {"Z-8.3", "Z-8.4"}
    beside = position(HERE, seats=3, rows={"bank": [card("bk_shares", 1, 2, 2)]})
    assert refusal(beside, 0, influence(beside, "bk_shares")).rule == "Z-8.4"


@pytest.mark.parametrize(("markers", "plus"), [((0,), 0), ((0, 0), 1), ((0, 1, 0), 2)])
def test_own_second_marker_adds_one(markers: tuple[int, ...], plus: int) -> None:
    """E-76, R-15: a seat's second marker adds one to the roll, like any other marker."""
    poor = [family("port", coins=0), family("palace", coins=0)]
    state = loaded(position(*poor, seats=2, rows={"bank": [card("bk_investment", *markers)]}), {1: 2})
    (rolled,) = told(advance(at_area(state, "bank")), DieRolled)
    assert (rolled.die, rolled.markers, rolled.result) == (2, plus, 2 + plus)


def test_asked_once_for_coins() -> None:
    """E-77, R-16, Z-17.2: a seat with two markers pays once, when its upper marker comes up, and earns twice."""
    players = [family("port", coins=5), family("palace", coins=5)]
    state = loaded(position(*players, seats=2, rows={"bank": [card("bk_investment", 0, 1, 0)]}), {1: 4})
    state = advance(at_area(state, "bank")).state
    asked = []
    events = []
    while now(state)[0][1] == "dice":
        ((seat, _),) = now(state)
        asked.append(seat)
        step = play(state, seat, PayCoins(0))
        state, events = step.state, [*events, *told(step, CoinsPaid, DieRolled, MarkerEarned)]
    assert asked == [0, 1]
    assert [(event.seat, event.gain.coin) for event in events if isinstance(event, MarkerEarned)] == [(0, 5), (1, 5), (0, 5)]


def test_window_by_hand() -> None:
    """Z-17.1, Z-9.4: a seat with a marker on the card may place one more in its window, not two."""
    rows = {"fort": [card("fo_1", 0)]}
    state = position(family("fort"), seats=3, rows=rows)
    state = position(family("fort"), seats=3, rows=rows, agenda=(Window(1, (0,)), *state.public.agenda))
    assert legal(state, 0, "react") == [react(2), DECLINE]
