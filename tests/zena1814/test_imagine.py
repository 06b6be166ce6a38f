"""Imagined states, in which hidden parts vary and visible parts do not [ledger 7.7]."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engines.contract import encode, view
from engines.playout import nth_key
from engines.zena1814 import ENGINE
from engines.zena1814.actions import Discard, PassCard
from engines.zena1814.state import AskDiscards, AskPass, State
from tests.zena1814.games import random_game
from tests.zena1814.positions import advance, after, at_area, card, family, position, seals, started, with_public

GOALS = ("go_dagghe", "go_maj_port", "go_maj_bank")
CARDS = ("ot_tavern", "ca_sermon", "ca_chapel", "po_cargo", "bk_loan", "pa_decree")
WORLDS = 12


def _worlds(state: State, viewer: int | None = 0) -> list[State]:
    """Return imagined states, after checking that each state is valid and gives the viewer the same view."""
    seen = view(state, viewer)
    found = [ENGINE.imagine(seen, nth_key(11, number)) for number in range(WORLDS)]
    for world in found:
        ENGINE.check(world)
        assert view(world, viewer) == seen
    return found


def _more_than_there_are(world: State) -> int:
    """Return the number of cards outside the deck that can only have come from it, but were never drawn.

    Cards used to place figures are known to have returned to the deck [Z-4.4].
    """
    public = world.public
    went_back = Counter(card for cards in public.dealt for card in cards)
    not_there = (went_back - Counter(world.vault.action)).total()
    return max(0, not_there - (public.drawn - sum(family.goals for family in public.families)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_world_holds_more_copies_than_there_are(seats: int) -> None:
    """Z-4.4: cards used for the placement are in the deck until they are drawn, in imagined states as in the true state."""
    seen = 0
    for number in range(2):
        states = [move.step.state for move in random_game(seats, number) if move.step.state.public.dealt]
        early = [state for state in states if state.public.round <= 2][::3]
        for state in (*early, *states[:: max(1, len(states) // 12)]):
            assert _more_than_there_are(state) == 0
            for viewer in (None, 0, seats - 1):
                assert [_more_than_there_are(world) for world in _worlds(state, viewer)[:4]] == [0] * 4
                seen += 1
    assert seen > 50


def test_what_was_drawn_since_may_be_anything_that_went_back() -> None:
    """Z-4.4: cards used for the placement may be anywhere in the deck and, after draws, in hands."""
    moves = random_game(3, 1)
    opened = next(move.step.state for move in moves if move.step.state.public.dealt)
    later = next(move.step.state for move in moves if move.step.state.public.round == 3)
    back = {card for cards in opened.public.dealt for card in cards}
    assert len({world.vault.action[0] for world in _worlds(opened, None)}) > 3
    assert any(back & set(world.vault.action[:4]) for world in _worlds(opened, None))
    assert any(back & set(hand.cards) for world in _worlds(later, None) for hand in world.hands)


def _ways(worlds: list[State], part: Callable[[State], Any]) -> int:
    return len({encode(part(world)) for world in worlds})


def _round() -> State:
    rows = {"bank": [card("bk_shares", 0, 1)], "fort": [card("fo_1", 1)]}
    hands = (family(hand=("go_accontentarse", "ca_alms")), family(hand=(*GOALS, *CARDS)))
    return position(*hands, seats=3, rows=rows, won=("fo_2",), under=("fo_7", "fo_3"), box=("fo_8", "pa_embassy"), round=3)


def test_every_hidden_part_of_a_round() -> None:
    """Section 7.7: hands with the same numbers of each back vary, as do the orders of decks, the boxed event and the dice."""
    worlds = _worlds(_round())
    assert _ways(worlds, lambda world: world.hands[1].cards) > 1
    for part in ("key", "action", "goal", "fort", "event", "boxed_event"):
        assert _ways(worlds, lambda world, part=part: getattr(world.vault, part)) > 1, part
    assert _ways(worlds, lambda world: world.hands[0]) == 1
    assert {world.vault.fort[-2:] for world in worlds} == {("fo_7", "fo_3")}


def test_the_order_of_receipt_is_hidden() -> None:
    """Section 7.7: the order in which another seat got its action and goal cards is hidden."""
    worlds = _worlds(_round())
    kinds = {tuple(name.startswith("go_") for name in world.hands[1].cards) for world in worlds}
    assert len(kinds) > 1
    assert {sum(each) for each in kinds} == {len(GOALS)}


def test_an_onlooker_sees_no_hand() -> None:
    """Section 7.7: every hand varies for a spectator."""
    worlds = _worlds(_round(), None)
    assert all(_ways(worlds, lambda world, seat=seat: world.hands[seat]) > 1 for seat in (0, 1))


def test_a_sealed_placement() -> None:
    """Section 7.7, Z-4.2, R-5: in imagined states the figures, cards and lateness of a sealed placement vary."""
    state = started(2)
    for action in seals(state, 1, late=True)[:3]:
        state = after(state, 1, action)
    worlds = _worlds(state)
    assert {len(world.hands[1].placed) for world in worlds} == {3}
    for part in ("figure", "card", "late"):
        assert _ways(worlds, lambda world, part=part: getattr(world.hands[1].placed[0], part)) > 1, part


def test_a_sealed_pass() -> None:
    """Section 7.7, Z-18.15: the sealed card may be any card of the hand."""
    hands = (family("port", hand=CARDS[:2]), family("port", hand=(*GOALS[:1], *CARDS[2:4])))
    base = position(*hands, seats=2, rows={"palace": [card("pa_festa", 0)]})
    state = after(at_area(base, "palace", AskPass(1, (0, 1))), 1, PassCard(CARDS[2]))
    worlds = _worlds(state)
    assert _ways(worlds, lambda world: world.hands[1].passing) > 1
    assert all(world.hands[1].passing in world.hands[1].cards for world in worlds)
    assert {world.hands[0].passing for world in worlds} == {None}


def test_a_pass_without_a_choice() -> None:
    """Section 7.7, Z-18.15: if a seat has a single card, that card is the sealed one in every imagined state."""
    hands = (family("port", hand=CARDS[:2]), family("port", hand=CARDS[2:3]))
    base = position(*hands, seats=2, rows={"palace": [card("pa_festa", 0)]})
    worlds = _worlds(advance(at_area(base, "palace", AskPass(1, ()))).state)
    assert _ways(worlds, lambda world: world.hands[1].passing) > 1
    assert all((world.hands[1].passing,) == world.hands[1].cards for world in worlds)


def test_sealed_discards() -> None:
    """Section 7.7, Z-15.2: sealed discards may be any cards of the hand. Their number is known."""
    hands = (
        family("port", hand=CARDS),
        family("port", hand=("bk_savings", "bk_shares", *GOALS, "pa_senate", "po_consulate", "pa_senate")),
    )
    state = position(*hands, seats=2, agenda=(AskDiscards((1,)),), phase="end")
    state = after(state, 1, Discard("bk_savings"))
    worlds = _worlds(state)
    assert _ways(worlds, lambda world: world.hands[1].discards) > 1
    assert {len(world.hands[1].discards) for world in worlds} == {1}


def test_goals_are_known_at_the_end() -> None:
    """Z-19.1: at the end, imagined states contain the true goals, but other action cards in hand."""
    hands = (family(hand=CARDS[:1]), family(hand=(GOALS[0], CARDS[1], GOALS[1], CARDS[2])))
    state = with_public(position(*hands, seats=2, agenda=(), phase="end", round=8), goals=((), GOALS[:2]))
    worlds = _worlds(state)
    assert {tuple(name for name in world.hands[1].cards if name in GOALS) for world in worlds} == {GOALS[:2]}
    assert _ways(worlds, lambda world: [name for name in world.hands[1].cards if name not in GOALS]) > 1


@pytest.mark.parametrize("viewer", [0, None])
def test_beginners_have_neither_goals_nor_battles(viewer: int | None) -> None:
    """Z-2.7: imagined states of beginner games have no goals and no Fort cards."""
    worlds = _worlds(started(2, mode="beginner"), viewer)
    assert {(world.vault.goal, world.vault.fort) for world in worlds} == {((), ())}
    assert _ways(worlds, lambda world: world.vault.action) > 1
