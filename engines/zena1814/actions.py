"""Choices of a player, one Struct each. Unknown fields are refused.

``card`` is the id of a card in hand, ``laid`` the number of a card in a row. Cards are numbered as they come to the board, so a
number stays when neighbouring cards leave.
"""

from typing import Annotated, Literal

import msgspec

from engines.zena1814.content import Area, Deck, Figure

type Card = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
type Number = Annotated[int, msgspec.Meta(ge=1, le=999)]
type Coins = Annotated[int, msgspec.Meta(ge=0, le=999)]
type Place = Annotated[int, msgspec.Meta(ge=1, le=3)]


class Reclaimed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the seat's own markers, taken from another card because the supply is empty.

    ``lower`` selects the lower of two own markers there [Z-10.3].
    """

    laid: Number
    lower: bool = False


class SealFigure(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put one figure face down on a card in hand [Z-4.2].

    ``late``: placed by the deadline, so this seat is left out of the draw for start player [R-5].
    """

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
    """Offer an action card from the hand [Z-7].

    ``second``: a second marker is placed straight away [Z-17.6]. ``reclaim`` lists the markers to reclaim if the supply is
    short, in order [Z-7.7].
    """

    card: Card
    second: bool = False
    reclaim: tuple[Reclaimed, ...] = ()


class Influence(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Place a marker on a card in a row if its price is at most ``at_most`` [Z-8]."""

    laid: Number
    at_most: Annotated[int, msgspec.Meta(ge=1, le=99)]
    reclaim: Reclaimed | None = None


class TakeBonus(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take a coin or a card in a turn without actions; the turn ends [Z-6.7]."""

    take: Literal["coin"] | Deck


class EndTurn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """End the turn, without a bonus [Z-6.9]."""


class React(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Place one or two markers on the card of the window if ``slot`` is its topmost empty slot [Z-9.4, Z-17.5]."""

    slot: Place
    markers: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    reclaim: tuple[Reclaimed, ...] = ()


class Decline(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Place nothing in the window [Z-9.6]."""


class DrawFrom(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from one of the two decks, if both hold cards [Z-1.7]."""

    deck: Deck


class PayCoins(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Pay a number of coins for the roll of a dice card [Z-16.4]."""

    coins: Coins


class RaiseTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Pay coins to raise the modifier of a dice card to ``modifier``, at most ``at_most`` coins.

    If the coins do not suffice, pay as many as possible.
    """

    modifier: Annotated[int, msgspec.Meta(ge=1, le=5)]
    at_most: Annotated[int, msgspec.Meta(ge=1, le=999)]


class PutUnder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put the marker of Manezzi under one of the seat's own figures [Z-18.1]."""

    figure: Figure


class MoveTrick(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move a trick card to another area, but not to the Fort [Z-18.7]."""

    to: Area


class BuyPoints(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy victory points as holder of the Palace [Z-14.10]."""


class KeepCoins(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy nothing as holder of the Palace."""


class PassCard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose the card for the right neighbour. Choose again to change it while other seats choose [Z-18.15]."""

    card: Card


class Discard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose one card to discard [Z-15.2]."""

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
