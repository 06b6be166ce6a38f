"""Board of Reversi."""

from django.template.loader import render_to_string

from engines.contract import encode
from engines.reversi.table import COLOURS, EMPTY, SIDE, Place, Public, name_of
from tables.games.base import COLOURS as CSS

PITCH = 40


def points(public: Public, seat: int) -> int:
    """Return the number of disks of a seat on the board [R-3.2]."""
    return public.disks.count(COLOURS[seat])


def svg(public: Public) -> str:
    """Return the board as SVG, with the disks in the colours of the seats. An empty square has its action."""
    squares = [
        {
            "x": PITCH * (square % SIDE),
            "y": PITCH * (square // SIDE),
            "name": name_of(square),
            "action": encode(Place(square)).decode() if disk == EMPTY else "",
            "css": "" if disk == EMPTY else CSS[COLOURS.index(disk)],
        }
        for square, disk in enumerate(public.disks)
    ]
    return render_to_string("games/reversi/_picture.svg", {"squares": squares, "side": PITCH * SIDE})
