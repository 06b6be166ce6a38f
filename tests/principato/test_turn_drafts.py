"""Drafts of whole turns, which can be tried and undone before they are confirmed [7.1]."""

import random
from typing import get_args

import pytest

from engines.contract import IllegalAction, NotPending, When, encode, view
from engines.principato import ENGINE
from engines.principato.actions import CollectCubes, Cubes, EndTurn, ExchangeCard, StationCubes, TakeFavour, TurnAction
from engines.principato.events import CardTurnedUp, ScoringCardTurnedUp, TurnEnded
from engines.principato.state import State
from tests.principato.positions import after, bare, legal, now, own, pending, play, position, realm, refusal, started, told
from tests.principato.scorings import before_extra, before_year_end, ended, random_game

TURN = (
    StationCubes("food", "militia", 1),
    CollectCubes(0, Cubes(1, 1), take=2),
    StationCubes("food", "militia", 1),
    TakeFavour("church"),
)
UNTIL_CONFIRMED = tuple(kind for kind in get_args(TurnAction.__value__) if kind is not EndTurn)


def _at_turn() -> State:
    return position(realm(militia=2), realm(), realm())


def test_the_same_seat_is_asked_until_it_confirms() -> None:
    """Section 7.1: a seat keeps the turn until it confirms. Each step has its own key."""
    state = _at_turn()
    keys = [pending(state, 0).key]
    for action in TURN:
        state = after(state, 0, action)
        assert now(state) == [(0, "turn")]
        keys.append(pending(state, 0).key)
    following = pending(after(state, 0, EndTurn()), 1)
    assert len({*keys, following.key}) == len(TURN) + 2
    assert (following.when, following.sealed, following.reply) == (When.NOW, False, False)


def test_nothing_is_revealed_before_the_turn_is_confirmed() -> None:
    """Section 7.1: nothing is revealed before the confirmation, so a draft can be previewed and any step undone."""
    for number in range(3):
        for _, _, action, step in random_game(2 + number, number):
            if isinstance(action, UNTIL_CONFIRMED):
                assert not any(each.reveals for each in step.events)
                assert all(each.to is None for each in step.events)


@pytest.mark.parametrize("number", range(3))
def test_a_draft_reads_the_same_in_every_imagined_world(number: int) -> None:
    """Section 7.1: the steps of an unconfirmed turn have the same effect in all imagined worlds."""
    chooser = random.Random(number)
    worlds = [ENGINE.imagine(view(_at_turn(), 0), bytes([each])) for each in (1, 2, 3)]
    for _ in range(8):
        choices = [each for each in legal(worlds[0], 0) if not isinstance(each, EndTurn)]
        if not choices:
            break
        action = chooser.choice(choices)
        steps = [play(world, 0, action) for world in worlds]
        assert not any(each.reveals for step in steps for each in step.events)
        assert len({encode(step.events) for step in steps}) == 1
        assert len({encode(view(step.state, 0)) for step in steps}) == 1
        worlds = [step.state for step in steps]


def test_the_card_turned_up_is_a_surprise() -> None:
    """Section 7.1: a preview stops before the card that is turned up, after all predictable events."""
    step = ended(_at_turn())
    marked = [type(each.event) for each in step.events if each.reveals]
    assert marked == [CardTurnedUp]
    assert [type(each.event) for each in ended(before_extra(bare(militia=1, food=1), bare())).events if each.reveals] == [
        ScoringCardTurnedUp
    ]


def test_the_end_of_a_year_is_no_surprise() -> None:
    """Section 7.1: with an empty pile everybody knows that a scoring follows."""
    step = ended(before_year_end(bare(militia=1, food=1), bare()))
    assert not any(each.reveals for each in step.events)


def test_at_most_two_actions() -> None:
    """Section 7.1, P-4.2: moving cubes is no action, and missing actions count as passed."""
    state = after(_at_turn(), 0, *TURN[1:])
    kinds = {type(action) for action in legal(state, 0)}
    assert kinds == {EndTurn, StationCubes}
    assert refusal(state, 0, ExchangeCard(0, 0)).rule == "P-4.2"
    assert told(play(state, 0, EndTurn()), TurnEnded) == [TurnEnded(0, 2)]
    assert told(play(_at_turn(), 0, EndTurn()), TurnEnded) == [TurnEnded(0, 0)]
    assert told(play(_at_turn(), 0, TURN[1], EndTurn()), TurnEnded) == [TurnEnded(0, 1)]


def test_a_step_taken_back_leaves_no_trace() -> None:
    """Section 7.1, E-5: states are immutable, so in the state before the step the cube is still in its store."""
    state = _at_turn()
    raw = encode(state)
    moved = after(state, 0, TURN[0])
    assert (own(moved).food, own(moved).militia.proper) == (0, 1)
    assert encode(state) == raw
    assert own(state).food == 1


def test_a_refused_step_leaves_the_rest_as_it_was() -> None:
    """Section 7.1: a step is applied completely or not at all, however late its fault is detected."""
    state = started(2)
    raw = encode(state)
    for action in (ExchangeCard(0, 6), CollectCubes(0, Cubes(9, 0), take=0), StationCubes("food", "militia", 1)):
        with pytest.raises(IllegalAction):
            ENGINE.apply(state, state.public.start, action)
    assert encode(state) == raw


def test_confirming_is_final() -> None:
    """Section 7.1: after confirming its turn, the seat cannot act until its next turn."""
    state = after(_at_turn(), 0, EndTurn())
    for action in (EndTurn(), TURN[0], TakeFavour("church")):
        with pytest.raises(NotPending):
            ENGINE.apply(state, 0, action)


def test_nobody_else_plays_a_turn() -> None:
    """Section 7.1, P-4.1: only the player whose turn it is can act."""
    for seat in (1, 2, 3, -1):
        with pytest.raises(NotPending):
            ENGINE.apply(_at_turn(), seat, EndTurn())
