"""State, action and event of Pebbles."""

from typing import Annotated, Literal

import msgspec

HOLLOWS, PEBBLES, TURNS, PLACES = 5, 3, 24, 12


class Public(msgspec.Struct, frozen=True):
    """Pebbles by place, around the table: the row and the jar of one seat, then of the other.

    Turns are counted from 1.
    """

    version: str = "1"
    places: tuple[int, ...] = ((PEBBLES,) * HOLLOWS + (0,)) * 2
    turn: int = 1
    ended: Literal["empty", "turns"] | None = None

    @property
    def seats(self) -> int:
        """Number of seats [PB-1.1]."""
        return 2

    @property
    def mover(self) -> int:
        """Current seat [PB-2.1]."""
        return (self.turn - 1) % 2

    def row(self, seat: int) -> tuple[int, ...]:
        """Return the pebbles in the hollows of a seat; the one next to its jar is last."""
        return self.places[self.jar(seat) - HOLLOWS : self.jar(seat)]

    def jar(self, seat: int) -> int:
        """Return the place of the seat's jar."""
        return HOLLOWS + seat * (HOLLOWS + 1)


class Sow(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Sow the pebbles of a hollow of the seat's own row, numbered from 0 [PB-2.2]."""

    hollow: Annotated[int, msgspec.Meta(ge=0, lt=HOLLOWS)]


class Sown(msgspec.Struct, frozen=True, tag=True):
    """A seat sowed the pebbles of a hollow, and took others with the last one [PB-2.2, PB-2.3]."""

    seat: int
    hollow: int
    pebbles: int
    taken: int
