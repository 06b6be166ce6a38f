"""Events of a game in the past tense, one Struct each.

``card`` is the id of a card, ``slot`` a slot of the display from 0.
"""

from typing import Literal

import msgspec

from engines.principato.actions import Cubes, FeedUnits, ReleaseUnits
from engines.principato.content import Cube, Kind, Tile, Unit
from engines.principato.state import Reason


class GameBegan(msgspec.Struct, frozen=True, tag=True):
    """The start player was drawn [P-3.8]."""

    start: int


class StartCardsDealt(msgspec.Struct, frozen=True, tag=True):
    """The face-up start cards of each seat [P-3.3]."""

    cards: tuple[tuple[str, str], ...]


class GoalsDealt(msgspec.Struct, frozen=True, tag=True):
    """Every seat received two goals, face down [P-3.5]."""


class GoalsSeen(msgspec.Struct, frozen=True, tag=True):
    """The goals of the seat that receives this event."""

    goals: tuple[str, str]


class DisplayLaid(msgspec.Struct, frozen=True, tag=True):
    """The first display, from left to right [P-3.4]."""

    cards: tuple[str, ...]


class TurnBegan(msgspec.Struct, frozen=True, tag=True):
    """A seat's turn began."""

    seat: int
    turn: int


class TilesBuilt(msgspec.Struct, frozen=True, tag=True):
    """A seat activated a card for tiles."""

    seat: int
    card: str
    tile: Tile
    count: int
    paid: Cubes


class CultureCreated(msgspec.Struct, frozen=True, tag=True):
    """A seat activated a card for a culture tile."""

    seat: int
    card: str
    kind: Kind
    points: int
    paid: Cubes


class UnitsRecruited(msgspec.Struct, frozen=True, tag=True):
    """A seat activated a card for units."""

    seat: int
    card: str
    unit: Unit
    count: int


class CubesCollected(msgspec.Struct, frozen=True, tag=True):
    """A seat activated a card for cubes.

    ``gained`` cubes were placed, ``onto`` of them straight onto units. ``lapsed`` cubes found no room [P-2.8]. ``short`` cubes
    were missing from the general supply [P-15.2].
    """

    seat: int
    card: str
    gained: Cubes
    onto: Cubes = Cubes()
    lapsed: Cubes = Cubes()
    short: Cubes = Cubes()


class CardsExchanged(msgspec.Struct, frozen=True, tag=True):
    """A seat swapped a card in hand for one in the display.

    ``forced`` is True if the exchange symbol required it [P-5.4], False if the exchange was an action of its own [P-5.7].
    """

    seat: int
    given: str
    taken: str
    slot: int
    forced: bool


class FavourTaken(msgspec.Struct, frozen=True, tag=True):
    """A seat took a favour cube [P-5.10]."""

    seat: int
    to: Literal["church"] | Unit


class CubesStationed(msgspec.Struct, frozen=True, tag=True):
    """A seat moved stored cubes onto units [P-2.12]."""

    seat: int
    cube: Cube
    unit: Unit
    count: int


class TurnEnded(msgspec.Struct, frozen=True, tag=True):
    """A turn ended after a number of actions [P-4.3]."""

    seat: int
    actions: int


class CardDropped(msgspec.Struct, frozen=True, tag=True):
    """The leftmost card left the game [P-6.1]."""

    card: str


class CardTurnedUp(msgspec.Struct, frozen=True, tag=True):
    """The next card of the pile filled the rightmost slot [P-6.3]."""

    card: str


class ScoringCardTurnedUp(msgspec.Struct, frozen=True, tag=True):
    """The year's military scoring card was turned up [P-9.1]."""


class YearEnded(msgspec.Struct, frozen=True, tag=True):
    """The pile is empty [P-7.1]."""

    year: int


class YearBegan(msgspec.Struct, frozen=True, tag=True):
    """The next deck became the pile [P-10.1]."""

    year: int


class ScoringBegan(msgspec.Struct, frozen=True, tag=True):
    """A military scoring began; ``order`` are all seats in the order of supplying [P-8.3]."""

    number: int
    reason: Reason
    order: tuple[int, ...]


class FeedingSealed(msgspec.Struct, frozen=True, tag=True):
    """A seat sealed the cubes for its units, or changed them."""

    seat: int


class UnitsFed(msgspec.Struct, frozen=True, tag=True):
    """The cubes that a seat put onto its units for a scoring [P-8.1]."""

    seat: int
    fed: FeedUnits


class StrengthCompared(msgspec.Struct, frozen=True, tag=True):
    """Strength and military points gained, by seat [P-8.6, P-8.7]."""

    number: int
    strengths: tuple[int, ...]
    points: tuple[int, ...]


class CubesCleared(msgspec.Struct, frozen=True, tag=True):
    """All cubes on all units went to the general supply [P-8.11]."""

    cubes: Cubes


class ReleaseSealed(msgspec.Struct, frozen=True, tag=True):
    """A seat sealed the units it gives back, or changed them."""

    seat: int


class UnitsReleased(msgspec.Struct, frozen=True, tag=True):
    """The units that a seat gave back after a scoring [P-8.12]."""

    seat: int
    released: ReleaseUnits


class GoalsOpened(msgspec.Struct, frozen=True, tag=True):
    """The goals of all seats [P-11.2]."""

    goals: tuple[tuple[str, str], ...]


class GameEnded(msgspec.Struct, frozen=True, tag=True):
    """The game is over [P-11.1]."""


type Event = (
    GameBegan
    | StartCardsDealt
    | GoalsDealt
    | GoalsSeen
    | DisplayLaid
    | TurnBegan
    | TilesBuilt
    | CultureCreated
    | UnitsRecruited
    | CubesCollected
    | CardsExchanged
    | FavourTaken
    | CubesStationed
    | TurnEnded
    | CardDropped
    | CardTurnedUp
    | ScoringCardTurnedUp
    | YearEnded
    | YearBegan
    | ScoringBegan
    | FeedingSealed
    | UnitsFed
    | StrengthCompared
    | CubesCleared
    | ReleaseSealed
    | UnitsReleased
    | GoalsOpened
    | GameEnded
)
"""All events of a log."""
