"""Positions in the drawing of Genoa: figures, names and flags.

The drawing is 600 units wide and 540 high. Figures are drawn on a terrace, from back to front. A crowd is drawn smaller.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engines.zena1814.content import Area

WIDTH, HEIGHT = 600, 540
FIGURE_WIDE, FIGURE_HIGH = 40.0, 56.0
RIBBON_WIDE, RIBBON_HIGH = 188, 27
_PITCH, _DEEP = 33.0, 24.0
"""Minimum distance of figures side by side, and distance of rows."""
_SIZES = ((1.2, 1), (1.05, 2), (0.85, 3), (0.7, 4))
"""Scale of figures, and their maximum number of rows. The first pair with room for all is used."""
_ON_QUAY = ((1.15, 1), (1.0, 1), (0.95, 2), (0.8, 3), (0.7, 4))
"""The same pairs of scale and rows for a place of the panorama."""


@dataclass(frozen=True)
class Place:
    """A place of the town: the edges and the foot of its terrace, its ribbon, the top of its flagpole, the tap area."""

    left: float
    right: float
    foot: float
    ribbon: tuple[int, int]
    flag: tuple[int, int]
    tapped: tuple[int, int, int, int]


PLACES: Mapping[Area, Place] = {
    "fort": Place(112, 332, 88, (132, 93), (104, 22), (0, 0, 345, 124)),
    "old_town": Place(4, 196, 291, (6, 299), (186, 122), (0, 125, 200, 203)),
    "cathedral": Place(204, 396, 291, (206, 299), (345, 94), (200, 125, 200, 203)),
    "palace": Place(404, 596, 291, (406, 299), (420, 92), (400, 92, 200, 236)),
    "port": Place(96, 304, 484, (104, 494), (62, 342), (0, 330, 305, 198)),
    "bank": Place(312, 596, 484, (360, 494), (380, 342), (305, 330, 295, 198)),
}


@dataclass(frozen=True)
class Quay:
    """A place of the panorama, 200 by 217: the edges of the quay, and the top of its flagpole."""

    left: float
    right: float
    flag: tuple[int, int]
    foot: float = 205


QUAYS: Mapping[Area, Quay] = {
    "old_town": Quay(4, 196, (160, 20)),
    "cathedral": Quay(4, 196, (145, 6)),
    "palace": Quay(4, 196, (20, 6)),
    "bank": Quay(4, 196, (30, 60)),
    "port": Quay(36, 198, (36, 102)),
    "fort": Quay(4, 196, (138, 26)),
}


@dataclass(frozen=True)
class Spot:
    """Position of a figure: its upper left corner, in the coordinates of its crowd."""

    x: float
    y: float


@dataclass(frozen=True)
class Crowd:
    """All figures of a place: origin and scale of their drawing, and the spots from the back to the front."""

    left: float
    top: float
    scale: float
    spots: tuple[Spot, ...]

    @property
    def transform(self) -> str:
        """Origin and scale as an SVG attribute."""
        scale = f" scale({number(self.scale)})" if self.scale != 1 else ""
        return f"translate({number(self.left)} {number(self.top)}){scale}"


def number(value: float) -> str:
    """Return a coordinate or scale with at most two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def crowd(area: Area, count: int) -> Crowd:
    """Return spots for ``count`` figures in an area of the town."""
    return _crowd(PLACES[area], count, _SIZES)


@cache
def on_quay(area: Area, count: int) -> Crowd:
    """Return spots for ``count`` figures on a quay of the panorama."""
    return _crowd(QUAYS[area], count, _ON_QUAY)


def _crowd(place: Place | Quay, count: int, sizes: Sequence[tuple[float, int]]) -> Crowd:
    scale, max_rows = next(((scale, rows) for scale, rows in sizes if _columns(place, scale, rows) * rows >= count), sizes[-1])
    wide = (place.right - place.left) / scale
    columns = _columns(place, scale, max_rows)
    spots = tuple(_spots(wide, count, -(-count // columns)))
    return Crowd(place.left, place.foot - FIGURE_HIGH * scale, scale, spots)


def _columns(place: Place | Quay, scale: float, rows: int) -> int:
    """Return the number of figures that fit side by side in a row.

    With several rows, every second row begins half a step further to the right.
    """
    steps = ((place.right - place.left) / scale - FIGURE_WIDE) / _PITCH
    return int(steps - _shift(rows)) + 1


def _shift(rows: int) -> float:
    return 0.5 if rows > 1 else 0.0


def _spots(wide: float, count: int, rows: int) -> Iterator[Spot]:
    """Yield the spots from back to front. The figures of a row are in the gaps of the rows next to it."""
    columns, shift = -(-count // max(1, rows)), _shift(rows)
    pitch = min(FIGURE_WIDE + 2, (wide - FIGURE_WIDE) / max(1, columns - 1 + shift))
    first = (wide - FIGURE_WIDE - pitch * (columns - 1 + shift)) / 2
    for row in range(rows):
        missing = columns - (count + row) // rows
        for column in range(columns - missing):
            yield Spot(round(first + pitch * (column + missing // 2 + shift * (row % 2)), 1), -_DEEP * (rows - 1 - row))
