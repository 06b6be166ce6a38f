"""Section Z-9 and ledger 7.2: seats that may react to a card, their order, and seats that are skipped."""

import pytest

from engines.contract import When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import Decline, DrawFrom, OfferCard, React, Reclaimed
from engines.zena1814.events import BonusGained, MarkerPlaced, ReactionDeclined, TrickMoved
from engines.zena1814.state import Window
from tests.zena1814.games import random_game
from tests.zena1814.positions import (
    DECLINE,
    END,
    advance,
    after,
    asked,
    at_area,
    busy,
    card,
    family,
    influence,
    laid,
    legal,
    not_asked,
    now,
    number,
    own,
    pending,
    play,
    position,
    react,
    refusal,
    run,
    told,
    window,
)

HERE = family("bank")
ELSEWHERE = family("port")


def _offered(*others, promoter=None, name: str = "bk_shares", seat: int = 0, **facts):
    """Return a state in which ``seat`` has offered a card at the Bank. The other seats are ``others``, in order."""
    players = list(others)
    players.insert(seat, promoter or family("bank", hand=[name]))
    return after(position(*players, seat=seat, **facts), seat, OfferCard(name))


def _when(state) -> dict[int, When]:
    return {each.seat: each.when for each in ENGINE.pending(state.public) if each.kind == "react"}


# Z-9.1: when a window opens


def test_for_each_offer() -> None:
    """Z-9.1: an offered card opens a window for the other seats."""
    assert now(_offered(HERE, HERE, HERE)) == [(1, "react")]


def test_not_for_influence() -> None:
    """Z-9.1: a marker on an older card opens no window."""
    state = position(family("bank", hand=["ot_tavern"]), HERE, HERE, rows={"bank": [card("bk_shares", 3)]})
    assert "react" not in {kind for _, kind in now(after(state, 0, influence(state, "bk_shares")))}


def test_not_for_a_free_slot() -> None:
    """Z-9.1: a slot that becomes free again opens no window."""
    rows = {"bank": [card("bk_shares", 1, 0, 2)], "port": [card("po_cargo", 2)], "cathedral": busy(0, 9)}
    state = position(family(lord="port", lady="bank"), HERE, HERE, HERE, rows=rows)
    state = after(state, 0, influence(state, "po_cargo", take=Reclaimed(number(state, "bk_shares"))))
    assert laid(state, "bk_shares").markers == (1, 2)
    assert not _when(state)


def test_not_for_a_moved_trick() -> None:
    """Z-9.1: a trick card that moves to an area opens no window."""
    for move in random_game(3, 5):
        if told(move.step, TrickMoved):
            assert not [each for each in ENGINE.pending(move.step.state.public) if each.kind == "react"]
    state = position(HERE, HERE, HERE, rows={"old_town": [card("ot_sollevacoin", 0)]})
    assert not _when(advance(at_area(state, "old_town")).state)


# Z-9.2, Z-9.3: the order


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_from_the_start_player(start: int) -> None:
    """Z-9.2: the order begins with the start player, whichever seat is promoter. Every other seat decides once."""
    state = position(family("bank", hand=["bk_investment"]), HERE, HERE, HERE, start=start, seat=0)
    state = after(state, 0, OfferCard("bk_investment"))
    order = []
    while now(state)[0][1] == "react":
        ((seat, _),) = now(state)
        order.append(seat)
        state = after(state, seat, DECLINE)
    assert order == [seat for seat in [*range(start, 4), *range(start)] if seat != 0]


def test_start_player_third_from_the_promoter() -> None:
    """E-12: the start player decides first, even if two other seats are nearer to the promoter's left."""
    state = position(HERE, family("bank", hand=["bk_loan"]), HERE, HERE, start=0, seat=1)
    assert now(after(state, 1, OfferCard("bk_loan"))) == [(0, "react")]
    state = position(family("bank", hand=["bk_loan"]), HERE, HERE, HERE, start=3, seat=0)
    assert now(after(state, 0, OfferCard("bk_loan"))) == [(3, "react")]


def test_promoter_is_not_asked() -> None:
    """Z-9.3, R-13: the promoter never decides, even as start player with enough markers and coins.

    The same applies if two markers are allowed.
    """
    for seats in (2, 3, 4):
        players = [family("bank", hand=["bk_shares"]), *[HERE] * (seats - 1)]
        state = after(position(*players, seats=seats), 0, OfferCard("bk_shares"))
        assert 0 not in _when(state)
        not_asked(state, 0, react(2))


# Z-9.4: who may react


@pytest.mark.parametrize(
    ("player", "joins"),
    [
        (family("bank"), True),
        (family(heir_2="bank"), True),
        (family("port"), False),
        (family("bank", coins=2), True),
        (family("bank", coins=1), False),
    ],
)
def test_who_may_react(player, joins: bool) -> None:
    """Z-9.4, ledger 7.2: a seat without a figure in the area, or without the coins for the slot, is skipped."""
    state = _offered(player, HERE)
    assert now(state) == [(1 if joins else 2, "react")]
    if not joins:
        not_asked(state, 1, react(2))
        not_asked(state, 1, DECLINE)


def test_own_marker_already_there() -> None:
    """Z-9.4, Z-8.3: a seat with the maximum number of markers on the card is skipped.

    The position is built by hand, with a Fort card.
    """
    state = position(family("fort"), family("fort"), rows={"fort": [card("fo_1", 0)]})
    assert now(advance(window(state, "fo_1", 0, 1)).state) == [(1, "react")]


def test_no_marker_at_all() -> None:
    """Z-9.4: a seat without a marker in supply or on a card is skipped.

    The position is built by hand, with all markers under figures.
    """
    state = position(family("bank", hand=["bk_loan"]), family("bank", under={"lord": 10}), HERE)
    state = ENGINE.apply(state, 0, OfferCard("bk_loan")).state
    assert now(state) == [(2, "react")]


def test_with_a_reclaimed_marker() -> None:
    """E-10, Z-9.4, Z-10.4: a reaction with an empty supply names the card from which its marker is reclaimed."""
    state = position(family("bank", hand=["bk_loan"]), HERE, rows={"cathedral": busy(1, 10)})
    state = after(state, 0, OfferCard("bk_loan"))
    assert now(state) == [(1, "react")]
    assert legal(state, 1, "react") == [*(react(2, 1, Reclaimed(each)) for each in range(1, 11)), DECLINE]
    assert refusal(state, 1, react(2)).rule == "Z-10.3"
    state = after(state, 1, react(2, 1, Reclaimed(3)))
    assert laid(state, "bk_loan").markers == (0, 1)
    assert state.public.find(3) is None


def test_no_reclaiming_with_markers_left() -> None:
    """Z-9.4, Z-10.3: in a window, too, a marker can be reclaimed only with an empty supply."""
    state = position(family("bank", hand=["bk_loan"]), HERE, rows={"cathedral": busy(1, 9)})
    state = after(state, 0, OfferCard("bk_loan"))
    assert legal(state, 1, "react") == [react(2), DECLINE]
    refusal(state, 1, react(2, 1, Reclaimed(3)))


# Z-9.5: end of a window


def test_ends_when_all_were_asked() -> None:
    """Z-9.5: the window ends after each seat has decided once."""
    state = _offered(HERE, HERE, HERE, promoter=family("bank", hand=["bk_shares", "ot_tavern"]))
    state = run(state, (1, DECLINE), (2, react(2)), (3, DECLINE)).state
    assert not _when(state)
    not_asked(state, 1, react(3))


def test_ends_when_the_card_is_full() -> None:
    """E-13, Z-9.5: the first seat in play order takes the last slot. Later seats no longer decide."""
    state = _offered(HERE, HERE, HERE)
    assert _when(state) == {1: When.NOW, 2: When.AHEAD, 3: When.AHEAD}
    state = run(state, (1, react(2))).state
    assert _when(state) == {2: When.NOW, 3: When.AHEAD}
    state = after(state, 2, react(3))
    assert laid(state, "bk_shares").markers == (0, 1, 2)
    assert not _when(state)


@pytest.mark.parametrize("name", ["pa_festa", "ot_manezzi"])
def test_card_with_one_slot(name: str) -> None:
    """Z-9.5, Z-8.4: a card that its promoter fills opens no window."""
    area = {"pa_festa": "palace", "ot_manezzi": "old_town"}[name]
    state = position(family(area, hand=[name]), family(area), family(area))
    step = play(state, 0, OfferCard(name))
    assert "react" not in {kind for _, kind in now(step.state)}
    assert not told(step, ReactionDeclined)


def test_nobody_can_react() -> None:
    """Ledger 7.2: if no seat can join, the window closes in the same step."""
    state = _offered(ELSEWHERE, family("bank", coins=0), promoter=family("bank", hand=["bk_shares", "ot_tavern"]))
    assert now(state) in ([(0, "turn")], [(1, "turn")])


# Z-9.6 to Z-9.8


def test_reacting_is_optional() -> None:
    """Z-9.6: any seat may decline, and then pays nothing."""
    state = _offered(HERE)
    assert DECLINE in legal(state, 1, "react")
    step = play(state, 1, DECLINE)
    assert told(step, ReactionDeclined) == [ReactionDeclined(1, "bk_shares", 1)]
    assert (own(step.state, 1).coins, own(step.state, 1).supply) == (10, 10)
    assert laid(step.state, "bk_shares").markers == (0,)


def test_price_of_the_slot() -> None:
    """Z-9.4, Z-8.2: the first seat to join pays slot 2, the next seat slot 3."""
    step = run(_offered(HERE, HERE), (1, react(2)), (2, react(3)))
    assert [(event.seat, event.slot, event.price) for event in told(step, MarkerPlaced)] == [(1, 2, 2), (2, 3, 1)]


def test_only_the_free_slot() -> None:
    """Z-8.2, Z-9.4: an answer names the slot that is free when it takes effect. No other slot can be bought."""
    state = _offered(HERE, HERE)
    assert refusal(state, 1, react(3)).rule == "Z-8.2"
    assert refusal(state, 1, react(1)).rule == "Z-8.2"
    assert refusal(after(state, 1, react(2)), 2, react(2)).rule == "Z-8.2"


def test_bonus_in_the_window() -> None:
    """Z-9.7, W-5: the promoter gains the bonus before the next seat decides."""
    state = _offered(HERE, HERE, promoter=family("bank", hand=["bk_savings"]), name="bk_savings")
    step = play(state, 1, react(2))
    assert [(event.seat, event.gain.coin) for event in told(step, BonusGained)] == [(0, 1)]
    assert own(step.state).coins == 10 - 2 + 1
    assert now(step.state) == [(2, "react")]


def test_draw_halts_the_window() -> None:
    """Z-9.7, Z-8.7, ledger 7.2: while the promoter chooses a deck, the other seats cannot act. They may answer ahead."""
    players = [family("cathedral", hand=["ca_chapel"]), *[family("cathedral")] * 3]
    state = run(position(*players), (0, OfferCard("ca_chapel")), (1, react(2))).state
    assert now(state) == [(0, "draw")]
    assert _when(state) == {2: When.AHEAD, 3: When.AHEAD}
    not_asked(state, 2, react(3))
    assert now(after(state, 0, DrawFrom("action"))) == [(2, "react")]


def test_turn_waits_for_the_window() -> None:
    """Z-9.8: the turn continues only after the last answer in the window."""
    rows = {"bank": [card("bk_investment", 3)]}
    state = position(family("bank", hand=["bk_shares"]), HERE, HERE, rows=rows)
    state = after(state, 0, OfferCard("bk_shares"))
    not_asked(state, 0, influence(state, "bk_investment"))
    not_asked(state, 0, END)
    state = run(state, (1, DECLINE), (2, DECLINE)).state
    assert now(state) == [(0, "turn")]
    assert laid(after(state, 0, influence(state, "bk_investment")), "bk_investment").markers == (3, 0)


def test_bonus_coins_are_spent_in_the_same_turn() -> None:
    """E-15, Z-9.8: coins gained in the window can pay for the influence step of the same turn."""
    rows = {"bank": [card("bk_loan", 3, 2)]}
    state = position(family("bank", coins=2, hand=["bk_savings"]), HERE, rows=rows)
    state = after(state, 0, OfferCard("bk_savings"))
    assert own(state).coins == 0
    state = after(state, 1, react(2))
    assert (own(state).coins, now(state)) == (1, [(0, "turn")])
    assert own(after(state, 0, influence(state, "bk_loan"))).coins == 0


# Ledger 7.2: answers ahead, resolved in order


def test_all_are_asked_at_once() -> None:
    """Ledger 7.2: the first seat decides now, and later seats may answer ahead.

    All decisions are replies under the same key.
    """
    state = _offered(HERE, ELSEWHERE, HERE)
    assert state.public.task == Window(number(state, "bk_shares"), (1, 3))
    assert _when(state) == {1: When.NOW, 3: When.AHEAD}
    found = [pending(state, seat, "react") for seat in (1, 3)]
    assert {each.key for each in found} == {f"react/{number(state, 'bk_shares')}"}
    assert all(each.reply and not each.sealed for each in found)
    not_asked(state, 3, react(2))


def test_ahead_for_each_slot() -> None:
    """Ledger 7.2: the answers ahead cover every slot that may be free when the seat's turn to decide comes."""
    state = _offered(HERE, HERE, HERE)
    assert legal(state, 1, "react") == [react(2), DECLINE]
    assert legal(state, 2, "react") == [react(2), react(3), DECLINE]
    assert legal(state, 3, "react") == [react(2), react(3), DECLINE]


def test_coins_for_the_last_slot_only() -> None:
    """E-14, Z-8.2: a seat that can only pay slot 3 may answer ahead.

    It decides only if an earlier seat takes slot 2.
    """
    poor = family("bank", coins=1)
    state = _offered(HERE, poor, promoter=family("bank", hand=["bk_shares", "ot_tavern"]))
    assert _when(state) == {1: When.NOW, 2: When.AHEAD}
    assert legal(state, 2, "react") == [react(3), DECLINE]
    taken = after(state, 1, react(2))
    assert now(taken) == [(2, "react")]
    assert laid(after(taken, 2, react(3)), "bk_shares").markers == (0, 1, 2)
    declined = after(state, 1, DECLINE)
    assert not _when(declined)


def test_poor_seat_before_the_others() -> None:
    """E-14, ledger 7.2: slot 3 can never be the topmost empty slot for the first seat.

    So a first seat with too few coins for slot 2 is skipped.
    """
    assert _when(_offered(family("bank", coins=1), HERE)) == {2: When.NOW}
    assert _when(_offered(family("bank", coins=1), family("bank", coins=1))) == {}


def test_skipping_tells_nothing() -> None:
    """Ledger 7.2: open decisions and the view of another seat do not depend on the cards in hand."""
    one = _offered(family("bank", hand=["bk_loan", "go_dagghe"]), HERE)
    other = _offered(family("bank", hand=["bk_savings", "go_sensa_poia"]), HERE)
    assert ENGINE.pending(one.public) == ENGINE.pending(other.public)
    assert view(one, 2) == view(other, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_answers_ahead_never_grow(seats: int) -> None:
    """Ledger 7.2: every action that is legal when a seat decides was on its list of answers ahead."""
    listed: dict[tuple[int, str], set] = {}
    for move in random_game(seats, 7):
        state = move.step.state
        for each in ENGINE.pending(state.public):
            if each.kind != "react":
                continue
            options = set(ENGINE.legal(view(state, each.seat), each))
            assert options <= listed.setdefault((each.seat, each.key), options)
            assert DECLINE in options
    assert listed


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_window_at_a_time(seats: int) -> None:
    """Ledger 7.2: at most one window is open at a time, and at most one seat decides in it now."""
    for move in random_game(seats, 8):
        reacting = [each for each in ENGINE.pending(move.step.state.public) if each.kind == "react"]
        assert len({each.key for each in reacting}) <= 1
        assert len([each for each in reacting if each.when is When.NOW]) <= 1
        assert len(asked(move.step.state, When.NOW)) == 1 or move.step.state.public.phase in {"setup", "resolution", "end"}


@pytest.mark.parametrize("seats", [4, 5])
def test_everybody_answers_once(seats: int) -> None:
    """Z-9.2, Z-9.6: each seat answers once for each card, whether it joins or declines."""
    answered = set()
    for move in random_game(seats, 9):
        if isinstance(move.action, React | Decline):
            one = (move.seat, pending(move.before, move.seat, "react").key)
            assert one not in answered
            answered.add(one)
