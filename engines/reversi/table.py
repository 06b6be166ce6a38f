"""State, actions and events of Reversi."""

from typing import Annotated

import msgspec

SIDE = 8
SQUARES = SIDE * SIDE
EMPTY, COLOURS = ".", "01"
SETUP = f"{EMPTY * 27}10{EMPTY * 6}01{EMPTY * 27}"


class Public(msgspec.Struct, frozen=True):
    """Disks by square, row by row from a1: the number of a seat, or a dot. ``mover`` is None once the game is over."""

    disks: str = SETUP
    mover: int | None = 0

    @property
    def seats(self) -> int:
        """Number of players [R-1.1]."""
        return 2

    @property
    def placed(self) -> int:
        """Number of disks put on the board after the setup."""
        return SQUARES - self.disks.count(EMPTY) - 4


class Place(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put a disk on a square, numbered from 0 row by row [R-2.1]."""

    square: Annotated[int, msgspec.Meta(ge=0, lt=SQUARES)]


class Placed(msgspec.Struct, frozen=True, tag=True):
    """A seat put a disk on a square and turned others.

    ``passed``: the other seat can enclose nothing and is passed over.
    """

    seat: int
    square: int
    turned: int
    passed: bool = False


def name_of(square: int) -> str:
    """Return the name of a square, such as a1 [R-1.1]."""
    return f"{'abcdefgh'[square % SIDE]}{square // SIDE + 1}"
