"""Section P-4: turns of up to two actions."""

from itertools import product

import pytest

from engines.contract import NotPending, When
from engines.principato import ENGINE
from engines.principato.actions import BuildTiles, CollectCubes, EndTurn, ExchangeCard, RecruitUnits, StationCubes, TakeFavour
from engines.principato.events import CardDropped, CardTurnedUp, TurnBegan, TurnEnded
from engines.principato.state import AskTurn
from tests.principato.positions import (
    CONTENT,
    END,
    after,
    bare,
    cubes,
    legal,
    legal_of,
    now,
    own,
    pending,
    play,
    position,
    realm,
    refusal,
    started,
    told,
)
from tests.principato.scorings import random_game

ACTIVATE, EXCHANGE, FAVOUR = BuildTiles(0, 0, cubes(money=1)), ExchangeCard(1, 0), TakeFavour("church")


def _plenty():
    return position(bare("build_farm", "build_bank", money=2, food=2), display=["build_palazzo", "harvest"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clockwise_from_the_start_player(seats: int) -> None:
    """P-4.1: turns pass from seat to seat, clockwise."""
    state = started(seats, bytes([7]) * 32)
    order = []
    for _ in range(2 * seats):
        ((seat, kind),) = now(state)
        order.append(seat)
        state = after(state, seat, END)
        assert kind == "turn"
    assert order == [(state.public.start + place) % seats for place in range(2 * seats)]


def test_only_the_player_at_turn() -> None:
    """P-4.1: a player cannot act in another player's turn."""
    state = position(realm(), realm())
    for action in (END, TakeFavour("church"), ExchangeCard(0, 0)):
        with pytest.raises(NotPending):
            play(state, 1, action)


@pytest.mark.parametrize(("first", "second"), list(product([ACTIVATE, EXCHANGE, FAVOUR], repeat=2)))
def test_any_two_actions(first, second) -> None:
    """P-4.2, P-5.9: a turn may have any two of activation, exchange and favour, including the same action twice."""
    state = after(_plenty(), 0, first, second)
    assert (state.public.task.seat, state.public.task.done) == (0, 2)
    assert now(state) == [(0, "turn")]


@pytest.mark.parametrize("third", [ACTIVATE, EXCHANGE, FAVOUR])
def test_no_third_action(third) -> None:
    """P-4.2: after two actions a player can only move cubes onto units or end the turn."""
    state = after(_plenty(), 0, FAVOUR, EXCHANGE)
    assert legal(state) == [END]
    refusal(state, 0, third)
    armed = position(realm(militia=1), done=2)
    assert {type(action) for action in legal(armed)} == {StationCubes, EndTurn}


@pytest.mark.parametrize("actions", [0, 1, 2])
def test_passing(actions: int) -> None:
    """P-4.3, E-25: a player may pass one or both actions. The turn still ends in the same way."""
    state = after(_plenty(), 0, *[FAVOUR] * actions)
    assert END in legal(state)
    step = play(state, 0, END)
    assert own(step.state) == own(state)
    assert [(event.seat, event.actions) for event in told(step, TurnEnded)] == [(0, actions)]
    assert (len(told(step, CardDropped)), len(told(step, CardTurnedUp))) == (1, 1)
    assert [event.seat for event in told(step, TurnBegan)] == [1]
    assert now(step.state) == [(1, "turn")]


def test_the_second_action_builds_on_the_first() -> None:
    """P-4.4, E-14: the second action may use a card taken by a forced exchange, and cubes just gained."""
    state = position(bare("tax_collector", "harvest"), display=["build_bank", "build_farm"])
    state = after(state, 0, CollectCubes(0, cubes(1, 1), take=0), BuildTiles(0, 0, cubes(food=1)))
    assert (own(state).banks, own(state).food, own(state).money) == (2, 0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_cards_and_a_full_display(seats: int) -> None:
    """P-4.5, P-4.6, E-27: in a whole game each hand keeps two cards, and the display is full at each action of a turn."""
    size = CONTENT.for_seats(seats).display
    years = set()
    for before, _, _, step in random_game(seats, 2):
        assert all(len(each.cards) == 2 for each in step.state.public.realms)
        if isinstance(before.public.task, AskTurn):
            assert len(before.public.display) == size
            years.add(before.public.year)
    assert years == {1, 2, 3}


def test_the_decision_of_a_turn() -> None:
    """P-4.2: the decision of a turn is due now, and neither sealed nor a reply.

    Each step has its own key, and within a turn it names the step before.
    """
    state = position(realm())
    asked = pending(state, 0)
    assert (asked.when, asked.sealed, asked.reply) == (When.NOW, False, False)
    later = after(state, 0, FAVOUR)
    following = after(later, 0, END)
    assert len({asked.key, pending(later, 0).key, pending(following, 1).key}) == 3
    assert (asked.continues, pending(later, 0).continues, pending(following, 1).continues) == ("", asked.key, "")


def test_nothing_is_revealed_before_the_turn_ends() -> None:
    """P-4.4, ledger 7.1: actions of a turn reveal nothing, so they can be tried and undone.

    The next card is turned up when the turn ends.
    """
    state = position(bare("muster_militia", "tithe_food", favour=1))
    actions = (RecruitUnits(0, 1, take=2), StationCubes("favour", "militia", 1), CollectCubes(1, cubes(food=3), take=1))
    step = play(state, 0, *actions)
    assert not any(told.reveals for told in step.events)
    assert step.state.vault == state.vault
    ended = play(step.state, 0, END)
    assert [type(told.event) for told in ended.events if told.reveals][:1] == [CardTurnedUp]


def test_a_hand_of_two_places() -> None:
    """P-4.5, P-5.1: the two hand cards are activated separately."""
    state = position(bare("build_farm", "build_bank", money=1, food=1))
    assert {(each.card, each.offer) for each in legal_of(state, BuildTiles)} == {(0, 0), (1, 0)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rounds(seats: int) -> None:
    """P-4.1, P-16: a round is a turn of every seat, and a game has 21 rounds."""
    state = started(seats)
    found = []
    for _ in range(2 * seats + 1):
        found.append(ENGINE.progress(state.public))
        state = after(state, state.public.task.seat, END)
    assert found == [(1, 21)] * seats + [(2, 21)] * seats + [(3, 21)]
