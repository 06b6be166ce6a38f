"""Plane geometry of the Gonzaga map: pointy-top hexes, hand-drawn outlines, inset shapes. No game words in here.

Lengths are in units of the drawing: a hex is ``SIZE`` units from its centre to a corner. Axial coordinates (q, r) run east
and south-east. Corners are identified by whole numbers, so that neighbouring hexes share them exactly.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import batched, pairwise
from math import hypot, sqrt
from typing import NamedTuple
from zlib import crc32

SIZE = 30.0
WIDTH = SIZE * sqrt(3)
_WOBBLE = 3.4

Axial = tuple[int, int]
Corner = tuple[int, int]
Edge = tuple[Corner, Corner]

# Clockwise from the east; edge i of a hex faces neighbour i and runs from corner i to corner i + 1.
NEIGHBOURS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_CORNERS: tuple[Corner, ...] = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))


class Point(NamedTuple):
    """A point of the drawing, y growing southwards."""

    x: float
    y: float


def centre(q: float, r: float) -> Point:
    """Where the middle of a hex lies."""
    return Point(WIDTH * (q + r / 2), SIZE * 1.5 * r)


def at(column: float, row: float) -> Point:
    """The point ``column`` hex widths from the left and ``row`` rows from the top; for lettering placed by eye."""
    return Point(WIDTH * column, SIZE * 1.5 * row)


def corner(cell: Axial, index: int) -> Corner:
    """A corner in half widths and half sizes, the same for all hexes that meet there."""
    q, r = cell
    dx, dy = _CORNERS[index % 6]
    return 2 * q + r + dx, 3 * r + dy


def place(spot: Corner) -> Point:
    """Where a corner lies in the drawing."""
    return Point(spot[0] * WIDTH / 2, spot[1] * SIZE / 2)


def neighbour(cell: Axial, index: int) -> Axial:
    """The hex on the far side of edge ``index``."""
    return cell[0] + NEIGHBOURS[index][0], cell[1] + NEIGHBOURS[index][1]


def edge_between(one: Axial, other: Axial) -> Edge:
    """The side two adjacent hexes share. Raises ValueError if they are not adjacent."""
    index = NEIGHBOURS.index((other[0] - one[0], other[1] - one[1]))
    return corner(one, index), corner(one, index + 1)


def loops(cells: Iterable[Axial]) -> list[list[Corner]]:
    """The closed outlines of a set of hexes, clockwise, as corners in order; holes come out as loops of their own."""
    inside = set(cells)
    follow: dict[Corner, list[Corner]] = {}
    for cell in sorted(inside):
        for index in range(6):
            if neighbour(cell, index) not in inside:
                follow.setdefault(corner(cell, index), []).append(corner(cell, index + 1))
    walked = []
    while follow:
        start = min(follow)
        walked.append(_walk(start, follow))
    return walked


def _walk(start: Corner, follow: dict[Corner, list[Corner]]) -> list[Corner]:
    loop, spot = [], start
    while True:
        loop.append(spot)
        ahead = follow[spot].pop()
        if not follow[spot]:
            del follow[spot]
        spot = ahead
        if spot == start:
            return loop


def chains(edges: Iterable[Edge]) -> list[list[Corner]]:
    """Edges strung together into open lines, as long as they go without branching."""
    ties: dict[Corner, list[Corner]] = {}
    for one, other in edges:
        ties.setdefault(one, []).append(other)
        ties.setdefault(other, []).append(one)
    lines = []
    while ties:
        start = min((spot for spot in ties if len(ties[spot]) != 2), default=min(ties))
        line = [start]
        while line[-1] in ties:
            ahead = min(ties[line[-1]])
            _untie(ties, line[-1], ahead)
            line.append(ahead)
            if len(ties.get(ahead, ())) != 1:
                break
        lines.append(line)
    return lines


def trails(edges: Iterable[Edge]) -> list[list[Corner]]:
    """Edges strung together into as few lines as it takes, straight on where they branch; every edge once."""
    ties: dict[Corner, list[Corner]] = {}
    for one, other in sorted(edges):
        ties.setdefault(one, []).append(other)
        ties.setdefault(other, []).append(one)
    lines = []
    while ties:
        line = [min((spot for spot in ties if len(ties[spot]) % 2), default=min(ties))]
        while line[-1] in ties:
            ahead = ties[line[-1]][0]
            _untie(ties, line[-1], ahead)
            line.append(ahead)
        lines.append(line)
    return lines


def _untie(ties: dict[Corner, list[Corner]], one: Corner, other: Corner) -> None:
    for here, there in ((one, other), (other, one)):
        ties[here].remove(there)
        if not ties[here]:
            del ties[here]


def _jitter(key: str) -> float:
    """A number in [-1, 1) that is always the same for the same key."""
    return crc32(key.encode()) / 2**31 - 1


def shaken(spot: Corner) -> Point:
    """A corner as a steady but human hand would set it."""
    x, y = place(spot)
    return Point(x + _WOBBLE * _jitter(f"x{spot}") * 0.7, y + _WOBBLE * _jitter(f"y{spot}") * 0.7)


def _bend(one: Corner, other: Corner) -> Point:
    a, b = sorted((one, other))
    (ax, ay), (bx, by) = shaken(a), shaken(b)
    off = _WOBBLE * _jitter(f"m{a}{b}") / hypot(bx - ax, by - ay)
    return Point((ax + bx) / 2 - (by - ay) * off, (ay + by) / 2 + (bx - ax) * off)


def drawn_loop(loop: Sequence[Corner], is_junction: Callable[[Corner], bool]) -> str:
    """SVG path of a closed outline drawn by hand. It passes exactly through junctions, so that neighbours fit together."""
    shift = next((i for i, spot in enumerate(loop) if is_junction(spot)), 0)
    turned = [*loop[shift:], *loop[:shift]]
    points = [(shaken(one), is_junction(one), _bend(one, other)) for one, other in pairwise([*turned, turned[0]])]
    flat = [item for spot, sharp, bend in points for item in ((spot, sharp), (bend, False))]
    return _smooth(flat) + "Z"


def drawn_line(line: Sequence[Corner]) -> str:
    """SVG path of an open line along hex sides, drawn by the same hand as the outlines beside it."""
    flat = [(shaken(line[0]), True)]
    for one, other in pairwise(line):
        flat += [(_bend(one, other), False), (shaken(other), other == line[-1])]
    return path_through([point for point, _ in flat])


def _smooth(items: Sequence[tuple[Point, bool]]) -> str:
    """A closed curve that is pulled towards smooth points and passes through sharp ones."""
    first, sharp = items[0]
    bends: list[Point] = []
    ring = [*items, items[0]]
    for (here, corner_here), (ahead, corner_ahead) in pairwise(ring):
        if not corner_here:
            bends += here, ahead if corner_ahead else middle(here, ahead)
    return _written(first if sharp else middle(items[-1][0], first), "q", bends)


def path_through(points: Sequence[Point]) -> str:
    """A soft open curve from the first to the last point, pulled towards those between."""
    if len(points) < 3:
        return _written(points[0], "l", points[1:])
    bends: list[Point] = []
    for here, ahead in pairwise(points[1:]):
        bends += here, ahead if ahead == points[-1] else middle(here, ahead)
    return _written(points[0], "q", bends)


def middle(one: Point, other: Point) -> Point:
    """Half way between two points."""
    return Point((one.x + other.x) / 2, (one.y + other.y) / 2)


def inset(loop: Sequence[Corner], by: float) -> list[Point]:
    """The outline moved inwards by ``by`` units; ``loop`` runs clockwise as :func:`loops` returns it."""
    points = [place(spot) for spot in loop]
    return [_inner(points[i - 1], points[i], points[(i + 1) % len(points)], by) for i in range(len(points))]


def _inner(before: Point, here: Point, after: Point, by: float) -> Point:
    # Sides meet at 120 or 240 degrees only, so the two inward normals never cancel out.
    ax, ay = _normal(before, here)
    bx, by_ = _normal(here, after)
    scale = by / (1 + ax * bx + ay * by_)
    return Point(here.x + (ax + bx) * scale, here.y + (ay + by_) * scale)


def _normal(one: Point, other: Point) -> tuple[float, float]:
    length = hypot(other.x - one.x, other.y - one.y)
    return -(other.y - one.y) / length, (other.x - one.x) / length


def polygon(points: Iterable[Point]) -> str:
    """SVG path of a closed straight-sided shape."""
    return straight(points) + "Z"


def straight(points: Iterable[Point]) -> str:
    """SVG path of an open line with corners."""
    first, *others = points
    return _written(first, "l", others)


def shape(cells: Iterable[Axial], by: float) -> str:
    """One merged shape for a set of hexes, its outline moved inwards by ``by`` units."""
    return "".join(polygon(inset(loop, by)) for loop in loops(cells))


def _written(start: Point, command: str, points: Sequence[Point]) -> str:
    """A path from ``start`` by one command, ``l`` or ``q``, again and again, in steps from where the pen stands.

    Steps are much shorter than places. They are taken between places rounded to a tenth, so that no error adds up.
    """
    size = 2 if command == "q" else 1
    x, y = _tenths(start)
    parts = [f"M{_decimal(x)} {_decimal(y)}{command}"]
    for group in batched(points, size, strict=True):
        places = [_tenths(point) for point in group]
        parts += [_decimal(step) for place_x, place_y in places for step in (place_x - x, place_y - y)]
        x, y = places[-1]
    return "".join(parts[:2]) + "".join(part if part.startswith("-") else f" {part}" for part in parts[2:])


def _tenths(point: Point) -> tuple[int, int]:
    return round(point.x * 10), round(point.y * 10)


def _decimal(tenths: int) -> str:
    """Tenths as SVG likes them: "12.3", "-.4"."""
    text = number(tenths / 10)
    return text.replace("0.", ".", 1) if abs(tenths) < 10 else text


def number(value: float) -> str:
    """A length to a tenth of a unit, without a trailing zero or a negative nothing."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def walk(start: Axial, goals: set[Axial], free: set[Axial]) -> Iterator[Axial]:
    """A shortest way from ``start`` to one of the goals over free hexes, goal first; nothing if there is none."""
    came: dict[Axial, Axial] = {start: start}
    wave = [start]
    while wave:
        nearer = []
        for cell in wave:
            for ahead in (neighbour(cell, index) for index in range(6)):
                if ahead in goals:
                    came[ahead] = cell
                    yield from _back(ahead, start, came)
                    return
                if ahead in free and ahead not in came:
                    came[ahead] = cell
                    nearer.append(ahead)
        wave = nearer


def _back(cell: Axial, start: Axial, came: dict[Axial, Axial]) -> Iterator[Axial]:
    while cell != start:
        yield cell
        cell = came[cell]
    yield start
