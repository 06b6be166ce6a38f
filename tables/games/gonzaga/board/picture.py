"""Picture of the Gonzaga map for emails and link previews: the map of the page, with fiefs cut out of sheets."""

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
"""Width of a fief's edge, as in the style sheet."""


@dataclass(frozen=True)
class Cut:
    """A fief: its colour, its outer outline and its inner outline."""

    css: str
    outer: str
    inner: str


def svg(public: Public) -> str:
    """Return the map with its fiefs and rings."""
    return render_to_string("games/gonzaga/_picture.svg", context(public))


def context(public: Public) -> dict[str, Any]:
    """Return the context of ``_picture.svg``."""
    colours = [court.colour for court in public.courts]
    fiefs = [_cut(public.version, piece.cells, colours[piece.seat]) for piece in public.pieces if piece.fief]
    return {"board": board.drawing(public), "colours": colours, "fiefs": fiefs}


@lru_cache(maxsize=1024)
def _cut(version: str, cells: tuple[int, ...], css: str) -> Cut:
    places = [content_of(version).hexes[cell].at for cell in cells]
    return Cut(css, shape(places, INSET - EDGE / 2), shape(places, INSET + EDGE / 2))
