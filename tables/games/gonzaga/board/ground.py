"""Ground of the Gonzaga map: all parts that never move, computed once for each version of the data."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from engines.gonzaga.content import Barrier, Content, Site
from tables.games.gonzaga.board.geometry import (
    SIZE,
    WIDTH,
    Axial,
    Corner,
    Edge,
    Point,
    centre,
    chains,
    corner,
    drawn_line,
    drawn_loop,
    edge_between,
    loops,
    middle,
    neighbour,
    number,
    path_through,
    place,
    polygon,
    shaken,
    straight,
    trails,
    walk,
)
from tables.games.gonzaga.board.lettering import Lettering, Spot, labels, letterings, seal_spot
from tables.games.gonzaga.facts import content_of

_MARGIN = 21.0
_BEYOND = 4


@dataclass(frozen=True)
class Frame:
    """The neat line, a band between two lines, and the view box around it."""

    left: float
    top: float
    wide: float
    high: float

    def _grown(self, by: float) -> tuple[str, str, str, str]:
        return number(self.left - by), number(self.top - by), number(self.wide + 2 * by), number(self.high + 2 * by)

    @property
    def line(self) -> tuple[str, str, str, str]:
        """x, y, width and height of the middle of the band."""
        return self._grown(0)

    @property
    def inner(self) -> tuple[str, str, str, str]:
        """The line inside the band."""
        return self._grown(-6.5)

    @property
    def outer(self) -> tuple[str, str, str, str]:
        """The line outside the band."""
        return self._grown(6.5)

    @property
    def view(self) -> str:
        """The view box of the whole map."""
        return " ".join(self._grown(9))


@dataclass(frozen=True)
class AreaShape:
    """A region or a sea: its outline drawn by hand, its letters, and for a region the place of its seal."""

    id: str
    index: int
    name: str
    path: str
    letters: tuple[Lettering, ...]
    seal: Spot


@dataclass(frozen=True)
class Mark:
    """A city or harbour, with the places of its emblem and its name."""

    name: str
    kind: str
    symbol: str
    hex: int
    x: str
    y: str
    label_x: str
    label_y: str
    anchor: str


@dataclass(frozen=True)
class Ridge:
    """A barrier: the line that must not be covered, and the peaks on it. Peaks are not drawn on a barrier of one side."""

    name: str
    paths: tuple[str, ...]
    peaks: tuple[Spot, ...]


@dataclass(frozen=True)
class Cell:
    """A hex as the page needs it: number, middle, area, and its neighbours by direction (-1 beyond the map)."""

    index: int
    x: str
    y: str
    land: bool
    area: str
    near: tuple[int, ...]


@dataclass(frozen=True)
class Tick:
    """A letter or number on the frame that names bare hexes."""

    text: str
    x: str
    y: str


@dataclass(frozen=True)
class Ground:
    """All parts of the map that never move."""

    frame: Frame
    regions: tuple[AreaShape, ...]
    seas: tuple[AreaShape, ...]
    sheet: str
    coast: str
    beyond: str
    grid: str
    borders: str
    routes: tuple[str, ...]
    ridges: tuple[Ridge, ...]
    marks: tuple[Mark, ...]
    cells: tuple[Cell, ...]
    hexagon: str
    rose: Spot
    ticks: tuple[Tick, ...]


@cache
def ground(version: str) -> Ground:
    """Return the still part of the map for one version of the data."""
    return _Surveyor(content_of(version)).ground()


class _Surveyor:
    """Builder of a :class:`Ground` from the data."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.number_of = {cell.at: index for index, cell in enumerate(content.hexes)}
        self.land = {cell.at for cell in content.hexes if cell.land}
        self.water = {cell.at for cell in content.hexes if not cell.land}
        self.cells_by_area: dict[str, set[Axial]] = {}
        for cell in content.hexes:
            self.cells_by_area.setdefault(cell.area, set()).add(cell.at)
        self.colour = {cell.at: cell.area if cell.land else "sea" for cell in content.hexes}
        self.owners = self._owners()
        xs, ys = zip(*(centre(*cell.at) for cell in content.hexes), strict=True)
        self.box = (
            min(xs) - WIDTH / 2 - _MARGIN,
            min(ys) - SIZE - _MARGIN,
            max(xs) + WIDTH / 2 + _MARGIN,
            max(ys) + SIZE + _MARGIN,
        )

    def _owners(self) -> dict[Corner, set[str]]:
        """Return the areas that meet at each corner. All seas count as one, and beyond the map is an area without a name."""
        nearby_cells = {neighbour(cell.at, i) for cell in self.content.hexes for i in range(6)} | set(self.number_of)
        owners: dict[Corner, set[str]] = {}
        for cell in sorted(nearby_cells):
            for index in range(6):
                owners.setdefault(corner(cell, index), set()).add(self.colour.get(cell, ""))
        return owners

    def is_junction(self, spot: Corner) -> bool:
        """Return whether at least three areas meet here."""
        return len(self.owners[spot]) > 2

    def ground(self) -> Ground:
        """Return the whole ground."""
        content = self.content
        return Ground(
            frame=self.frame(),
            regions=tuple(self.shape(region.id, region.name, i) for i, region in enumerate(content.regions)),
            seas=tuple(self.shape(sea.id, sea.name, i) for i, sea in enumerate(content.seas)),
            sheet=self.outline(self.number_of),
            coast=self.coast(),
            beyond=self.beyond(),
            grid=self.grid(),
            borders=self.sea_borders(),
            routes=tuple(route for sea in content.seas for route in self.routes(sea.id)),
            ridges=tuple(self.ridge(barrier) for barrier in content.barriers),
            marks=self.marks(),
            cells=tuple(self.cell(index) for index in range(len(content.hexes))),
            hexagon=polygon(place(corner((0, 0), i)) for i in range(6)),
            rose=Spot(number(self.box[0] + 62), number(self.box[1] + 66)),
            ticks=self.ticks(),
        )

    def frame(self) -> Frame:
        """Return the neat line."""
        left, top, right, bottom = self.box
        return Frame(left, top, right - left, bottom - top)

    def ticks(self) -> tuple[Tick, ...]:
        """Return the letters for columns along the top, and the numbers for rows down the left side."""
        left, top, _, _ = self.box
        rows = sorted({cell[1] for cell in self.number_of})
        columns = sorted({q + (r - (r & 1)) // 2 for q, r in self.number_of})
        letters = [Tick(chr(ord("A") + col), number(WIDTH * (col + 0.25)), number(top + 4.4)) for col in columns]
        return (*letters, *(Tick(str(row + 1), number(left), number(SIZE * 1.5 * row + 4.2)) for row in rows))

    def outline(self, cells: Iterable[Axial]) -> str:
        """Return the outline of a set of hexes, drawn by hand."""
        return "".join(drawn_loop(loop, self.is_junction) for loop in loops(cells))

    def shape(self, area: str, name: str, index: int) -> AreaShape:
        """Return the shape of a region or sea."""
        cells = self.cells_by_area.get(area, set())
        home = centre(*min(cells)) if cells else Point(0, 0)
        return AreaShape(area, index, name, self.outline(cells), letterings(name, area, home), seal_spot(area, home))

    def coast(self) -> str:
        """Return the coast as lines: the outline of the land without the edge of the map."""
        edges = [side for cell in sorted(self.land) for i, side in enumerate(_sides(cell)) if neighbour(cell, i) in self.water]
        # The lines run clockwise like the outlines of the regions. The page then has the same numbers twice and compresses
        # well.
        return "".join(drawn_line(line if (line[0], line[1]) in edges else line[::-1]) for line in chains(edges))

    def beyond(self) -> str:
        """Return the land that continues beyond the edge of the map, to the neat line."""
        land_beyond, frontier = set(), set(self.number_of)
        kind = {cell: cell in self.land for cell in self.number_of}
        for _ in range(_BEYOND):
            frontier = {neighbour(cell, i) for cell in frontier for i in range(6)} - set(kind)
            by_cell = {cell: self._mostly_land(cell, kind) for cell in sorted(frontier)}
            kind |= by_cell
            land_beyond |= {cell for cell, land in by_cell.items() if land}
        return self._straight(land_beyond)

    def _mostly_land(self, cell: Axial, kind: dict[Axial, bool]) -> bool:
        known_neighbours = [kind[adjacent] for adjacent in (neighbour(cell, i) for i in range(6)) if adjacent in kind]
        return 2 * sum(known_neighbours) > len(known_neighbours)

    def _straight(self, cells: set[Axial]) -> str:
        return "".join(polygon(map(shaken, loop)) for loop in loops(cells))

    def grid(self) -> str:
        """Return the sides of all hexes, shared ones only once, in whole units: they are thin, straight and many."""
        sides = {(min(side), max(side)) for cell in self.number_of for side in _sides(cell)}
        spots = {spot: Point(*map(round, shaken(spot))) for side in sides for spot in side}
        return "".join(straight(spots[spot] for spot in line) for line in trails(sides))

    def sea_borders(self) -> str:
        """Return the lines between two seas."""
        area = {cell.at: cell.area for cell in self.content.hexes}
        edges = [
            (corner(cell, i), corner(cell, i + 1))
            for cell in sorted(self.water)
            for i in range(3)
            if neighbour(cell, i) in self.water and area[neighbour(cell, i)] != area[cell]
        ]
        return "".join(drawn_line(line) for line in chains(edges))

    def routes(self, sea: str) -> list[str]:
        """Return dotted lines that link the harbours of a sea, each by a shortest way over its water.

        If there is no such way, the line runs over any water; harbours that cannot be reached are left out.
        """
        ports = [self.content.hexes[site.hex].at for site in self.content.sites if site.kind == "harbour" and site.mark == sea]
        sea_cells = self.cells_by_area.get(sea, set())
        connected = set(ports[:1])
        paths = []
        while len(connected) < len(ports):
            candidates = [list(walk(port, set(ports) - connected, sea_cells)) for port in ports if port in connected]
            candidates = [candidate for candidate in candidates if candidate] or [
                list(walk(ports[0], set(ports) - connected, self.water))
            ]
            shortest = min(candidates, key=len)
            if not shortest:
                break
            connected.add(shortest[0])
            paths.append(self._route(shortest))
        return paths

    def _route(self, cells: list[Axial]) -> str:
        points = [centre(*cell) for cell in cells]
        if len(points) == 2:
            return path_through(points)
        return path_through([points[0], *(middle(a, b) for a, b in pairwise(points)), points[-1]])

    def ridge(self, barrier: Barrier) -> Ridge:
        """Return a barrier, with peaks in the middle of its sides."""
        edges = [edge_between(self.content.hexes[one].at, self.content.hexes[other].at) for one, other in barrier.sides]
        peaks = [middle(place(one), place(other)) for one, other in edges]
        spots = tuple(Spot(number(x), number(y)) for x, y in sorted(peaks, key=lambda point: point.y))
        return Ridge(barrier.name, tuple(drawn_line(line) for line in chains(edges)), spots)

    def marks(self) -> tuple[Mark, ...]:
        """Return cities and harbours with their names."""
        sites = self.content.sites
        middles = [centre(*self.content.hexes[site.hex].at) for site in sites]
        placed_labels = labels([(site.name, spot) for site, spot in zip(sites, middles, strict=True)], self.box)
        return tuple(
            _mark(site, spot, (number(label.x), number(label.y), label.anchor))
            for site, spot, label in zip(sites, middles, placed_labels, strict=True)
        )

    def cell(self, index: int) -> Cell:
        """Return the cell of one hex."""
        cell = self.content.hexes[index]
        x, y = centre(*cell.at)
        neighbours = tuple(self.number_of.get(neighbour(cell.at, i), -1) for i in range(6))
        return Cell(index, number(x), number(y), cell.land, cell.area, neighbours)


def _sides(cell: Axial) -> list[Edge]:
    """Return the sides of a hex, clockwise. Side i faces neighbour i."""
    return [(corner(cell, i), corner(cell, i + 1)) for i in range(6)]


def _mark(site: Site, spot: Point, label: tuple[str, str, str]) -> Mark:
    return Mark(site.name, site.kind, site.mark, site.hex, number(spot.x), number(spot.y), *label)
