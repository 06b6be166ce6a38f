"""What a seat can do: seal a plan, then place a fief, hold a wedding or donate."""

from enum import StrEnum

import msgspec

INACTIVE = "inactive"
"""The region card for all inactive regions; every other region card is the id of a region."""


class Deed(StrEnum):
    """The three action cards in the order they act [G-6.6]."""

    HARBOURS = "harbours"
    CITIES = "cities"
    ALLIANCE = "alliance"


class SealPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Put a region card and an action card face down, with or without the King's Privilege [G-5.1, G-5.3]."""

    region: str
    action: Deed
    privilege: bool = False


class PlaceFief(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Place the drawn fief on these hexes, ascending; the castles follow from the cells [G-8.1, X-21]."""

    cells: tuple[int, ...]


class HoldWedding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Give up the fief and lay one ring, or a second one beside it, in this order [G-9.1, G-9.18]."""

    first: int
    second: int | None = None


class Donate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Give the drawn fief to the church [G-10.1]."""


Turn = PlaceFief | HoldWedding | Donate
Action = SealPlan | PlaceFief | HoldWedding | Donate
DEEDS: tuple[Deed, ...] = tuple(Deed)


def rings_laid(turn: Turn) -> int:
    """How many rings a turn lays."""
    return 0 if not isinstance(turn, HoldWedding) else 1 if turn.second is None else 2
