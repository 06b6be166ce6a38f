"""Section Z-5: event of a round."""

import pytest

from engines.zena1814.actions import React
from engines.zena1814.events import EventTurnedUp, FortTurnedUp, MarkerEarned, RoundBegan, TurnBegan
from tests.zena1814.games import random_game
from tests.zena1814.positions import (
    CONTENT,
    DECLINE,
    advance,
    after,
    at_area,
    card,
    family,
    laid,
    legal_of,
    names,
    next_round,
    now,
    own,
    position,
    react,
    run,
    started,
    told,
)

FORT_EVENTS = [event.id for event in CONTENT.events if event.fort]
PEACEFUL = [event.id for event in CONTENT.events if not event.fort]


@pytest.mark.parametrize("name", [event.id for event in CONTENT.events])
def test_top_event_and_income(name: str) -> None:
    """Z-5.1, Z-5.2: the top event is turned up, and each family gains its income straight away."""
    coins = [family(coins=count) for count in (0, 1, 2, 9)]
    state = position(*coins, event=_other(name), next_event=name)
    step = next_round(state)
    income = CONTENT.event(name).income
    assert told(step, EventTurnedUp) == [EventTurnedUp(name, income)]
    assert [seat.coins for seat in step.state.public.families] == [income, 1 + income, 2 + income, 9 + income]
    assert (step.state.public.event, step.state.public.events[-1]) == (name, name)
    assert step.state.public.decks.event == state.public.decks.event - 1


def _other(name: str) -> str:
    return next(event.id for event in CONTENT.events if event.id != name)


def test_before_all_turns() -> None:
    """Z-5.1, Z-1.6: the round begins with the event, before any turn."""
    step = next_round(position(next_event="ev_border_raid"))
    kinds = [
        type(each.event)
        for each in step.events
        if isinstance(each.event, RoundBegan | EventTurnedUp | FortTurnedUp | TurnBegan)
    ]
    assert kinds == [RoundBegan, EventTurnedUp, FortTurnedUp, TurnBegan]


@pytest.mark.parametrize(
    ("event", "area", "name", "earned"),
    [
        ("ev_easy_credit", "bank", "bk_shares", [3, 2]),
        ("ev_bank_run", "bank", "bk_shares", [1, 2]),
        ("ev_good_season", "port", "po_coastal_trade", [2, 1]),
        ("ev_blockade", "port", "po_coastal_trade", [0, 1]),
    ],
)
def test_change_for_one_round(event: str, area, name: str, earned: list[int]) -> None:
    """Z-5.3: an event's change of the Bank or the Port applies only to the resolution of its own round."""
    paid = []
    for current in (event, "ev_siege_alarm"):
        state = position(rows={area: [card(name, 1)]}, event=current, goal=[])
        paid += [event.gain.coin for event in told(advance(at_area(state, area)), MarkerEarned)]
    assert paid == earned


def test_change_ends_with_the_round() -> None:
    """Z-5.3: the change of the previous event no longer applies."""
    state = next_round(
        position(rows={"bank": [card("bk_shares", 1)]}, event="ev_easy_credit", next_event="ev_liberation")
    ).state
    assert state.public.event == "ev_liberation"
    (earned,) = told(advance(at_area(state, "bank")), MarkerEarned)
    assert earned.gain.coin == 2


@pytest.mark.parametrize("name", FORT_EVENTS)
def test_fort_card_is_turned_up(name: str) -> None:
    """Z-5.4: after the income, the top Fort card is added at the right end of the row."""
    state = position(rows={"fort": [card("fo_8")]}, event=_other(name), next_event=name, fort=["fo_3", "fo_1"])
    step = next_round(state)
    assert names(step.state, "fort") == ["fo_8", "fo_3"]
    assert [event.card for event in told(step, FortTurnedUp)] == ["fo_3"]
    assert (step.state.vault.fort[0], step.state.public.decks.fort) == ("fo_1", 6)
    assert laid(step.state, "fo_3").markers == ()
    order = [type(each.event) for each in step.events]
    assert order.index(EventTurnedUp) < order.index(FortTurnedUp)


@pytest.mark.parametrize("name", PEACEFUL)
def test_no_fort_card_otherwise(name: str) -> None:
    """Z-5.4: a Fort card is turned up only if the event says so."""
    step = next_round(position(event=_other(name), next_event=name))
    assert names(step.state, "fort") == []
    assert not told(step, FortTurnedUp)


def test_window_for_a_fort_card() -> None:
    """Z-5.5, Z-9.1: every seat with a figure at the Fort may react in play order, before the first turn."""
    players = [family(lord="fort"), family(), family(heir_2="fort"), family("fort")]
    state = next_round(position(*players, next_event="ev_border_raid", fort=["fo_1"])).state
    assert state.public.start == 3
    assert now(state) == [(3, "react")]
    state = run(state, (3, react(1)), (0, DECLINE)).state
    assert now(state) == [(2, "react")]
    state = after(state, 2, react(2))
    assert laid(state, "fo_1").markers == (3, 2)
    assert now(state) == [(3, "turn")]


def test_nobody_at_the_fort() -> None:
    """E-61, Z-5.5: in round 1 no figure can be at the Fort, so the window closes automatically and the first turn begins."""
    step = next_round(position(next_event="ev_border_raid"))
    assert told(step, FortTurnedUp)
    assert now(step.state) == [(3, "turn")]
    for number in range(1, 6):
        first = [move for move in random_game(4, number) if move.before.public.round == 1]
        assert not [move for move in first if now(move.before)[0][1] == "react" and move.before.public.phase == "event"]


@pytest.mark.parametrize(("name", "free"), [("ev_blockade", 3), ("ev_free_port", 1)])
def test_income_pays_for_the_slot(name: str, free: int) -> None:
    """E-62, Z-5.2, Z-5.4: the income comes before the window, so it can be spent there."""
    state = next_round(position(family(lord="fort", coins=0), next_event=name, fort=["fo_7"])).state
    assert own(state).coins == free
    assert React(1) in legal_of(state, React, 0, "react")
    assert own(after(state, 0, react(1))).coins == free - 1


@pytest.mark.parametrize("name", FORT_EVENTS)
def test_beginners_ignore_the_fort(name: str) -> None:
    """Z-5.6, R-32, E-90: beginners get the income and the change of an event. The Fort is not in their game."""
    state = position(family(coins=0), mode="beginner", event=_other(name), next_event=name)
    step = next_round(state)
    assert not told(step, FortTurnedUp)
    assert own(step.state).coins == CONTENT.event(name).income
    assert now(step.state) == [(3, "turn")]
    assert step.state.public.event == name


@pytest.mark.parametrize(("event", "earned"), [("ev_bank_run", 1), ("ev_silver_fleet", 3)])
def test_beginners_have_changes(event: str, earned: int) -> None:
    """R-32, E-90: the change of an event with a Fort flag applies to beginners too."""
    state = position(mode="beginner", rows={"bank": [card("bk_shares", 1)]}, event=event)
    (found,) = told(advance(at_area(state, "bank")), MarkerEarned)
    assert found.gain.coin == earned


def test_fort_deck_is_empty() -> None:
    """Z-5.7, R-29: if the Fort deck is empty, no card is turned up and no decision opens."""
    won = [each.id for each in CONTENT.forts]
    step = next_round(position(family("fort"), next_event="ev_border_raid", won=won))
    assert not told(step, FortTurnedUp)
    assert names(step.state, "fort") == []
    assert now(step.state) == [(3, "turn")]


def test_known_fort_card_comes_up() -> None:
    """Z-5.4, ledger 7.7: a failed card at the bottom of the deck is known until it is drawn."""
    state = position(next_event="ev_border_raid", won=["fo_1", "fo_2", "fo_3", "fo_4", "fo_5", "fo_6"], under=["fo_8", "fo_7"])
    step = next_round(state)
    assert names(step.state, "fort") == ["fo_8"]
    assert (step.state.public.under, step.state.vault.fort) == (("fo_7",), ("fo_7",))


def test_first_event_of_a_beginners_game() -> None:
    """Z-5.1: the first round's event is turned up with the setup."""
    public = started(3, mode="beginner").public
    assert (public.round, len(public.events), public.event) == (1, 1, public.events[0])


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_start_player_card_goes_right(start: int) -> None:
    """Z-15.4, E-71: the next start player is the right neighbour. Play remains clockwise."""
    state = next_round(position(start=start)).state
    right = (start - 1) % 4
    assert state.public.start == right
    assert state.public.order() == tuple((right + place) % 4 for place in range(4))
    assert now(state) == [(right, "turn")]


def test_seat_0_of_4() -> None:
    """E-71: at a table of four, seat 3 follows seat 0 as start player, so the order is 3, 0, 1, 2."""
    assert next_round(position(start=0)).state.public.order() == (3, 0, 1, 2)
