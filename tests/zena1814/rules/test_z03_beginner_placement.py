"""Section Z-3: placement of a beginner's figures by cards."""

from collections import Counter

import pytest

from engines.zena1814 import ENGINE
from engines.zena1814.content import FIGURES
from engines.zena1814.events import EventTurnedUp, PlacementTurnedUp
from tests.zena1814.positions import CONTENT, now, started, told

KEYS = [bytes([number]) * 32 for number in range(40)]
RING = ("cathedral", "palace", "bank", "port")
TABLE = {
    "cathedral": {"heir_1": "cathedral", "heir_2": "palace", "lady": "bank", "lord": "port"},
    "palace": {"heir_1": "palace", "heir_2": "bank", "lady": "port", "lord": "cathedral"},
    "bank": {"heir_1": "bank", "heir_2": "port", "lady": "cathedral", "lord": "palace"},
    "port": {"heir_1": "port", "heir_2": "cathedral", "lady": "palace", "lord": "bank"},
}


def _start(key: bytes, seats: int = 4):
    return ENGINE.start(ENGINE.Options(mode="beginner"), seats, key)


def _turned(area: str):
    """Find a game in which a card of this area is turned up for the placement. Return that event and the state after it."""
    for key in KEYS:
        step = _start(key)
        for event in told(step, PlacementTurnedUp):
            if CONTENT.action(event.card).area == area:
                return event, step.state
    raise AssertionError(area)


@pytest.mark.parametrize("area", RING)
def test_by_the_ring(area: str) -> None:
    """Z-3.2, V-1, ledger 1.3: Heir, Heir, Lady and Lord go to the card's area and the areas after it, in a circle."""
    event, state = _turned(area)
    standing = {figure: state.public.families[event.seat].figure(figure).area for figure in FIGURES}
    assert standing == TABLE[area]
    assert dict(zip(FIGURES, event.areas, strict=True)) == TABLE[area]


def test_palace_as_in_the_rulebook() -> None:
    """V-1: Paul turns up a Palace card.

    His Heirs go to Palace and Bank, the Lady to the Port, the Lord to the Cathedral.
    """
    event, state = _turned("palace")
    paul = state.public.families[event.seat]
    assert [each.area for each in paul.figures] == ["cathedral", "port", "palace", "bank"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_play_order(seats: int) -> None:
    """Z-3.1: the start player turns up the first card, then each other seat one card in play order."""
    for key in KEYS[:10]:
        step = _start(key, seats)
        assert [event.seat for event in told(step, PlacementTurnedUp)] == list(step.state.public.order())


def test_cards_from_the_top() -> None:
    """Z-3.1: the cards are turned up from the deck, not taken from a hand. Any card may come up."""
    areas = Counter(CONTENT.action(event.card).area for key in KEYS for event in told(_start(key), PlacementTurnedUp))
    assert set(areas) == set(RING)


@pytest.mark.parametrize("seats", [2, 5])
def test_cards_are_shuffled_back(seats: int) -> None:
    """Z-3.3, R-4: the cards are shuffled back into the whole deck, so they are not all at the top or the bottom."""
    together = 0
    for key in KEYS:
        step = _start(key, seats)
        turned = [event.card for event in told(step, PlacementTurnedUp)]
        assert not Counter(turned) - Counter(step.state.vault.action)
        assert len(step.state.vault.action) == 48 - 6 * seats
        assert step.state.public.box == ()
        together += Counter(turned) in (Counter(step.state.vault.action[:seats]), Counter(step.state.vault.action[-seats:]))
    assert together < 10


def test_nobody_is_asked() -> None:
    """Ledger 1.3: a beginner's first decision is the first turn, after the first event was turned up."""
    step = _start(KEYS[0])
    assert now(step.state) == [(step.state.public.start, "turn")]
    assert len(told(step, EventTurnedUp)) == 1


def test_one_figure_in_each_area() -> None:
    """Z-3.2, Z-1.2: any card places a family's figures in all four areas."""
    for key in KEYS:
        for family in started(5, key, mode="beginner").public.families:
            assert {each.area for each in family.figures} == set(RING)
