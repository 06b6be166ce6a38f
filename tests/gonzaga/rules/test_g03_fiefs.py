"""Section G-3: fief tiles and fief cards."""

import pytest

from engines.gonzaga import placements
from engines.gonzaga.actions import INACTIVE, PlaceFief
from engines.gonzaga.decisions.turn import fief_of
from engines.gonzaga.flow import turn_order
from engines.gonzaga.state import Court
from tests.gonzaga.positions import BOARD, CONTENT, B, at, at_turn, legal, replace, with_court


def test_twelve_fiefs_in_every_colour() -> None:
    """G-3.1: every colour has the numbers 10 to 120, one card of each."""
    numbers = [fief.number for fief in CONTENT.fiefs]
    assert numbers == list(range(10, 121, 10))
    for colour in CONTENT.colours():
        assert [card // 10 * 10 for card in CONTENT.deck(colour)] == numbers


def test_three_or_four_hexes() -> None:
    """G-3.2: a fief covers as many hexes as its tile has cells, three or four."""
    assert {len(fief.cells) for fief in CONTENT.fiefs} == {3, 4}
    for fief in CONTENT.fiefs:
        assert all(len(cells) == len(fief.cells) for cells in placements.placements(BOARD, fief.number))


def test_castles_in_fixed_cells() -> None:
    """G-3.3, D-22: every fief has at least one castle, and the same number of castles in each rotation."""
    for fief in CONTENT.fiefs:
        assert set(fief.castles) <= set(fief.cells)
        assert fief.castles
        shown = [placements.pose(BOARD, fief.number, turns, at((8, 8))) for turns in range(6)]
        assert all(pose is not None and len(pose.castles) == len(fief.castles) for pose in shown)


def test_rotations_but_no_mirror_image() -> None:
    """G-3.4: an asymmetric tile has six positions around a hex. Its mirror image shares none of them."""
    ways = {number: _ways(number) for number in (70, 80)}
    assert {number: len(found) for number, found in ways.items()} == {70: 6, 80: 6}
    assert ways[70].isdisjoint(ways[80])


def _ways(number: int) -> set[tuple[int, ...]]:
    """Return the hexes of a fief in all rotations, with its first cell far from any edge or barrier."""
    poses = [placements.pose(BOARD, number, turns, at((11, 7))) for turns in range(6)]
    return {pose.cells for pose in poses if pose}


@pytest.mark.parametrize(("card", "number"), [(12, 10), (52, 50), (83, 80), (124, 120)])
def test_card_to_tile(card: int, number: int) -> None:
    """G-3.5, D-10, section 4.2: the last digit of a card is dropped to get its tile."""
    assert fief_of(Court("red", 6, drawn=card)) == number


def test_a_spent_fief_is_none() -> None:
    """G-3.5: a seat without a drawn card has no fief to place."""
    assert fief_of(Court("red", 6)) == 0


def test_last_digit_does_not_change_the_tile() -> None:
    """G-3.6: cards of the same tile allow the same placements. The last digit affects the turn order."""
    state = at_turn(10, B, INACTIVE)
    for card in (11, 12, 13, 14):
        assert legal(with_court(state, 0, drawn=card), 0) == legal(state, 0)
    court = state.public.courts[0]
    assert turn_order((replace(court, drawn=14), replace(court, drawn=13))) == (1, 0)


def test_all_card_numbers_differ() -> None:
    """G-3.7: there are 48 different numbers, so the turn order has no ties."""
    numbers = [card.number for card in CONTENT.cards]
    assert len(numbers) == len(set(numbers)) == 48


def test_a_legal_placement_is_a_rotation_on_the_map() -> None:
    """G-3.4, G-8.1: every listed placement has a rotation with all castles on land."""
    for turn in legal(at_turn(90, B, INACTIVE), 0):
        if isinstance(turn, PlaceFief):
            poses = placements.poses(BOARD, 90, turn.cells)
            assert any(placements.on_land(BOARD, pose.castles) for pose in poses)
