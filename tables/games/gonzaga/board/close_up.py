"""Close-up of an answer on the Gonzaga map: the new fief or rings, or the region of a plan."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from engines.contract import Pending
from engines.gonzaga.actions import SealPlan
from engines.gonzaga.content import Content
from engines.gonzaga.events import FiefPlaced, WeddingHeld
from engines.gonzaga.state import Piece, Public
from tables.games.gonzaga.board import board, pieces
from tables.games.gonzaga.board.geometry import SIZE, WIDTH, centre, number
from tables.games.gonzaga.board.ground import ground
from tables.games.gonzaga.facts import content_of, regions_of

_AROUND = 2.5
"""Margin around the marked cells, in hexes."""
_LEAST = 8
"""Minimum width of the view, in hexes."""
_FLATTEST, _STEEPEST = 0.72, 1.0
"""Limits of the view's height, relative to its width."""


def close_up(public: Public, pending: Pending, actions: Sequence[Any], certain_events: Sequence[Any]) -> str:
    """Return the map around the marked cells. It is empty if nothing is marked, for example for a donation."""
    content, position = content_of(public.version), _with_new(public, certain_events)
    regions = [region for action in actions if isinstance(action, SealPlan) for region in regions_of(public, action.region)]
    cells = [cell for event in certain_events for cell in _cells(event)]
    cells += [index for index, cell in enumerate(content.hexes) if cell.land and cell.area in regions]
    if not cells:
        return ""
    marked = [shape for shape in ground(public.version).regions if shape.id in regions]
    drawing = board.drawing(position, certain_events)
    # A new ring does not make the fief below it new. A new fief does not make the ring on it new.
    if not any(isinstance(event, FiefPlaced) for event in certain_events):
        drawing["fiefs"] = pieces.fiefs(position, frozenset())
    if not any(isinstance(event, WeddingHeld) for event in certain_events):
        drawing["rings"] = pieces.rings(position, frozenset())
    return render_to_string("games/gonzaga/_close_up.svg", {"board": drawing, "view": _view(content, cells), "marked": marked})


def _with_new(public: Public, certain_events: Iterable[Any]) -> Public:
    """Return the position with the pieces of ``certain_events`` on the map.

    ``public`` may lack these pieces, since it is the position before a step that also draws something.
    """
    placed_pieces = list(public.pieces)
    for event in certain_events:
        match event:
            case FiefPlaced(seat, fief, cells, castles):
                new_pieces = [Piece(seat, public.round, fief, cells, castles)]
            case WeddingHeld(seat, _fief, hexes):
                new_pieces = [Piece(seat, public.round, 0, (cell,)) for cell in hexes]
            case _:
                continue
        placed_pieces += [
            piece
            for piece in new_pieces
            if not any((other.seat, other.cells) == (piece.seat, piece.cells) for other in placed_pieces)
        ]
    return replace(public, pieces=tuple(placed_pieces))


def _cells(event: Any) -> Sequence[int]:
    match event:
        case FiefPlaced():
            return event.cells
        case WeddingHeld():
            return event.hexes
    return ()


def _view(content: Content, cells: Iterable[int]) -> str:
    """Return a view box around these hexes, within the map."""
    middles = [centre(*content.hexes[cell].at) for cell in cells]
    left, right = min(at.x for at in middles), max(at.x for at in middles)
    top, bottom = min(at.y for at in middles), max(at.y for at in middles)
    width = max(right - left + 2 * _AROUND * WIDTH, _LEAST * WIDTH)
    height = max(bottom - top + 2 * _AROUND * 1.5 * SIZE, width * _FLATTEST)
    width = max(width, height / _STEEPEST)
    frame = ground(content.version).frame
    x, width = _within((left + right - width) / 2, width, frame.left, frame.wide)
    y, height = _within((top + bottom - height) / 2, height, frame.top, frame.high)
    return " ".join(map(number, (x, y, width, height)))


def _within(start: float, length: float, frame_start: float, frame_length: float) -> tuple[float, float]:
    """Return the start and length of a stretch, moved or shortened to fit the map."""
    if length >= frame_length:
        return frame_start, frame_length
    return min(max(start, frame_start), frame_start + frame_length - length), length
