"""The ground of the Gonzaga map: everything that lies still, worked out once for each version of the data."""

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
        """The line outside it."""
        return self._grown(6.5)

    @property
    def view(self) -> str:
        """The view box of the whole map."""
        return " ".join(self._grown(9))


@dataclass(frozen=True)
class AreaShape:
    """A region or a sea: its outline drawn by hand, its letters, and for a region where its seal lies."""

    id: str
    index: int
    name: str
    path: str
    letters: tuple[Lettering, ...]
    seal: Spot


@dataclass(frozen=True)
class Mark:
    """A city or harbour: its emblem's place and its name's."""

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
    """A barrier: the line that must not be covered, with peaks on it, or waves where it runs between land and land by sea."""

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
    """A letter or number on the frame, by which bare hexes are named."""

    text: str
    x: str
    y: str


@dataclass(frozen=True)
class Ground:
    """All that lies still on the map."""

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
    """The still part of the map of one version of the data."""
    return _Surveyor(content_of(version)).ground()


class _Surveyor:
    """Works out a :class:`Ground` from the data."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.number_of = {cell.at: index for index, cell in enumerate(content.hexes)}
        self.land = {cell.at for cell in content.hexes if cell.land}
        self.water = {cell.at for cell in content.hexes if not cell.land}
        self.of_area: dict[str, set[Axial]] = {}
        for cell in content.hexes:
            self.of_area.setdefault(cell.area, set()).add(cell.at)
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
        """Which areas (all seas being one, and none beyond the map) meet at each corner."""
        around = {neighbour(cell.at, i) for cell in self.content.hexes for i in range(6)} | set(self.number_of)
        owners: dict[Corner, set[str]] = {}
        for cell in sorted(around):
            for index in range(6):
                owners.setdefault(corner(cell, index), set()).add(self.colour.get(cell, ""))
        return owners

    def is_junction(self, spot: Corner) -> bool:
        """Whether three areas meet here."""
        return len(self.owners[spot]) > 2

    def ground(self) -> Ground:
        """The whole."""
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
        """The neat line."""
        left, top, right, bottom = self.box
        return Frame(left, top, right - left, bottom - top)

    def ticks(self) -> tuple[Tick, ...]:
        """Letters for columns along the top, numbers for rows down the left."""
        left, top, _, _ = self.box
        rows = sorted({cell[1] for cell in self.number_of})
        columns = sorted({q + (r - (r & 1)) // 2 for q, r in self.number_of})
        letters = [Tick(chr(ord("A") + col), number(WIDTH * (col + 0.25)), number(top + 4.4)) for col in columns]
        return (*letters, *(Tick(str(row + 1), number(left), number(SIZE * 1.5 * row + 4.2)) for row in rows))

    def outline(self, cells: Iterable[Axial]) -> str:
        """The outline of a set of hexes, drawn by hand."""
        return "".join(drawn_loop(loop, self.is_junction) for loop in loops(cells))

    def shape(self, area: str, name: str, index: int) -> AreaShape:
        """A region or sea."""
        cells = self.of_area.get(area, set())
        home = centre(*min(cells)) if cells else Point(0, 0)
        return AreaShape(area, index, name, self.outline(cells), letterings(name, area, home), seal_spot(area, home))

    def coast(self) -> str:
        """Where land meets water, as lines: the outline of the land without the edge of the map."""
        edges = [side for cell in sorted(self.land) for i, side in enumerate(_sides(cell)) if neighbour(cell, i) in self.water]
        # Clockwise like the outlines of the regions, so that the same numbers come twice, which compresses well.
        return "".join(drawn_line(line if (line[0], line[1]) in edges else line[::-1]) for line in chains(edges))

    def beyond(self) -> str:
        """Land that goes on beyond the edge of the map, to the neat line."""
        reach, wave = set(), set(self.number_of)
        kind = {cell: cell in self.land for cell in self.number_of}
        for _ in range(_BEYOND):
            wave = {neighbour(cell, i) for cell in wave for i in range(6)} - set(kind)
            by_cell = {cell: self._mostly_land(cell, kind) for cell in sorted(wave)}
            kind |= by_cell
            reach |= {cell for cell, land in by_cell.items() if land}
        return self._straight(reach)

    def _mostly_land(self, cell: Axial, kind: dict[Axial, bool]) -> bool:
        near = [kind[ahead] for ahead in (neighbour(cell, i) for i in range(6)) if ahead in kind]
        return 2 * sum(near) > len(near)

    def _straight(self, cells: set[Axial]) -> str:
        return "".join(polygon(map(shaken, loop)) for loop in loops(cells))

    def grid(self) -> str:
        """The sides of all hexes, where two meet only once; to whole units, since they are thin, straight and many."""
        sides = {(min(side), max(side)) for cell in self.number_of for side in _sides(cell)}
        spots = {spot: Point(*map(round, shaken(spot))) for side in sides for spot in side}
        return "".join(straight(spots[spot] for spot in line) for line in trails(sides))

    def sea_borders(self) -> str:
        """The lines between two seas."""
        area = {cell.at: cell.area for cell in self.content.hexes}
        edges = [
            (corner(cell, i), corner(cell, i + 1))
            for cell in sorted(self.water)
            for i in range(3)
            if neighbour(cell, i) in self.water and area[neighbour(cell, i)] != area[cell]
        ]
        return "".join(drawn_line(line) for line in chains(edges))

    def routes(self, sea: str) -> list[str]:
        """Dotted lines that tie the harbours of a sea together, each by the shortest way over its water."""
        ports = [self.content.hexes[site.hex].at for site in self.content.sites if site.kind == "harbour" and site.mark == sea]
        free = self.of_area.get(sea, set())
        tied = set(ports[:1])
        paths = []
        while len(tied) < len(ports):
            ways = [list(walk(port, set(ports) - tied, free)) for port in ports if port in tied]
            ways = [way for way in ways if way] or [list(walk(ports[0], set(ports) - tied, self.water))]
            best = min(ways, key=len)
            if not best:
                break
            tied.add(best[0])
            paths.append(self._route(best))
        return paths

    def _route(self, way: list[Axial]) -> str:
        points = [centre(*cell) for cell in way]
        if len(points) == 2:
            return path_through(points)
        return path_through([points[0], *(middle(a, b) for a, b in pairwise(points)), points[-1]])

    def ridge(self, barrier: Barrier) -> Ridge:
        """A barrier; peaks stand in the middle of its sides."""
        edges = [edge_between(self.content.hexes[one].at, self.content.hexes[other].at) for one, other in barrier.sides]
        peaks = [middle(place(one), place(other)) for one, other in edges]
        spots = tuple(Spot(number(x), number(y)) for x, y in sorted(peaks, key=lambda point: point.y))
        return Ridge(barrier.name, tuple(drawn_line(line) for line in chains(edges)), spots)

    def marks(self) -> tuple[Mark, ...]:
        """Cities and harbours with their names."""
        sites = self.content.sites
        middles = [centre(*self.content.hexes[site.hex].at) for site in sites]
        placed = labels([(site.name, spot) for site, spot in zip(sites, middles, strict=True)], self.box)
        return tuple(
            _mark(site, spot, (number(label.x), number(label.y), label.anchor))
            for site, spot, label in zip(sites, middles, placed, strict=True)
        )

    def cell(self, index: int) -> Cell:
        """One hex."""
        cell = self.content.hexes[index]
        x, y = centre(*cell.at)
        near = tuple(self.number_of.get(neighbour(cell.at, i), -1) for i in range(6))
        return Cell(index, number(x), number(y), cell.land, cell.area, near)


def _sides(cell: Axial) -> list[Edge]:
    """The sides of a hex, clockwise; side i faces neighbour i."""
    return [(corner(cell, i), corner(cell, i + 1)) for i in range(6)]


def _mark(site: Site, spot: Point, label: tuple[str, str, str]) -> Mark:
    return Mark(site.name, site.kind, site.mark, site.hex, number(spot.x), number(spot.y), *label)
