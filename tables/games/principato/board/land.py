"""Positions in the drawing of a principality: parcels, lots, niches and stands for any number of tiles.

The drawing is 600 units wide and 472 high. Every area has its printed spaces. If it has more tiles than spaces, the tiles are
drawn closer together, so that all of them fit [P-1.3].
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

WIDTH, HEIGHT = 600, 472
_LAND_TOP, _LAND_BOTTOM = 354.0, 465.0
_ROAD_TOP, _ROAD_BOTTOM = 22.0, 46.0
_GAP = 5.0
_WALL_ENDS = (30.0, 570.0)
_FEET = 292.0
_NICHE = 320.0
_TALL = 62.0
_ROWS_OF_LAND = ((12, 1), (24, 2))
_LARGEST_CROWD = 12
"""Maximum number of soldiers and machines drawn one by one. Larger armies are drawn in groups."""


@dataclass(frozen=True)
class Box:
    """Position and size of a square object: ``x`` is its horizontal centre and ``foot`` its lower edge."""

    x: float
    foot: float
    size: float

    @property
    def left(self) -> str:
        """The left edge."""
        return number(self.x - self.size / 2)

    @property
    def top(self) -> str:
        """The upper edge."""
        return number(self.foot - self.size)


@dataclass(frozen=True)
class Parcel:
    """A piece of land along the road: its outline, its furrows, and the place for a house."""

    path: str
    furrows: str
    house: Box


def number(value: float) -> str:
    """Return a coordinate as text, rounded to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


@cache
def parcels(count: int) -> tuple[Parcel, ...]:
    """Return at least ``count`` parcels in perspective, half of them on each side of the road.

    They are in rows from back to front, and from left to right in each row.
    """
    rows = next((rows for capacity, rows in _ROWS_OF_LAND if count <= capacity), 3)
    columns = 2 * -(-count // (2 * rows))
    height = (_LAND_BOTTOM - _LAND_TOP) / rows
    return tuple(
        _parcel(_LAND_TOP + row * height, _LAND_TOP + (row + 1) * height - (0 if row == rows - 1 else _GAP), column, columns)
        for row in range(rows)
        for column in range(columns)
    )


def _parcel(top: float, bottom: float, column: int, columns: int) -> Parcel:
    a, b = _edge(column, columns, top, _GAP / 2), _edge(column + 1, columns, top, -_GAP / 2)
    d, c = _edge(column, columns, bottom, _GAP / 2), _edge(column + 1, columns, bottom, -_GAP / 2)
    bulge = 2.5 if column % 2 else -2.5
    path = (
        f"M{number(a)} {number(top)}Q{number((a + b) / 2)} {number(top + bulge)} {number(b)} {number(top)}"
        f"L{number(c)} {number(bottom)}Q{number((c + d) / 2)} {number(bottom - bulge)} {number(d)} {number(bottom)}Z"
    )
    ridges = max(3, round((b - a) / 13))
    furrows = "".join(
        f"M{number(a + (b - a) * i / ridges)} {number(top + 3)}L{number(d + (c - d) * i / ridges)} {number(bottom - 3)}"
        for i in range(1, ridges)
    )
    middle = (a + b + c + d) / 4
    size = min(c - d, (bottom - top) * 0.82, 78.0)
    return Parcel(path, furrows, Box(middle, bottom - (bottom - top - size) * 0.45, size))


def _edge(column: int, columns: int, y: float, inset: float) -> float:
    """Return the x of the left side of a parcel at the height ``y``, moved by ``inset``.

    The road is in the middle and widens towards the viewer.
    """
    nearness = (y - _LAND_TOP) / (_LAND_BOTTOM - _LAND_TOP)
    road = _ROAD_TOP + (_ROAD_BOTTOM - _ROAD_TOP) * nearness
    middle, half = WIDTH / 2, columns / 2
    width = (middle - 10 - road) / half
    if column < half or (column == half and inset < 0):
        return middle - road - (half - column) * width + inset
    return middle + road + (column - half) * width + inset


@dataclass(frozen=True)
class _Quarter:
    """A part of the town: its edges and its printed rows and columns."""

    left: float
    top: float
    right: float
    bottom: float
    columns: int
    rows: int


CENTRE = _Quarter(8, 94, 236, 236, 3, 2)
PALACE = _Quarter(364, 79, 588, 235, 3, 2)


@cache
def places(quarter: _Quarter, count: int) -> tuple[Box, ...]:
    """Return the places of a quarter for ``count`` tiles, at least the printed ones, row by row."""
    columns, rows = max(_grids(quarter, count), key=lambda grid: (_cell(quarter, *grid), -grid[0]))
    wide, high = (quarter.right - quarter.left) / columns, (quarter.bottom - quarter.top) / rows
    size = min(wide, high) - 2
    return tuple(
        Box(quarter.left + wide * (column + 0.5), quarter.top + high * (row + 1) - 1, size)
        for row in range(rows)
        for column in range(columns)
    )


def _grids(quarter: _Quarter, count: int) -> Iterator[tuple[int, int]]:
    """Yield numbers of columns and rows, at least the printed ones, with room for ``count`` tiles."""
    for rows in range(quarter.rows, quarter.rows + 5):
        yield max(quarter.columns, -(-count // rows)), rows


def _cell(quarter: _Quarter, columns: int, rows: int) -> float:
    return min((quarter.right - quarter.left) / columns, (quarter.bottom - quarter.top) / rows)


def church() -> tuple[Box, ...]:
    """Return the places for favour cubes on the front of the church."""
    return tuple(Box(x, 184, 28) for x in (263, 297, 331))


@cache
def stands(count: int) -> tuple[Box, ...]:
    """Return at least ``count`` places on the wall for soldiers and machines, equally many on each side of the gate."""
    left, right = _WALL_ENDS
    count += count % 2
    pitch = (right - left) / count
    return tuple(Box(left + pitch * (index + 0.5), _FEET, min(_TALL, pitch * 1.2)) for index in range(count))


def niche(stand: Box) -> Box:
    """Return the place for the cube of the soldier on a stand."""
    size = min(26.0, stand.size * 0.62)
    return Box(stand.x, _NICHE + size / 2, size)


def crowded(count: int) -> bool:
    """Return whether ``count`` soldiers and machines are so many that the wall shows them in groups."""
    return count > _LARGEST_CROWD


def within(box: Box) -> Box:
    """Return a smaller place inside a place, just above its lower edge."""
    return Box(box.x, box.foot - box.size * 0.06, box.size * 0.84)


def beside(house: Box, count: int) -> tuple[Box, ...]:
    """Return places for cubes at the foot of a house, side by side."""
    size = max(11.0, min(26.0, house.size * 0.4))
    first = house.x - size * (count - 1) / 2
    return tuple(Box(first + size * index, house.foot + size * 0.18, size) for index in range(count))
