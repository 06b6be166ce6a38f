"""Where fiefs may lie and rings may stand: tables worked out once per board, from which crowded maps only strike out.

A pose is a way to lay a fief on given cells; several poses may share the cells and differ in the castles [X-21].
"""

from collections.abc import Iterator
from functools import cache

import msgspec

from engines import hexes
from engines.gonzaga.actions import Deed, HoldWedding, PlaceFief
from engines.gonzaga.board import Board, World, mask
from engines.gonzaga.content import Fief
from engines.hexes import TURNS, Axial

MOST_HARBOURS = 2
MOST_CITIES = 3


class Pose(msgspec.Struct, frozen=True):
    """A fief turned ``rotation`` times by 60° clockwise with its first cell on ``anchor``; cells and castles ascending."""

    rotation: int
    anchor: int
    cells: tuple[int, ...]
    castles: tuple[int, ...]


class Fit(msgspec.Struct, frozen=True):
    """A placement that the bare map allows: its mask, its castles in the pose that is drawn, and the action."""

    mask: int
    castles: tuple[int, ...]
    action: PlaceFief


def turned(fief: Fief, rotation: int) -> tuple[Axial, ...]:
    """The cells of a fief after rotating it, as offsets from its first cell, in the order of the data."""
    (q, r), *_ = fief.cells
    return tuple(hexes.rotated((cq - q, cr - r), rotation) for cq, cr in fief.cells)


def pose(board: Board, fief: int, rotation: int, anchor: int) -> Pose | None:
    """The fief with its first cell on a hex, turned; None if a cell would lie off the map [G-8.1]."""
    tile = board.fiefs[fief]
    q, r = board.content.hexes[anchor].at
    cells = [board.numbers.get((q + dq, r + dr)) for dq, dr in turned(tile, rotation)]
    if any(cell is None for cell in cells):
        return None
    known = [cell for cell in cells if cell is not None]
    castles = [cell for cell, offset in zip(known, tile.cells, strict=True) if offset in tile.castles]
    return Pose(rotation % TURNS, anchor, tuple(sorted(known)), tuple(sorted(castles)))


def on_land(board: Board, castles: tuple[int, ...]) -> bool:
    """Whether all castles stand on land [G-8.7]."""
    return not mask(castles) & ~board.land


def poses(board: Board, fief: int, cells: tuple[int, ...]) -> tuple[Pose, ...]:
    """All ways to lay the fief on exactly these cells, lowest rotation first, whether its castles stand on land or not."""
    tried = (pose(board, fief, rotation, anchor) for rotation in range(TURNS) for anchor in cells)
    return tuple(posed for posed in tried if posed is not None and posed.cells == cells)


def _all_poses(board: Board, fief: int) -> Iterator[Pose]:
    for rotation in range(TURNS):
        for anchor in range(board.size):
            posed = pose(board, fief, rotation, anchor)
            if posed is not None and not board.crosses_barrier(posed.cells) and on_land(board, posed.castles):
                yield posed


@cache
def placements(board: Board, fief: int) -> dict[tuple[int, ...], Fit]:
    """Every set of cells the bare map allows this fief, each with the castles of its lowest legal rotation."""
    fits: dict[tuple[int, ...], Fit] = {}
    for posed in _all_poses(board, fief):
        fits.setdefault(posed.cells, Fit(mask(posed.cells), posed.castles, PlaceFief(posed.cells)))
    return dict(sorted(fits.items()))


def demand(deed: Deed, cities: int, harbours: int) -> bool:
    """Whether the sites under a fief satisfy the action card [G-7.2, G-7.3, G-7.4, G-7.6]."""
    match deed:
        case Deed.HARBOURS:
            return cities == 0 and 1 <= harbours <= MOST_HARBOURS
        case Deed.CITIES:
            return harbours == 0 and cities <= MOST_CITIES
        case Deed.ALLIANCE:
            return (cities, harbours) in ((1, 1), (2, 1), (1, 2))


def sites_under(board: Board, fit: Fit) -> tuple[int, int]:
    """How many cities and harbours a placement covers."""
    return (fit.mask & board.cities).bit_count(), (fit.mask & board.harbours).bit_count()


@cache
def _by_deed(board: Board, fief: int, deed: Deed) -> tuple[tuple[tuple[int, ...], Fit], ...]:
    fitting = placements(board, fief).items()
    return tuple((cells, fit) for cells, fit in fitting if demand(deed, *sites_under(board, fit)))


@cache
def fits(world: World, fief: int, region: str, deed: Deed) -> dict[tuple[int, ...], Fit]:
    """The placements of a fief that a region card and an action card allow on the bare map, by cells."""
    area = world.areas[region]
    return {cells: fit for cells, fit in _by_deed(world.board, fief, deed) if fit.mask & area}


@cache
def fit_list(world: World, fief: int, region: str, deed: Deed) -> tuple[tuple[int, PlaceFief], ...]:
    """The same as pairs of mask and action, to be struck out quickly."""
    return tuple((fit.mask, fit.action) for fit in fits(world, fief, region, deed).values())


@cache
def wedding_list(world: World, region: str, rings: int) -> tuple[tuple[int, HoldWedding], ...]:
    """The weddings a region card and a supply allow on the bare map, as pairs of mask and action [G-9.3, G-9.4, G-9.6]."""
    weddings: list[tuple[int, HoldWedding]] = []
    for first in (cell for cell in range(world.board.size) if world.areas[region] >> cell & 1) if rings else ():
        weddings.append((1 << first, HoldWedding(first)))
        if rings > 1:
            weddings += [(1 << first | 1 << other, HoldWedding(first, other)) for other in world.board.neighbours[first]]
    return tuple(weddings)
