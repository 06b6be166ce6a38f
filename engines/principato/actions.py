"""What a player can do, one Struct for each choice. Unknown fields are refused.

``card`` is the place in the hand (0 or 1), ``take`` a slot of the display counted from 0 at the left [P-5.14]: where the
activated card carries the exchange symbol it names the card taken for it [P-5.4], otherwise it is None [P-5.5]. ``named``, if
it is set, is the id of the card that must lie there: whoever files a turn ahead gets that card or is asked.
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
    """So many cubes of each kind."""

    food: Count = 0
    money: Count = 0
    favour: Count = 0

    def total(self) -> int:
        """The number of cubes."""
        return self.food + self.money + self.favour


class BuildTiles(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that sells tiles: the offer, counted from 0 as printed, and what is paid for it [P-5.1, P-13.19]."""

    card: Place
    offer: Offer
    pay: Cubes
    take: Slot | None = None
    named: Name = msgspec.UNSET


class CreateCulture(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that makes a culture tile worth ``points`` [P-13.18]."""

    card: Place
    offer: Offer
    pay: Cubes
    points: Count
    take: Slot | None = None
    named: Name = msgspec.UNSET


class RecruitUnits(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that recruits: so many units, none included [P-13.20]."""

    card: Place
    count: Count
    take: Slot | None = None
    named: Name = msgspec.UNSET


class CollectCubes(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Activate a card that yields cubes.

    ``gain`` is what the card gives before the supply and the stores cut it; a choice of cubes is made here [P-13.14]. ``onto``
    of it goes straight onto units, food onto militia and money onto condottieri [P-2.11].
    """

    card: Place
    gain: Cubes
    onto: Cubes = Cubes()
    take: Slot | None = None
    named: Name = msgspec.UNSET


class ExchangeCard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Swap a card of the hand for one of the display [P-5.7]."""

    card: Place
    take: Slot
    named: Name = msgspec.UNSET


class TakeFavour(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take one favour cube into the church or straight onto an empty unit [P-5.10]."""

    to: Literal["church"] | Unit


class StationCubes(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move stored cubes onto empty units of one kind; it costs no action [P-2.12]."""

    cube: Cube
    unit: Unit
    count: Annotated[int, msgspec.Meta(ge=1, le=37)]


class EndTurn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """End the turn; actions not taken are forgone [P-4.3]."""


class FeedUnits(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put stored cubes onto empty units before a scoring counts them, once, any number [P-8.1].

    Food goes onto militia, money onto condottieri, favour onto either.
    """

    food: Count = 0
    money: Count = 0
    favour_militia: Count = 0
    favour_condottieri: Count = 0


class ReleaseUnits(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give back units after a scoring, none included; again to change it while others decide [P-8.12]."""

    condottieri: Count = 0
    militia: Count = 0


type TurnAction = BuildTiles | CreateCulture | RecruitUnits | CollectCubes | ExchangeCard | TakeFavour | StationCubes | EndTurn
type Action = TurnAction | FeedUnits | ReleaseUnits
