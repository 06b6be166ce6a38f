"""The picture of the Gonzaga map for mails and link previews: the map of the page, with fiefs that are cut out of sheets."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string

from engines.gonzaga.state import Public
from tables.games.gonzaga.board import board
from tables.games.gonzaga.board.geometry import shape
from tables.games.gonzaga.board.pieces import INSET
from tables.games.gonzaga.facts import content_of

EDGE = 2.2
"""How wide the edge of a fief is, as in the style sheet."""


@dataclass(frozen=True)
class Cut:
    """A fief: its colour, the outline around its edge and the one within."""

    css: str
    outer: str
    inner: str


def svg(public: Public) -> str:
    """The map with its fiefs and rings."""
    return render_to_string("games/gonzaga/_picture.svg", context(public))


def context(public: Public) -> dict[str, Any]:
    """What ``_picture.svg`` draws."""
    colours = [court.colour for court in public.courts]
    fiefs = [_cut(public.version, piece.cells, colours[piece.seat]) for piece in public.pieces if piece.fief]
    return {"board": board.drawing(public), "colours": colours, "fiefs": fiefs}


@lru_cache(maxsize=1024)
def _cut(version: str, cells: tuple[int, ...], css: str) -> Cut:
    places = [content_of(version).hexes[cell].at for cell in cells]
    return Cut(css, shape(places, INSET - EDGE / 2), shape(places, INSET + EDGE / 2))
