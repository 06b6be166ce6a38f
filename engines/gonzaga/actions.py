"""Actions of a seat: seal a plan, then place a fief, arrange a Wedding or donate."""

from enum import StrEnum

import msgspec

INACTIVE = "inactive"
"""The region card for all inactive regions; every other region card is the id of a region."""


class ActionCard(StrEnum):
    """The three action cards, in acting order [G-6.6]."""

    HARBOURS = "harbours"
    CITIES = "cities"
    ALLIANCE = "alliance"


class SealPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Put a region card and an action card face down, with or without the King's Privilege [G-5.1, G-5.3]."""

    region: str
    action: ActionCard
    privilege: bool = False


class PlaceFief(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Place the drawn fief on these hexes, ascending; the castles follow from the cells [G-8.1, X-21]."""

    cells: tuple[int, ...]


class HoldWedding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Give up the fief and place one ring, or two adjacent rings in this order [G-9.1, G-9.18]."""

    first: int
    second: int | None = None


class Donate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Donate the drawn fief to the Church [G-10.1]."""


Turn = PlaceFief | HoldWedding | Donate
Action = SealPlan | PlaceFief | HoldWedding | Donate
DEEDS: tuple[ActionCard, ...] = tuple(ActionCard)


def rings_laid(turn: Turn) -> int:
    """Return the number of rings that a turn places."""
    return 0 if not isinstance(turn, HoldWedding) else 1 if turn.second is None else 2
