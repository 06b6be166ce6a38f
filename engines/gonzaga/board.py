"""Tables computed once per board: neighbours, areas and sites as bit masks (bit n is hex n)."""

from collections.abc import Iterable
from functools import cache

from engines import hexes
from engines.gonzaga.actions import INACTIVE
from engines.gonzaga.content import Content, Fief, Scenario
from engines.gonzaga.state import Piece


def mask(cells: Iterable[int]) -> int:
    """Return the bit mask of some hexes."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_in(bits: int) -> tuple[int, ...]:
    """Return the hexes of a bit mask, ascending."""
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(cells)


class Board:
    """The map without pieces, and all tables that depend on the data alone."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.size = len(content.hexes)
        self.everything = (1 << self.size) - 1
        self.numbers = {cell.at: number for number, cell in enumerate(content.hexes)}
        self.neighbours = tuple(self._beside(cell.at) for cell in content.hexes)
        self.around = tuple(mask(cells) for cells in self.neighbours)
        self.land = mask(n for n, cell in enumerate(content.hexes) if cell.land)
        self.regions = {region.id: self._area(region.id) for region in content.regions}
        self.cities = mask(site.hex for site in content.sites if site.kind == "city")
        self.harbours = mask(site.hex for site in content.sites if site.kind == "harbour")
        self.sites = self.cities | self.harbours
        self.seas = tuple((sea.id, mask(s.hex for s in content.sites if s.mark == sea.id)) for sea in content.seas)
        self.barriers = frozenset(side for barrier in content.barriers for side in barrier.sides)
        self.objectives = {objective.id: mask(content.cities_of(objective.id)) for objective in content.objectives}
        self.fiefs: dict[int, Fief] = {fief.number: fief for fief in content.fiefs}

    def _beside(self, at: hexes.Axial) -> tuple[int, ...]:
        return tuple(sorted(self.numbers[other] for other in hexes.neighbours(at) if other in self.numbers))

    def _area(self, name: str) -> int:
        return mask(number for number, cell in enumerate(self.content.hexes) if cell.land and cell.area == name)

    def number(self, col: int, row: int) -> int:
        """Return the number of the hex at an offset position. Raises KeyError off the map."""
        return self.numbers[hexes.axial(col, row)]

    def crosses_barrier(self, cells: tuple[int, ...]) -> bool:
        """Return whether a barrier runs between two of these cells; the cells are ascending [G-8.8]."""
        return any((one, other) in self.barriers for index, one in enumerate(cells) for other in cells[index + 1 :])

    def region_of(self, cell: int) -> str | None:
        """Return the region of a land hex, or None at sea [G-2.2]."""
        map_hex = self.content.hexes[cell]
        return map_hex.area if map_hex.land else None


class World:
    """A board under one scenario: the flourishing regions and their values."""

    def __init__(self, board: Board, scenario: Scenario) -> None:
        self.board = board
        self.scenario = scenario
        self.flourishing = tuple(name for name in board.regions if name in scenario.flourishing)
        self.inactive = tuple(name for name in board.regions if name not in scenario.flourishing)
        self.region_cards = (*self.flourishing, INACTIVE)
        flourishing_hexes = mask_of_all(board.regions[name] for name in self.flourishing)
        inactive_hexes = mask_of_all(board.regions[name] for name in self.inactive)
        self.areas = {name: board.regions[name] for name in self.flourishing} | {INACTIVE: inactive_hexes}
        self.flourishing_sites = board.sites & flourishing_hexes
        self.inactive_sites = board.sites & inactive_hexes


def mask_of_all(masks: Iterable[int]) -> int:
    """Return the union of some bit masks."""
    bits = 0
    for part in masks:
        bits |= part
    return bits


class Cover:
    """Bit masks of the occupied hexes: fiefs and rings of all seats together, and of each seat."""

    __slots__ = ("all_fiefs", "all_rings", "fiefs", "rings")

    def __init__(self, seats: int, pieces: tuple[Piece, ...]) -> None:
        self.fiefs = [0] * seats
        self.rings = [0] * seats
        for piece in pieces:
            covered = self.fiefs if piece.fief else self.rings
            for cell in piece.cells:
                covered[piece.seat] |= 1 << cell
        self.all_fiefs = mask_of_all(self.fiefs)
        self.all_rings = mask_of_all(self.rings)

    def held(self, seat: int) -> int:
        """Return the hexes that this seat holds with a fief or ring [G-9.13]."""
        return self.fiefs[seat] | self.rings[seat]

    def bars_fief(self, seat: int) -> int:
        """Return the hexes where this seat cannot place a fief [G-8.3, G-8.4]."""
        return self.all_fiefs | self.rings[seat]

    def bars_ring(self, seat: int) -> int:
        """Return the hexes where this seat cannot place a ring [G-9.8]."""
        return self.all_rings | self.fiefs[seat]


@cache
def board_of(content: Content) -> Board:
    """Return the board tables for a version of the data, computed once."""
    return Board(content)
