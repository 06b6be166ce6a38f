"""Small shapes of choices, for an email and the page behind its link: a fief, rings, the regions of a plan."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engines.gonzaga import ENGINE, placements
from engines.gonzaga.actions import HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Public
from engines.hexes import Axial
from tables.games.contract import HexRow
from tables.games.gonzaga.board.geometry import SIZE, WIDTH, centre, number, shape
from tables.games.gonzaga.facts import content_of, regions_of

INSET = 1.5
MARGIN = 3.0
"""Margin around a shape, in units."""
SCALES = {"piece": 0.34, "land": 0.11}
"""Pixels per unit of the drawing."""


def turn_shape(public: Public, seat: int, turn: Turn) -> SafeString | str:
    """Return a fief with its castles, or the hexes of rings. It is empty for a donation."""
    match turn:
        case PlaceFief(cells):
            return _drawn(public.version, cells, _castles(public, seat, cells))
        case HoldWedding():
            return _drawn(public.version, _ring_cells(turn), (), rings=True)
    return ""


def turn_rows(public: Public, seat: int, turn: Turn) -> tuple[HexRow, ...]:
    """Return the shape of a turn in letters, as it would lie on the map. It is empty for a donation."""
    letters: Mapping[int, str] = {}
    match turn:
        case PlaceFief(cells):
            castles = _castles(public, seat, cells)
            letters = {cell: HexRow.MARKED if cell in castles else HexRow.HEX for cell in cells}
        case HoldWedding():
            letters = dict.fromkeys(_ring_cells(turn), HexRow.RING)
    hexes = content_of(public.version).hexes
    return hex_rows({hexes[cell].at: letter for cell, letter in letters.items()})


def hex_rows(letters: Mapping[Axial, str]) -> tuple[HexRow, ...]:
    """Return the rows of a shape from its northernmost to its southernmost hex.

    They depend only on the positions of its hexes relative to each other.
    """
    if not letters:
        return ()
    # In half hexes from the west, so that every row has whole numbers.
    halves = {(2 * q + r, r): letter for (q, r), letter in letters.items()}
    west = min(x for x, _height in halves)
    rows = []
    for height in sorted({height for _x, height in halves}):
        places = {x - west: letter for (x, row), letter in halves.items() if row == height}
        shift = min(places) % 2
        rows.append(HexRow(bool(shift), "".join(places.get(x, " ") for x in range(shift, max(places) + 1, 2))))
    return tuple(rows)


def _castles(public: Public, seat: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    fief = turns.fief_of(public.courts[seat])
    return placements.placements(ENGINE.world(public).board, fief)[cells].castles


def _ring_cells(wedding: HoldWedding) -> tuple[int, ...]:
    return (wedding.first,) if wedding.second is None else (wedding.first, wedding.second)


def plan_shape(public: Public, plan: SealPlan) -> SafeString:
    """Return the land of a plan's region, or of all inactive regions."""
    regions = regions_of(public, plan.region)
    land = (index for index, cell in enumerate(content_of(public.version).hexes) if cell.land and cell.area in regions)
    return _drawn(public.version, tuple(land), kind="land")


@lru_cache(maxsize=4096)
def _drawn(
    version: str, cells: Sequence[int], castles: Sequence[int] = (), *, rings: bool = False, kind: str = "piece"
) -> SafeString:
    positions = [content_of(version).hexes[cell].at for cell in cells]
    middles = [centre(*each) for each in positions]
    left, top = min(each.x for each in middles) - WIDTH / 2, min(each.y for each in middles) - SIZE
    right, bottom = max(each.x for each in middles) + WIDTH / 2, max(each.y for each in middles) + SIZE
    width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    marks = {"castles": [middles[cells.index(cell)] for cell in castles], "rings": middles if rings else ()}
    context = {
        "path": shape(positions, INSET),
        "view": " ".join(map(number, (left - MARGIN, top - MARGIN, width, height))),
        "width": round(width * SCALES[kind]),
        "height": round(height * SCALES[kind]),
        **{name: [(number(point.x), number(point.y)) for point in points] for name, points in marks.items()},
    }
    return render_to_string("games/gonzaga/_shape.svg", context)
