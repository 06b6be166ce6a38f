"""Example for the front page: a few pieces on the map of a fixed scenario, and all fief tiles."""

from collections.abc import Mapping
from typing import Any

from engines.gonzaga import ENGINE
from engines.gonzaga.content import Content
from engines.gonzaga.state import Court, Piece, Public
from tables.games.gonzaga.board import board, hand
from tables.games.gonzaga.facts import content_of

_SCENARIO = "colombo"
_COLOURS = ("red", "yellow", "green", "blue")

# Each entry has seat, fief (0 for a ring), then (column, row) of its hexes and of those with a castle.
_PIECES: tuple[tuple[int, int, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], ...] = (
    (0, 10, ((10, 10), (11, 10), (12, 10)), ((12, 10),)),
    (1, 20, ((5, 11), (6, 12), (7, 12)), ((6, 12),)),
    (2, 30, ((7, 9), (8, 9), (8, 10)), ((8, 9), (8, 10))),
    (3, 20, ((4, 13), (5, 14), (6, 14)), ((5, 14),)),
    (2, 40, ((12, 5), (13, 5), (13, 6), (14, 6)), ((13, 5), (13, 6))),
    (1, 10, ((7, 6), (8, 6), (9, 6)), ((9, 6),)),
    (0, 0, ((12, 14),), ()),
    (0, 0, ((11, 13),), ()),
    (3, 0, ((5, 1),), ()),
    (2, 0, ((14, 8),), ()),
    (1, 0, ((3, 15),), ()),
)


def showcase() -> Mapping[str, Any]:
    """Return the context of the showcase: a map with a few pieces, all fief tiles, and the data of the map's legend."""
    version = ENGINE.versions[-1]
    return {
        "board": board.drawing(position(version)),
        "tiles": [hand.tile(version, fief.number) for fief in content_of(version).fiefs],
        "symbols": content_of(version).symbols,
        "seas": content_of(version).seas,
    }


def position(version: str) -> Public:
    """Return the position with the example pieces. Raises KeyError if the map of this data version lacks one of their hexes."""
    content = content_of(version)
    pieces = tuple(_piece(content, *piece) for piece in _PIECES)
    return Public(version, _SCENARIO, tuple(Court(colour, 6) for colour in _COLOURS), (), pieces=pieces)


def _piece(
    content: Content, seat: int, fief: int, cells: tuple[tuple[int, int], ...], castles: tuple[tuple[int, int], ...]
) -> Piece:
    numbers = {cell.at: index for index, cell in enumerate(content.hexes)}

    def named(spots: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        return tuple(sorted(numbers[col - (row - (row & 1)) // 2, row] for col, row in spots))

    return Piece(seat, 1, fief, named(cells), named(castles))
