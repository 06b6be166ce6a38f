"""Choices of a player, one Struct each. Unknown fields are refused.

``card`` is the position in the hand (0 or 1), and ``take`` a slot of the display counted from 0 at the left [P-5.14]. If the
activated card has the exchange symbol, ``take`` names the card taken for it [P-5.4]; otherwise it is None [P-5.5]. ``named``,
if set, is the id of the card required in that slot. With another card there, the action is illegal.
"""

from typing import Annotated, Literal

import msgspec

from engines.principato.content import Cube, Unit

type Place = Annotated[int, msgspec.Meta(ge=0, le=1)]
type Slot = Annotated[int, msgspec.Meta(ge=0, le=6)]
type Offer = Annotated[int, msgspec.Meta(ge=0, le=3)]
type Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
type Name = Annotated[str, msgspec.Meta(max_length=40)] | msgspec.UnsetType


class Cubes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of cubes of each kind."""

    food: Count = 0
    money: Count = 0
    favour: Count = 0

    def total(self) -> int:
        """Return the number of cubes."""
        return self.food + self.money + self.favour


class BuildTiles(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that sells tiles: the offer, counted from 0 as printed, and its payment [P-5.1, P-13.19]."""

    card: Place
    offer: Offer
    pay: Cubes
    take: Slot | None = None
    named: Name = msgspec.UNSET


class CreateCulture(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that creates a culture tile worth ``points`` [P-13.18]."""

    card: Place
    offer: Offer
    pay: Cubes
    points: Count
    take: Slot | None = None
    named: Name = msgspec.UNSET


class RecruitUnits(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that recruits a number of units, possibly none [P-13.20]."""

    card: Place
    count: Count
    take: Slot | None = None
    named: Name = msgspec.UNSET


class CollectCubes(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that yields cubes.

    ``gain`` is the card's yield before general supply and stores limit it. It is a choice only on a card with a free mix of
    cubes [P-13.14]. ``onto`` is the part that goes straight onto units: food onto militia, money onto condottieri [P-2.11].
    """

    card: Place
    gain: Cubes
    onto: Cubes = Cubes()
    take: Slot | None = None
    named: Name = msgspec.UNSET


class ExchangeCard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Swap a card in hand for one in the display [P-5.7]."""

    card: Place
    take: Slot
    named: Name = msgspec.UNSET


class TakeFavour(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take one favour cube into the church or straight onto an empty unit [P-5.10]."""

    to: Literal["church"] | Unit


class StationCubes(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move stored cubes onto empty units of one kind; this costs no action [P-2.12]."""

    cube: Cube
    unit: Unit
    count: Annotated[int, msgspec.Meta(ge=1, le=37)]


class EndTurn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """End the turn; remaining actions are lost [P-4.3]."""


class FeedUnits(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put any number of stored cubes onto empty units, once in a scoring, before strength is counted [P-8.1].

    Food goes onto militia, money onto condottieri, favour onto either.
    """

    food: Count = 0
    money: Count = 0
    favour_militia: Count = 0
    favour_condottieri: Count = 0


class ReleaseUnits(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give back units after a scoring, possibly none. The seat can change its answer while other seats decide [P-8.12]."""

    condottieri: Count = 0
    militia: Count = 0


type TurnAction = BuildTiles | CreateCulture | RecruitUnits | CollectCubes | ExchangeCard | TakeFavour | StationCubes | EndTurn
type Action = TurnAction | FeedUnits | ReleaseUnits
