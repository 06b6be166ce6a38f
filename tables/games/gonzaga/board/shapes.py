"""Small shapes of choices, for the page behind an email's link: a fief, rings, the regions of a plan."""

from collections.abc import Sequence
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engines.gonzaga import ENGINE, placements
from engines.gonzaga.actions import HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Public
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
            fief = turns.fief_of(public.courts[seat])
            return _drawn(public.version, cells, placements.placements(ENGINE.world(public).board, fief)[cells].castles)
        case HoldWedding(first, second):
            cells = (first,) if second is None else (first, second)
            return _drawn(public.version, cells, (), rings=True)
    return ""


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
