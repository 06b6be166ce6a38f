"""Picture for emails and link previews: the town, and above it every family with its points and coins.

It is shown half as wide as it is drawn, so its numbers are large.
"""

from dataclasses import dataclass

from django.template.loader import render_to_string

from engines.zena1814.state import Public
from tables.games.zena1814 import frame
from tables.games.zena1814.board import pieces
from tables.games.zena1814.board.pieces import COLOURS, Town

WIDTH = 760
STRIP = 84
_PURSE = 116
_SCALE = WIDTH / 616
SCALE = f"{_SCALE:.4f}"
HEIGHT = round(STRIP + 556 * _SCALE)


@dataclass(frozen=True)
class Purse:
    """A family: its flag, its points and its coins, from ``x`` on."""

    x: int
    css: str
    points: int
    coins: int


@dataclass(frozen=True)
class Picture:
    """The whole picture."""

    width: int
    height: int
    town: Town
    scale: str
    purses: tuple[Purse, ...]


def svg(public: Public) -> str:
    """Return the town and the families as SVG."""
    return render_to_string("games/zena1814/_picture.svg", {"picture": picture(public)})


def picture(public: Public) -> Picture:
    """Return the picture of a position."""
    return Picture(
        width=WIDTH,
        height=HEIGHT,
        town=pieces.scene(public),
        scale=SCALE,
        purses=purses(public),
    )


def purses(public: Public) -> tuple[Purse, ...]:
    """Return the families in the order of play."""
    return tuple(_purse(public, place, seat) for place, seat in enumerate(public.order()))


def _purse(public: Public, place: int, seat: int) -> Purse:
    """Return the family of a seat at a place of the row, counted from 0."""
    wide = WIDTH // len(public.families)
    points = frame.points(public, seat)
    return Purse(wide * place + (wide - _PURSE) // 2, COLOURS[seat], points, public.families[seat].coins)
