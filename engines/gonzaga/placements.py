"""Placements of fiefs and rings on the empty map, computed once per board. Pieces on the map only rule out placements.

A pose is a way to place a fief on given cells. Several poses can share the cells and differ in the castles [X-21].
"""

from collections.abc import Iterator
from functools import cache

import msgspec

from engines import hexes
from engines.gonzaga.actions import ActionCard, HoldWedding, PlaceFief
from engines.gonzaga.board import Board, World, mask
from engines.gonzaga.content import Fief
from engines.hexes import TURNS, Axial

MOST_HARBOURS = 2
MOST_CITIES = 3


class Pose(msgspec.Struct, frozen=True):
    """A fief rotated ``rotation`` times by 60° clockwise with its first cell on ``anchor``.

    Cells and castles are ascending.
    """

    rotation: int
    anchor: int
    cells: tuple[int, ...]
    castles: tuple[int, ...]


class Fit(msgspec.Struct, frozen=True):
    """A placement that the empty map allows: its mask, the castles of its drawn pose, and the action."""

    mask: int
    castles: tuple[int, ...]
    action: PlaceFief


def rotated_cells(fief: Fief, rotation: int) -> tuple[Axial, ...]:
    """Return the cells of a fief after rotation, as offsets from its first cell, in the order of the data."""
    (q, r), *_ = fief.cells
    return tuple(hexes.rotated((cq - q, cr - r), rotation) for cq, cr in fief.cells)


def pose(board: Board, fief: int, rotation: int, anchor: int) -> Pose | None:
    """Return the rotated fief with its first cell on a hex, or None if a cell is off the map [G-8.1]."""
    tile = board.fiefs[fief]
    q, r = board.content.hexes[anchor].at
    cells = [board.numbers.get((q + dq, r + dr)) for dq, dr in rotated_cells(tile, rotation)]
    if any(cell is None for cell in cells):
        return None
    covered = [cell for cell in cells if cell is not None]
    castles = [cell for cell, offset in zip(covered, tile.cells, strict=True) if offset in tile.castles]
    return Pose(rotation % TURNS, anchor, tuple(sorted(covered)), tuple(sorted(castles)))


def on_land(board: Board, castles: tuple[int, ...]) -> bool:
    """Return whether all castles are on land [G-8.7]."""
    return not mask(castles) & ~board.land


def poses(board: Board, fief: int, cells: tuple[int, ...]) -> tuple[Pose, ...]:
    """Return all poses of the fief on exactly these cells, lowest rotation first.

    The castles can be on land or at sea.
    """
    candidates = (pose(board, fief, rotation, anchor) for rotation in range(TURNS) for anchor in cells)
    return tuple(candidate for candidate in candidates if candidate is not None and candidate.cells == cells)


def _all_poses(board: Board, fief: int) -> Iterator[Pose]:
    for rotation in range(TURNS):
        for anchor in range(board.size):
            candidate = pose(board, fief, rotation, anchor)
            if candidate is not None and not board.crosses_barrier(candidate.cells) and on_land(board, candidate.castles):
                yield candidate


@cache
def placements(board: Board, fief: int) -> dict[tuple[int, ...], Fit]:
    """Return all placements of a fief on the empty map, by cells.

    Each has the castles of its lowest legal rotation.
    """
    fits: dict[tuple[int, ...], Fit] = {}
    for candidate in _all_poses(board, fief):
        fits.setdefault(candidate.cells, Fit(mask(candidate.cells), candidate.castles, PlaceFief(candidate.cells)))
    return dict(sorted(fits.items()))


def meets_demand(action_card: ActionCard, cities: int, harbours: int) -> bool:
    """Return whether the sites under a fief meet the action card [G-7.2, G-7.3, G-7.4, G-7.6]."""
    match action_card:
        case ActionCard.HARBOURS:
            return cities == 0 and 1 <= harbours <= MOST_HARBOURS
        case ActionCard.CITIES:
            return harbours == 0 and cities <= MOST_CITIES
        case ActionCard.ALLIANCE:
            return (cities, harbours) in ((1, 1), (2, 1), (1, 2))


def sites_under(board: Board, fit: Fit) -> tuple[int, int]:
    """Return the numbers of cities and harbours that a placement covers."""
    return (fit.mask & board.cities).bit_count(), (fit.mask & board.harbours).bit_count()


@cache
def _by_deed(board: Board, fief: int, action_card: ActionCard) -> tuple[tuple[tuple[int, ...], Fit], ...]:
    fits_by_cells = placements(board, fief).items()
    return tuple((cells, fit) for cells, fit in fits_by_cells if meets_demand(action_card, *sites_under(board, fit)))


@cache
def fits(world: World, fief: int, region: str, action_card: ActionCard) -> dict[tuple[int, ...], Fit]:
    """Return the placements of a fief allowed by a region card and an action card on the empty map, by cells."""
    area = world.areas[region]
    return {cells: fit for cells, fit in _by_deed(world.board, fief, action_card) if fit.mask & area}


@cache
def fit_list(world: World, fief: int, region: str, action_card: ActionCard) -> tuple[tuple[int, PlaceFief], ...]:
    """Return the result of ``fits`` as pairs of mask and action, for quick filtering."""
    return tuple((fit.mask, fit.action) for fit in fits(world, fief, region, action_card).values())


@cache
def wedding_list(world: World, region: str, rings: int) -> tuple[tuple[int, HoldWedding], ...]:
    """Return the Weddings of a region card and number of rings on the empty map, as (mask, action).

    The rules are [G-9.3, G-9.4, G-9.6].
    """
    weddings: list[tuple[int, HoldWedding]] = []
    for first in (cell for cell in range(world.board.size) if world.areas[region] >> cell & 1) if rings else ():
        weddings.append((1 << first, HoldWedding(first)))
        if rings > 1:
            weddings += [(1 << first | 1 << other, HoldWedding(first, other)) for other in world.board.neighbours[first]]
    return tuple(weddings)
