"""What an answer changes on the Gonzaga map, drawn large: the new fief or rings, or the region of a plan."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from engines.contract import Pending
from engines.gonzaga.actions import INACTIVE, SealPlan
from engines.gonzaga.content import Content
from engines.gonzaga.events import FiefPlaced, WeddingHeld
from engines.gonzaga.state import Piece, Public
from tables.games.gonzaga.board import board, pieces
from tables.games.gonzaga.board.geometry import SIZE, WIDTH, centre, number
from tables.games.gonzaga.board.ground import ground
from tables.games.gonzaga.facts import content_of

_AROUND = 2.5
"""So many hexes are shown around what is marked."""
_LEAST = 8
"""So many hexes side by side are shown at least."""
_FLATTEST, _STEEPEST = 0.72, 1.0
"""How high the part is that is shown, for its width."""


def close_up(public: Public, pending: Pending, actions: Sequence[Any], told: Sequence[Any]) -> str:
    """The map around what is marked; empty for a donation."""
    content, shown = content_of(public.version), _with_new(public, told)
    regions = [region for action in actions if isinstance(action, SealPlan) for region in _regions(content, public, action)]
    cells = [cell for event in told for cell in _cells(event)]
    cells += [index for index, cell in enumerate(content.hexes) if cell.land and cell.area in regions]
    if not cells:
        return ""
    marked = [shape for shape in ground(public.version).regions if shape.id in regions]
    drawing = board.drawing(shown, told)
    # A ring on a fief does not make that new, nor a fief below it a ring.
    if not any(isinstance(event, FiefPlaced) for event in told):
        drawing["fiefs"] = pieces.fiefs(shown, frozenset())
    if not any(isinstance(event, WeddingHeld) for event in told):
        drawing["rings"] = pieces.rings(shown, frozenset())
    return render_to_string("games/gonzaga/_close_up.svg", {"board": drawing, "view": _view(content, cells), "marked": marked})


def _with_new(public: Public, told: Iterable[Any]) -> Public:
    """The position with what is told to come onto the map: the step that brings it may draw something as well."""
    lying = list(public.pieces)
    for event in told:
        match event:
            case FiefPlaced(seat, fief, cells, castles):
                new = [Piece(seat, public.round, fief, cells, castles)]
            case WeddingHeld(seat, _fief, hexes):
                new = [Piece(seat, public.round, 0, (cell,)) for cell in hexes]
            case _:
                continue
        lying += [piece for piece in new if not any((one.seat, one.cells) == (piece.seat, piece.cells) for one in lying)]
    return replace(public, pieces=tuple(lying))


def _cells(event: Any) -> Sequence[int]:
    match event:
        case FiefPlaced():
            return event.cells
        case WeddingHeld():
            return event.hexes
    return ()


def _regions(content: Content, public: Public, plan: SealPlan) -> Sequence[str]:
    if plan.region != INACTIVE:
        return [plan.region]
    flourishing = content.scenario(public.scenario).flourishing
    return [region.id for region in content.regions if region.id not in flourishing]


def _view(content: Content, cells: Iterable[int]) -> str:
    """A view box around these hexes, within the map."""
    middles = [centre(*content.hexes[cell].at) for cell in cells]
    left, right = min(at.x for at in middles), max(at.x for at in middles)
    top, bottom = min(at.y for at in middles), max(at.y for at in middles)
    wide = max(right - left + 2 * _AROUND * WIDTH, _LEAST * WIDTH)
    high = max(bottom - top + 2 * _AROUND * 1.5 * SIZE, wide * _FLATTEST)
    wide = max(wide, high / _STEEPEST)
    frame = ground(content.version).frame
    x, wide = _within((left + right - wide) / 2, wide, frame.left, frame.wide)
    y, high = _within((top + bottom - high) / 2, high, frame.top, frame.high)
    return " ".join(map(number, (x, y, wide, high)))


def _within(start: float, length: float, least: float, most: float) -> tuple[float, float]:
    """A stretch moved, and if need be shortened, so that it lies on the map."""
    if length >= most:
        return least, most
    return min(max(start, least), least + most - length), length
