"""Plane geometry of the Gonzaga map: pointy-top hexes, hand-drawn outlines, inset shapes. No game words in here.

Lengths are in units of the drawing: a hex is ``SIZE`` units from its centre to a corner. Axial coordinates (q, r) run east and
south-east. Corners have whole numbers, so that neighbouring hexes share them exactly.
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
    """Return the middle of a hex."""
    return Point(WIDTH * (q + r / 2), SIZE * 1.5 * r)


def at(column: float, row: float) -> Point:
    """Return a point for lettering placed by eye.

    ``column`` counts hex widths from the left, ``row`` counts rows from the top.
    """
    return Point(WIDTH * column, SIZE * 1.5 * row)


def corner(cell: Axial, index: int) -> Corner:
    """Return a corner in half widths and half sizes. All hexes that meet at the corner have the same numbers for it."""
    q, r = cell
    dx, dy = _CORNERS[index % 6]
    return 2 * q + r + dx, 3 * r + dy


def place(spot: Corner) -> Point:
    """Return the position of a corner in the drawing."""
    return Point(spot[0] * WIDTH / 2, spot[1] * SIZE / 2)


def neighbour(cell: Axial, index: int) -> Axial:
    """Return the hex on the far side of edge ``index``."""
    return cell[0] + NEIGHBOURS[index][0], cell[1] + NEIGHBOURS[index][1]


def edge_between(one: Axial, other: Axial) -> Edge:
    """Return the side that two adjacent hexes share. Raises ValueError if they are not adjacent."""
    index = NEIGHBOURS.index((other[0] - one[0], other[1] - one[1]))
    return corner(one, index), corner(one, index + 1)


def loops(cells: Iterable[Axial]) -> list[list[Corner]]:
    """Return the closed outlines of a set of hexes, clockwise, as corners in order. Holes are separate loops."""
    inside = set(cells)
    next_corners: dict[Corner, list[Corner]] = {}
    for cell in sorted(inside):
        for index in range(6):
            if neighbour(cell, index) not in inside:
                next_corners.setdefault(corner(cell, index), []).append(corner(cell, index + 1))
    outlines = []
    while next_corners:
        start = min(next_corners)
        outlines.append(_walk(start, next_corners))
    return outlines


def _walk(start: Corner, next_corners: dict[Corner, list[Corner]]) -> list[Corner]:
    loop, spot = [], start
    while True:
        loop.append(spot)
        next_spot = next_corners[spot].pop()
        if not next_corners[spot]:
            del next_corners[spot]
        spot = next_spot
        if spot == start:
            return loop


def chains(edges: Iterable[Edge]) -> list[list[Corner]]:
    """Join edges into lines that end at the next branch or open end. A closed line without branches ends where it began."""
    links: dict[Corner, list[Corner]] = {}
    for one, other in edges:
        links.setdefault(one, []).append(other)
        links.setdefault(other, []).append(one)
    lines = []
    while links:
        start = min((spot for spot in links if len(links[spot]) != 2), default=min(links))
        line = [start]
        while line[-1] in links:
            next_spot = min(links[line[-1]])
            _untie(links, line[-1], next_spot)
            line.append(next_spot)
            if len(links.get(next_spot, ())) != 1:
                break
        lines.append(line)
    return lines


def trails(edges: Iterable[Edge]) -> list[list[Corner]]:
    """Join edges into lines that go on through branches. Each edge is used once."""
    links: dict[Corner, list[Corner]] = {}
    for one, other in sorted(edges):
        links.setdefault(one, []).append(other)
        links.setdefault(other, []).append(one)
    lines = []
    while links:
        line = [min((spot for spot in links if len(links[spot]) % 2), default=min(links))]
        while line[-1] in links:
            next_spot = links[line[-1]][0]
            _untie(links, line[-1], next_spot)
            line.append(next_spot)
        lines.append(line)
    return lines


def _untie(links: dict[Corner, list[Corner]], one: Corner, other: Corner) -> None:
    for start, end in ((one, other), (other, one)):
        links[start].remove(end)
        if not links[start]:
            del links[start]


def _jitter(key: str) -> float:
    """Return a number in [-1, 1) that depends only on the key."""
    return crc32(key.encode()) / 2**31 - 1


def shaken(spot: Corner) -> Point:
    """Return a corner with a fixed offset, as if drawn by hand."""
    x, y = place(spot)
    return Point(x + _WOBBLE * _jitter(f"x{spot}") * 0.7, y + _WOBBLE * _jitter(f"y{spot}") * 0.7)


def _bend(one: Corner, other: Corner) -> Point:
    a, b = sorted((one, other))
    (ax, ay), (bx, by) = shaken(a), shaken(b)
    off = _WOBBLE * _jitter(f"m{a}{b}") / hypot(bx - ax, by - ay)
    return Point((ax + bx) / 2 - (by - ay) * off, (ay + by) / 2 + (bx - ax) * off)


def drawn_loop(loop: Sequence[Corner], is_junction: Callable[[Corner], bool]) -> str:
    """Return the SVG path of a closed outline drawn by hand.

    It passes exactly through junctions, so that neighbours fit together.
    """
    shift = next((i for i, spot in enumerate(loop) if is_junction(spot)), 0)
    rotated = [*loop[shift:], *loop[:shift]]
    points = [(shaken(one), is_junction(one), _bend(one, other)) for one, other in pairwise([*rotated, rotated[0]])]
    flat = [item for spot, sharp, bend in points for item in ((spot, sharp), (bend, False))]
    return _smooth(flat) + "Z"


def drawn_line(line: Sequence[Corner]) -> str:
    """Return the SVG path of an open line along hex sides, drawn by the same hand as the outlines next to it."""
    flat = [(shaken(line[0]), True)]
    for one, other in pairwise(line):
        flat += [(_bend(one, other), False), (shaken(other), other == line[-1])]
    return path_through([point for point, _ in flat])


def _smooth(items: Sequence[tuple[Point, bool]]) -> str:
    """Return a closed curve that is pulled towards smooth points and passes through sharp ones."""
    first, sharp = items[0]
    bends: list[Point] = []
    ring = [*items, items[0]]
    for (point, is_corner), (next_point, is_next_corner) in pairwise(ring):
        if not is_corner:
            bends += point, next_point if is_next_corner else middle(point, next_point)
    return _written(first if sharp else middle(items[-1][0], first), "q", bends)


def path_through(points: Sequence[Point]) -> str:
    """Return a soft open curve from the first to the last point, pulled towards those between."""
    if len(points) < 3:
        return _written(points[0], "l", points[1:])
    bends: list[Point] = []
    for point, next_point in pairwise(points[1:]):
        bends += point, next_point if next_point == points[-1] else middle(point, next_point)
    return _written(points[0], "q", bends)


def middle(one: Point, other: Point) -> Point:
    """Return the point half way between two points."""
    return Point((one.x + other.x) / 2, (one.y + other.y) / 2)


def inset(loop: Sequence[Corner], by: float) -> list[Point]:
    """Return the outline moved inwards by ``by`` units. ``loop`` runs clockwise as :func:`loops` returns it."""
    points = [place(spot) for spot in loop]
    return [_inner(points[i - 1], points[i], points[(i + 1) % len(points)], by) for i in range(len(points))]


def _inner(before: Point, vertex: Point, after: Point, by: float) -> Point:
    # Sides meet at 120 or 240 degrees only, so the two inward normals never cancel out.
    ax, ay = _normal(before, vertex)
    bx, by_ = _normal(vertex, after)
    scale = by / (1 + ax * bx + ay * by_)
    return Point(vertex.x + (ax + bx) * scale, vertex.y + (ay + by_) * scale)


def _normal(one: Point, other: Point) -> tuple[float, float]:
    length = hypot(other.x - one.x, other.y - one.y)
    return -(other.y - one.y) / length, (other.x - one.x) / length


def polygon(points: Iterable[Point]) -> str:
    """Return the SVG path of a closed straight-sided shape."""
    return straight(points) + "Z"


def straight(points: Iterable[Point]) -> str:
    """Return the SVG path of an open line with corners."""
    first, *others = points
    return _written(first, "l", others)


def shape(cells: Iterable[Axial], by: float) -> str:
    """Return one merged shape for a set of hexes, its outline moved inwards by ``by`` units."""
    return "".join(polygon(inset(loop, by)) for loop in loops(cells))


def _written(start: Point, command: str, points: Sequence[Point]) -> str:
    """Return a path from ``start`` by one repeated command, ``l`` or ``q``, in steps from the pen's position.

    Steps are much shorter than absolute positions. Each step connects positions rounded to a tenth, so that rounding errors do
    not add up.
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
    """Return tenths in SVG's shortest form: "12.3", "-.4"."""
    text = number(tenths / 10)
    return text.replace("0.", ".", 1) if abs(tenths) < 10 else text


def number(value: float) -> str:
    """Return a length to a tenth of a unit, without a trailing zero or a negative zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def walk(start: Axial, goals: set[Axial], free: set[Axial]) -> Iterator[Axial]:
    """Yield a shortest path from ``start`` over free hexes to one of the goals, goal first. Yields nothing if none exists."""
    came_from: dict[Axial, Axial] = {start: start}
    frontier = [start]
    while frontier:
        next_frontier = []
        for cell in frontier:
            for adjacent in (neighbour(cell, index) for index in range(6)):
                if adjacent in goals:
                    came_from[adjacent] = cell
                    yield from _back(adjacent, start, came_from)
                    return
                if adjacent in free and adjacent not in came_from:
                    came_from[adjacent] = cell
                    next_frontier.append(adjacent)
        frontier = next_frontier


def _back(cell: Axial, start: Axial, came_from: dict[Axial, Axial]) -> Iterator[Axial]:
    while cell != start:
        yield cell
        cell = came_from[cell]
    yield start
