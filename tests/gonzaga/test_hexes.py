"""Axial coordinates of hexagonal grids."""

import pytest

from engines import hexes
from tests.gonzaga.positions import CONTENT


def test_offset_and_axial_are_inverse() -> None:
    """Offset and axial coordinates convert both ways, in odd and even rows."""
    for col in range(-3, 18):
        for row in range(-3, 18):
            assert hexes.offset(hexes.axial(col, row)) == (col, row)


@pytest.mark.parametrize(("col", "row", "q", "r"), [(7, 6, 4, 6), (7, 7, 4, 7), (3, 15, -4, 15), (16, 1, 16, 1)])
def test_axial(col: int, row: int, q: int, r: int) -> None:
    """Four hexes of the map have the expected axial coordinates."""
    assert hexes.axial(col, row) == (q, r)
    assert (q, r) in {each.at for each in CONTENT.hexes}


def test_rotation_is_clockwise_by_sixty_degrees() -> None:
    """Six rotations lead back to the start, and a single rotation turns east into south-east."""
    assert hexes.rotated((1, 0), 1) == (0, 1)
    assert [hexes.rotated((1, 0), turns) for turns in range(6)] == list(hexes.SIDES)
    assert hexes.rotated((2, -5), 6) == (2, -5)


def test_neighbours_are_at_distance_one() -> None:
    """A hex has six neighbours, and the distance of two hexes is the number of steps between them."""
    assert {hexes.distance((3, 4), other) for other in hexes.neighbours((3, 4))} == {1}
    assert len(set(hexes.neighbours((3, 4)))) == 6
    assert hexes.distance((0, 0), (3, -1)) == 3
