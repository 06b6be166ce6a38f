"""Lettering of the Gonzaga map: large letters of regions and seas placed by eye, names of sites placed by rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.games.gonzaga.board.geometry import SIZE, Point, at, number, path_through


@dataclass(frozen=True)
class Lettering:
    """One line of large letters along a curve (an SVG path)."""

    text: str
    curve: str
    size: str
    spacing: str


@dataclass(frozen=True)
class Spot:
    """Place of a region's seal."""

    x: str
    y: str


# Points of the curve as (column, row), then letter size and spacing. Placed by eye, away from sites.
_CURVES: dict[str, tuple[tuple[str, tuple[tuple[float, float], ...], float, float], ...]] = {
    "hispania": (("HISPANIA", ((0.95, 13.55), (2.9, 12.75), (4.95, 13.3)), 25, 6.5),),
    "francia": (("FRANCIA", ((4.7, 9.9), (6.4, 10.3), (8.2, 11.6)), 22, 5),),
    "britannia": (("BRITANNIA", ((5.5, 6.25), (5.3, 4.5), (5.55, 2.6)), 17, 3.5),),
    "germania": (("GERMANIA", ((9.45, 9.0), (11.3, 8.35), (13.3, 9.05)), 24, 6.5),),
    "italia": (("ITALIA", ((9.2, 11.2), (10.5, 10.95), (11.65, 11.6)), 19, 4),),
    "europa-orientalis": (
        ("EUROPA", ((13.5, 4.3), (15.0, 4.05), (16.5, 4.3)), 20, 5.5),
        ("ORIENTALIS", ((13.3, 5.3), (15.0, 5.05), (16.7, 5.3)), 17.5, 3),
    ),
    "mare-germanicum": (
        ("Mare", ((7.6, 2.1), (8.4, 2.0), (9.2, 2.1)), 20, 2),
        ("Germanicum", ((7.0, 3.1), (8.4, 3.0), (9.8, 3.1)), 20, 2),
    ),
    "mare-britannicum": (("Mare Britannicum", ((1.2, 7.5), (3.5, 8.75), (6.2, 7.75)), 19, 1.5),),
    "mare-balticum": (
        ("Mare", ((13.0, 0.95), (14.0, 0.8), (15.2, 0.95)), 17, 1.5),
        ("Balticum", ((12.55, 1.95), (13.6, 1.85), (14.8, 2.0)), 17, 1),
    ),
    "oceanus-atlanticus": (("Oceanus Atlanticus", ((-0.1, 11.25), (2.0, 10.75), (4.5, 10.35)), 19, 1.5),),
    "mare-mediterraneum": (
        ("Mare", ((6.2, 15.2), (7.0, 15.1), (7.9, 15.3)), 20, 2),
        ("Mediterraneum", ((5.4, 16.15), (7.2, 15.95), (9.4, 16.4)), 20, 1.5),
    ),
    "mare-adriaticum": (("Mare Adriaticum", ((11.9, 11.0), (13.6, 12.2), (16.0, 14.9)), 18, 1.5),),
}
_SEALS: dict[str, tuple[float, float]] = {
    "hispania": (1.5, 15.0),
    "francia": (5.5, 9.0),
    "britannia": (4.5, 5.0),
    "germania": (11.0, 6.0),
    "italia": (14.0, 14.0),
    "europa-orientalis": (15.0, 8.0),
}


def letterings(name: str, area: str, home: Point) -> tuple[Lettering, ...]:
    """Return the large letters of a region or sea. An area without a curve is lettered straight across ``home``."""
    if area not in _CURVES:
        line = path_through([Point(home.x - 2 * SIZE, home.y), Point(home.x + 2 * SIZE, home.y)])
        return (Lettering(name, line, "18", "2"),)
    return tuple(
        Lettering(text, path_through([at(col, row) for col, row in curve]), number(size), number(spacing))
        for text, curve, size, spacing in _CURVES[area]
    )


def seal_spot(area: str, home: Point) -> Spot:
    """Return the place of a region's seal: placed by eye, otherwise on its first hex."""
    point = at(*_SEALS[area]) if area in _SEALS else home
    return Spot(number(point.x), number(point.y))


@dataclass(frozen=True)
class Label:
    """A site's name: an anchor point and the SVG ``text-anchor``."""

    x: float
    y: float
    anchor: str
    width: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Bounds of the name: left, top, right, bottom."""
        left = self.x - {"start": 0.0, "middle": self.width / 2, "end": self.width}[self.anchor]
        return left, self.y - 10.5, left + self.width, self.y + 3.5


LETTER = 6.6
_EMBLEM = 12.5


def labels(sites: Sequence[tuple[str, Point]], frame: tuple[float, float, float, float]) -> list[Label]:
    """Return a place for every name, as clear as possible of other names, of all emblems and of the frame's edge.

    ``sites`` are names and the middles of their hexes. In each of a few passes, the names are moved one after another to the
    place with the lowest cost. A place below the emblem is preferred.
    """
    choices = [_choices(name, middle) for name, middle in sites]
    chosen_labels = [options[0] for options in choices]
    emblems = [(x - _EMBLEM, y - _EMBLEM, x + _EMBLEM, y + _EMBLEM) for _, (x, y) in sites]
    for _ in range(6):
        for index, options in enumerate(choices):
            others = [label.box for i, label in enumerate(chosen_labels) if i != index]
            costs = [_cost(option, others, emblems, frame) + 12 * rank for rank, option in enumerate(options)]
            chosen_labels[index] = options[costs.index(min(costs))]
    return chosen_labels


def _choices(name: str, middle: Point) -> list[Label]:
    width = LETTER * len(name)
    x, y = middle
    return [
        Label(x, y + 24, "middle", width),
        Label(x, y - 16.5, "middle", width),
        Label(x - 10, y + 24, "middle", width),
        Label(x + 10, y + 24, "middle", width),
        Label(x + 15.5, y + 4, "start", width),
        Label(x - 15.5, y + 4, "end", width),
    ]


Box = tuple[float, float, float, float]


def _cost(label: Label, others: Sequence[Box], emblems: Sequence[Box], frame: Box) -> float:
    box = label.box
    outside = (
        max(0.0, frame[0] - box[0]) + max(0.0, box[2] - frame[2]) + max(0.0, frame[1] - box[1]) + max(0.0, box[3] - frame[3])
    )
    return (
        40 * outside + 3 * sum(_overlap(box, other) for other in others) + 2 * sum(_overlap(box, emblem) for emblem in emblems)
    )


def _overlap(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0]) + 2
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)
