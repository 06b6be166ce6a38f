"""Section Z-2: setup of both modes."""

from collections import Counter

import pytest

from engines.contract import BadOptions
from engines.zena1814 import ENGINE
from engines.zena1814.content import FIGURES
from engines.zena1814.events import GameBegan, HandSeen, LotDrawn, StarterNamed
from tests.zena1814.games import random_game
from tests.zena1814.positions import CONTENT, KEY, own, started, told

SEATS = (2, 3, 4, 5)
MODES = ("beginner", "expert")
KEYS = [bytes([number]) * 32 for number in range(60)]
AFTER_DEALING = {"beginner": {2: 36, 3: 30, 4: 24, 5: 18}, "expert": {2: 40, 3: 30, 4: 20, 5: 10}}
ROUND_ONE = {2: 48, 3: 42, 4: 36, 5: 30}


def _first_round(seats: int, number: int = 3):
    """Return the state before the first turn of a random expert game."""
    return next(move.before for move in random_game(seats, number) if move.before.public.phase == "actions")


@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize("mode", MODES)
def test_two_to_five_players(mode: str, seats: int) -> None:
    """Z-2.1, R-2: two to five families play, each with its own score."""
    assert ENGINE.seat_range == range(2, 6)
    with pytest.raises(BadOptions):
        ENGINE.start(ENGINE.Options(mode=mode), seats, KEY)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", SEATS)
def test_what_a_family_has(seats: int, mode: str) -> None:
    """Z-2.1, Z-10.1: a family has four figures, ten markers and no points."""
    for family in started(seats, mode=mode).public.families:
        assert (family.supply, family.points, len(family.figures)) == (10, 0, 4)
        assert [each.markers for each in family.figures] == [0] * 4
    assert FIGURES == ("lord", "lady", "heir_1", "heir_2")


@pytest.mark.parametrize("mode", MODES)
def test_one_event_is_put_away(mode: str) -> None:
    """Z-2.2: eight of nine shuffled events form the deck, and one goes unseen to the box. The boxed event varies."""
    boxed, orders = set(), set()
    for key in KEYS:
        state = started(2, key, mode=mode)
        turned = state.public.events
        assert Counter((*turned, *state.vault.event, state.vault.boxed_event)) == Counter(each.id for each in CONTENT.events)
        assert len(turned) + len(state.vault.event) == 8
        assert state.public.decks.event == len(state.vault.event)
        boxed.add(state.vault.boxed_event)
        orders.add((*turned, *state.vault.event))
    assert boxed == {each.id for each in CONTENT.events}
    assert len(orders) == len(KEYS)


@pytest.mark.parametrize("mode", MODES)
def test_boxed_event_is_never_shown(mode: str) -> None:
    """Z-2.2, E-89: eight events are turned up in eight rounds. The ninth event stays unknown, even at the end."""
    final = random_game(2, 1, mode)[-1].step.state
    assert len(final.public.events) == 8
    assert final.vault.event == ()
    assert final.vault.boxed_event not in final.public.events
    assert final.vault.boxed_event.encode() not in repr(final.public).encode()


@pytest.mark.parametrize("seats", SEATS)
def test_beginners_deck(seats: int) -> None:
    """Z-2.3, Z-2.5, ledger 1.2: the deck has 48 cards without the Old Town, and each player gets 6."""
    state = started(seats, mode="beginner")
    cards = Counter([*state.vault.action, *(card for hand in state.hands for card in hand.cards)])
    assert cards == Counter(card.id for card in CONTENT.actions if card.area != "old_town" for _ in range(card.copies))
    assert {len(hand.cards) for hand in state.hands} == {6}
    assert len(state.vault.action) == state.public.decks.action == AFTER_DEALING["beginner"][seats]


@pytest.mark.parametrize("seats", SEATS)
def test_experts_deck(seats: int) -> None:
    """Z-2.4, Z-2.6, ledger 1.2: the deck has all 60 cards, and each player gets 10."""
    state = started(seats)
    cards = Counter([*state.vault.action, *(card for hand in state.hands for card in hand.cards)])
    assert cards == Counter(CONTENT.action_deck("expert"))
    assert {len(hand.cards) for hand in state.hands} == {10}
    assert len(state.vault.action) == state.public.decks.action == AFTER_DEALING["expert"][seats]


@pytest.mark.parametrize("seats", SEATS)
def test_experts_decks_in_round_one(seats: int) -> None:
    """Z-2.8, ledger 1.2: the decks have these sizes at the start of the first turn."""
    state = _first_round(seats)
    decks, row = state.public.decks, state.public.row("fort")
    assert (decks.action, decks.goal, decks.fort + len(row), decks.event) == (ROUND_ONE[seats], 27, 8, 7)


@pytest.mark.parametrize("seats", SEATS)
def test_beginners_have_no_goals_or_battles(seats: int) -> None:
    """Z-2.7: beginners have no goal deck and no Fort deck in any state."""
    for move in random_game(seats, 1, "beginner"):
        decks = move.step.state.public.decks
        assert (decks.goal, decks.fort, move.step.state.public.won) == (0, 0, ())
        assert move.step.state.vault.goal == move.step.state.vault.fort == ()


def test_decks_are_shuffled() -> None:
    """Z-2.8, Z-2.2, Z-2.4: each deck has its own order."""
    states = [started(2, key) for key in KEYS]
    assert len({state.vault.goal for state in states}) == len(KEYS)
    assert len({state.vault.fort for state in states}) > 50
    assert len({state.vault.action for state in states}) == len(KEYS)
    assert {Counter(state.vault.goal) == Counter(CONTENT.goal_deck()) for state in states} == {True}
    assert {tuple(sorted(state.vault.fort)) for state in states} == {tuple(each.id for each in CONTENT.forts)}
    assert len({state.vault.fort[0] for state in states}) == 8


@pytest.mark.parametrize("mode", MODES)
def test_beginners_shuffle_too(mode: str) -> None:
    """Z-2.3, Z-2.5: hands differ from game to game."""
    assert len({started(2, key, mode=mode).hands[0].cards for key in KEYS}) == len(KEYS)


@pytest.mark.parametrize("seats", SEATS)
def test_two_coins(seats: int) -> None:
    """Z-2.9: each family starts with two coins. In a beginner game the first income is already added."""
    assert {family.coins for family in started(seats).public.families} == {2}
    beginners = started(seats, mode="beginner").public
    assert {family.coins for family in beginners.families} == {2 + CONTENT.event(beginners.event or "").income}


@pytest.mark.parametrize("mode", MODES)
def test_what_is_told(mode: str) -> None:
    """Z-2.5, Z-2.6, Z-2.9: everybody sees the number of dealt cards, and only the owner sees the hand."""
    step = ENGINE.start(ENGINE.Options(mode=mode), 3, KEY)
    cards = 6 if mode == "beginner" else 10
    assert told(step, GameBegan) == [GameBegan(mode, cards, 2)]
    hands = [(each.to, each.event.cards) for each in step.events if isinstance(each.event, HandSeen)]
    assert hands == [((seat,), hand.cards) for seat, hand in enumerate(step.state.hands)]


def test_beginners_starter_is_drawn() -> None:
    """Z-2.10, R-3: the start player is drawn with the game's key, and any seat can be drawn.

    The draw is shown before the placement.
    """
    starters = Counter()
    for key in KEYS:
        step = ENGINE.start(ENGINE.Options(mode="beginner"), 3, key)
        start = step.state.public.start
        starters[start] += 1
        assert [(event.seat, event.among) for event in told(step, LotDrawn)] == [(start, (0, 1, 2))]
        kinds = [type(each.event).__name__ for each in step.events]
        assert kinds.index("LotDrawn") < kinds.index("PlacementTurnedUp")
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 8


def test_experts_have_no_starter_yet() -> None:
    """Z-2.11: experts have no start player before the placement."""
    step = ENGINE.start(ENGINE.Options(), 3, KEY)
    assert step.state.public.start is None
    assert not told(step, LotDrawn, StarterNamed)


@pytest.mark.parametrize("mode", MODES)
def test_same_key_same_game(mode: str) -> None:
    """Z-2.2, Z-2.10: the setup depends only on options, seats and key."""
    assert started(4, KEYS[5], mode=mode) == started(4, KEYS[5], mode=mode)
    assert own(started(4, KEYS[5], mode=mode)).coins
