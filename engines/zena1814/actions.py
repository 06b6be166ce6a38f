"""What a player can do, one Struct for each choice. Unknown fields are refused.

``card`` is the id of a card of the hand, ``laid`` the number of a card in a row: cards are numbered as they come to the
board, so a number stays when cards beside it leave.
"""

from typing import Annotated, Literal

import msgspec

from engines.zena1814.content import Area, Deck, Figure

type Card = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
type Number = Annotated[int, msgspec.Meta(ge=1, le=999)]
type Coins = Annotated[int, msgspec.Meta(ge=0, le=999)]
type Place = Annotated[int, msgspec.Meta(ge=1, le=3)]


class Reclaimed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An own marker taken from another card because the supply is empty; ``lower``: of two own ones there [Z-10.3]."""

    laid: Number
    lower: bool = False


class SealFigure(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put one figure face down on a card of the hand [Z-4.2]; ``late``: the deadline did it, so no lot for this seat [R-5]."""

    figure: Figure
    card: Card
    late: bool = False


class NameStarter(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give the start-player card to a seat [Z-4.5, R-5]."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=4)]


class MoveFigure(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move one figure to another area [Z-6.4]."""

    figure: Figure
    to: Area


class OfferCard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Offer an action card of the hand [Z-7]; ``second``: with a second marker at once [Z-17.6]. A marker is reclaimed for each
    that the supply lacks, in this order [Z-7.7]."""

    card: Card
    second: bool = False
    reclaim: tuple[Reclaimed, ...] = ()


class Influence(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Place a marker on a card in a row if its price is at most so much [Z-8]."""

    laid: Number
    at_most: Annotated[int, msgspec.Meta(ge=1, le=99)]
    reclaim: Reclaimed | None = None


class TakeBonus(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take a coin, or a card of a deck, for a turn in which nothing was done; the turn ends [Z-6.7]."""

    take: Literal["coin"] | Deck


class EndTurn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """End the turn, without a bonus [Z-6.9]."""


class React(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Place one marker, or two, on the card of the window if ``slot`` is its topmost empty one [Z-9.4, Z-17.5]."""

    slot: Place
    markers: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    reclaim: tuple[Reclaimed, ...] = ()


class Decline(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Place nothing in the window [Z-9.6]."""


class DrawFrom(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from one of two decks that both hold cards [Z-1.7]."""

    deck: Deck


class PayCoins(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Pay so many coins for the roll of a dice card [Z-16.4]."""

    coins: Coins


class RaiseTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Pay what raises the modifier of a dice card to so much, but at most so many coins: what is missing, as far as it goes."""

    modifier: Annotated[int, msgspec.Meta(ge=1, le=5)]
    at_most: Annotated[int, msgspec.Meta(ge=1, le=999)]


class PutUnder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put the marker of Manezzi under a figure of one's own [Z-18.1]."""

    figure: Figure


class MoveTrick(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move a trick card to another area than the Fort [Z-18.7]."""

    to: Area


class BuyPoints(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy victory points as holder of the Palace [Z-14.10]."""


class KeepCoins(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy nothing as holder of the Palace."""


class PassCard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose the card that goes to the right neighbour; again to change it while others choose [Z-18.15]."""

    card: Card


class Discard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose one card to put away [Z-15.2]."""

    card: Card


type TurnAction = MoveFigure | OfferCard | Influence | TakeBonus | EndTurn
type Action = (
    SealFigure
    | NameStarter
    | TurnAction
    | React
    | Decline
    | DrawFrom
    | PayCoins
    | RaiseTo
    | PutUnder
    | MoveTrick
    | BuyPoints
    | KeepCoins
    | PassCard
    | Discard
)
