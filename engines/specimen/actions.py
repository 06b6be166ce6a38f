"""Choices of a courier, one Struct each. Unknown fields are refused."""

from typing import Annotated

import msgspec

from engines.specimen.content import Bag

type Name = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
type Price = Annotated[int, msgspec.Meta(ge=1, le=9)]


class SealRoad(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose tonight's road, face down; repeat to change it [S-3.1]."""

    road: Name


class Offer(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Offer a letter from the courier's own hand as a relay [S-4.2]."""

    letter: Name


class OfferNothing(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Offer no letter this turn [S-4.1]."""


class Join(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take this place of the relay; illegal if another one is next.

    This lets a courier prepare an answer for each place [S-4.3].
    """

    place: Price


class Decline(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Do not join the relay [S-4.2]."""


class DrawFrom(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw the letter earned by a relay from this bag [S-4.4]."""

    bag: Bag


class Hire(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Hire the next horse; illegal if it then costs more than this [S-4.6]."""

    at_most: Price


class Rest(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Hire no more horses: the turn is over [S-4.6]."""


class Pack(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Pack one letter, face down: one of the two choices of the night [S-5.1]."""

    letter: Name


type Action = SealRoad | Offer | OfferNothing | Join | Decline | DrawFrom | Hire | Rest | Pack
