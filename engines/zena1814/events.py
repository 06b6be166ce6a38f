"""Events of a game in the past tense, one Struct each.

``card`` is the id of a card, ``laid`` its number in a row, ``slot`` counts from 1 at the top.
"""

from typing import Literal

import msgspec

from engines.zena1814.content import Area, Deck, Figure, Gain, Mode
from engines.zena1814.state import Reason


class GameBegan(msgspec.Struct, frozen=True, tag=True):
    """Cards and coins were dealt, the same number to every seat [Z-2]."""

    mode: Mode
    cards: int
    coins: int


class HandSeen(msgspec.Struct, frozen=True, tag=True):
    """The cards dealt to the seat that receives this event."""

    cards: tuple[str, ...]


class PlacementTurnedUp(msgspec.Struct, frozen=True, tag=True):
    """A seat's card decided the areas of its figures, in the order of ``FIGURES`` [Z-3.1]."""

    seat: int
    card: str
    areas: tuple[Area, Area, Area, Area]


class FigureSealed(msgspec.Struct, frozen=True, tag=True):
    """A seat put a figure face down on a card, hidden from the others [Z-4.2]."""

    seat: int


class PlacementsOpened(msgspec.Struct, frozen=True, tag=True):
    """All placement cards, which decide the areas of the figures, in the order of ``FIGURES`` [Z-4.3]."""

    cards: tuple[tuple[str, ...], ...]


class LotDrawn(msgspec.Struct, frozen=True, tag=True):
    """A seat was drawn at random; ``among`` are the possible seats [R-3, R-5]."""

    seat: int
    among: tuple[int, ...]


class StarterNamed(msgspec.Struct, frozen=True, tag=True):
    """``seat`` is the start player; ``by`` named it, or is None [Z-4.5]."""

    seat: int
    by: int | None = None


class RoundBegan(msgspec.Struct, frozen=True, tag=True):
    """A round began."""

    number: int


class EventTurnedUp(msgspec.Struct, frozen=True, tag=True):
    """The event of the round; all seats got its income [Z-5.1, Z-5.2]."""

    event: str
    income: int


class FortTurnedUp(msgspec.Struct, frozen=True, tag=True):
    """A Fort card was placed at the Fort [Z-5.4]."""

    card: str
    laid: int


class TurnBegan(msgspec.Struct, frozen=True, tag=True):
    """A seat's turn began."""

    seat: int


class FigureMoved(msgspec.Struct, frozen=True, tag=True):
    """A figure moved from one area to another [Z-6.4]."""

    seat: int
    figure: Figure
    left: Area
    to: Area


class CardOffered(msgspec.Struct, frozen=True, tag=True):
    """A card was added to the row of an area [Z-7.4]; the marker of its promoter follows."""

    seat: int
    card: str
    laid: int
    area: Area


class MarkerReclaimed(msgspec.Struct, frozen=True, tag=True):
    """A seat took one of its own markers off a card [Z-10.2]."""

    seat: int
    card: str
    laid: int
    slot: int


class MarkerPlaced(msgspec.Struct, frozen=True, tag=True):
    """A seat paid for a slot and put a marker there [Z-8.2]."""

    seat: int
    card: str
    laid: int
    slot: int
    price: int


class BonusGained(msgspec.Struct, frozen=True, tag=True):
    """The promoter gained the bonus of a slot; any cards are drawn next [Z-8.5]."""

    seat: int
    card: str
    laid: int
    gain: Gain


class ReactionDeclined(msgspec.Struct, frozen=True, tag=True):
    """A seat placed nothing in a window [Z-9.6]."""

    seat: int
    card: str
    laid: int


class BonusTaken(msgspec.Struct, frozen=True, tag=True):
    """A seat without an action took a coin or a card [Z-6.7]."""

    seat: int
    take: Literal["coin"] | Deck


class TurnEnded(msgspec.Struct, frozen=True, tag=True):
    """A turn is over."""

    seat: int


class CardDrawn(msgspec.Struct, frozen=True, tag=True):
    """A seat drew a card; everybody sees the deck [Z-1.7]."""

    seat: int
    deck: Deck


class CardSeen(msgspec.Struct, frozen=True, tag=True):
    """The card drawn by the seat that receives this event."""

    card: str


class NothingToDraw(msgspec.Struct, frozen=True, tag=True):
    """Both decks were empty, so ``count`` cards were not drawn [Z-1.10]."""

    seat: int
    count: int


class ResolutionBegan(msgspec.Struct, frozen=True, tag=True):
    """All turns are over [Z-11.1]."""


class MarkerEarned(msgspec.Struct, frozen=True, tag=True):
    """A marker earned its reward, as changed by the event; any cards are drawn next [Z-12.2]."""

    seat: int
    card: str
    laid: int
    gain: Gain


class MarkerPutUnder(msgspec.Struct, frozen=True, tag=True):
    """The marker of Manezzi was put under a figure [Z-18.1]."""

    seat: int
    laid: int
    figure: Figure


class TrickMoved(msgspec.Struct, frozen=True, tag=True):
    """A trick card moved to another area, with its markers [Z-18.7]."""

    seat: int
    card: str
    laid: int
    to: Area


class CoinsPaid(msgspec.Struct, frozen=True, tag=True):
    """A seat paid for a roll [Z-16.4]."""

    seat: int
    card: str
    laid: int
    coins: int


class DieRolled(msgspec.Struct, frozen=True, tag=True):
    """The promoter rolled: die, coins paid and bonus markers add up to the result [Z-16.6].

    Bonus markers are those beyond the first.
    """

    seat: int
    card: str
    laid: int
    die: int
    paid: int
    markers: int
    result: int


class BattleLost(msgspec.Struct, frozen=True, tag=True):
    """A Fort card failed; without markers it failed without a roll [Z-16.14, Z-16.15]."""

    card: str
    laid: int


class BattleWon(msgspec.Struct, frozen=True, tag=True):
    """A Fort card succeeded [Z-16.16]."""

    card: str
    laid: int


class CardLeft(msgspec.Struct, frozen=True, tag=True):
    """A card left its row; its markers returned to their owners [Z-13.5]."""

    card: str
    laid: int
    area: Area
    reason: Reason


class MajorityCounted(msgspec.Struct, frozen=True, tag=True):
    """Strength of each seat in an area, and the seat with the majority, if any [Z-14.2]."""

    area: Area
    strengths: tuple[int, ...]
    seat: int | None


class MajorityEarned(msgspec.Struct, frozen=True, tag=True):
    """The holder of an area got its income; any cards are drawn next [Z-14.8 to Z-14.13]."""

    seat: int
    area: Area
    gain: Gain


class PointsBought(msgspec.Struct, frozen=True, tag=True):
    """The holder of the Palace bought points [Z-14.10]."""

    seat: int
    price: int
    points: int


class PurchaseDeclined(msgspec.Struct, frozen=True, tag=True):
    """The holder of the Palace bought nothing."""

    seat: int


class PassSealed(msgspec.Struct, frozen=True, tag=True):
    """A seat chose the card it passes on, hidden from the others [Z-18.15]."""

    seat: int


class CardPassed(msgspec.Struct, frozen=True, tag=True):
    """A card changed hands; everybody sees its back [Z-18.15]."""

    seat: int
    to: int
    deck: Deck


class PassedCardSeen(msgspec.Struct, frozen=True, tag=True):
    """The card that changed hands, visible to its giver and receiver."""

    seat: int
    to: int
    card: str


class DiscardSealed(msgspec.Struct, frozen=True, tag=True):
    """A seat chose a card to discard, hidden from the others [Z-15.2]."""

    seat: int


class CardsDiscarded(msgspec.Struct, frozen=True, tag=True):
    """A seat put a number of cards under each deck [Z-15.2]."""

    seat: int
    actions: int
    goals: int


class DiscardsSeen(msgspec.Struct, frozen=True, tag=True):
    """The discarded cards, visible to their owner."""

    cards: tuple[str, ...]


class GoalsOpened(msgspec.Struct, frozen=True, tag=True):
    """The goals in each hand [Z-19.1]."""

    goals: tuple[tuple[str, ...], ...]


class GameEnded(msgspec.Struct, frozen=True, tag=True):
    """The last round is over [Z-20.1]."""


type Event = (
    GameBegan
    | HandSeen
    | PlacementTurnedUp
    | FigureSealed
    | PlacementsOpened
    | LotDrawn
    | StarterNamed
    | RoundBegan
    | EventTurnedUp
    | FortTurnedUp
    | TurnBegan
    | FigureMoved
    | CardOffered
    | MarkerReclaimed
    | MarkerPlaced
    | BonusGained
    | ReactionDeclined
    | BonusTaken
    | TurnEnded
    | CardDrawn
    | CardSeen
    | NothingToDraw
    | ResolutionBegan
    | MarkerEarned
    | MarkerPutUnder
    | TrickMoved
    | CoinsPaid
    | DieRolled
    | BattleLost
    | BattleWon
    | CardLeft
    | MajorityCounted
    | MajorityEarned
    | PointsBought
    | PurchaseDeclined
    | PassSealed
    | CardPassed
    | PassedCardSeen
    | DiscardSealed
    | CardsDiscarded
    | DiscardsSeen
    | GoalsOpened
    | GameEnded
)
