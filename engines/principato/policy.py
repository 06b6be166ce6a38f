"""Standing orders: what a seat wants answered in scorings without being asked."""

from typing import Annotated, Literal

import msgspec

type Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
type Otherwise = Literal["all", "none"]


class FeedAll(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Feed as many units as possible, proper cubes before favour; ``keep_favour`` leaves the church alone."""

    keep_favour: bool = False


class FeedNone(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put no cube onto any unit."""


class FeedExactly(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Add these cubes, each cut to what is stored and fits."""

    food: Count = 0
    money: Count = 0
    favour_militia: Count = 0
    favour_condottieri: Count = 0


class FeedToReach(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The fewest cubes that give at least this strength; out of reach: all or none."""

    strength: Annotated[int, msgspec.Meta(ge=-37, le=99)]
    otherwise: Otherwise = "all"


class FeedToKeepRank(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The fewest cubes that leave at most ``rank - 1`` others possibly level or ahead; out of reach: all or none.

    Others count as decided, or with the most they could still reach. ``rank`` 1 beats everybody.
    """

    rank: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    otherwise: Otherwise = "all"


class ReleaseNone(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Keep all units."""


class KeepAtMost(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give back units beyond these numbers."""

    condottieri: Count
    militia: Count


class ReleaseUnfed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give back as many of each kind as bore no cube when strength was counted."""


type Policy = FeedAll | FeedNone | FeedExactly | FeedToReach | FeedToKeepRank | ReleaseNone | KeepAtMost | ReleaseUnfed
