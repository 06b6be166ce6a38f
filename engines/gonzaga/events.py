"""What is told while a game runs: past tense, one Struct each. Hexes are numbers, points are what was booked at once."""

import msgspec

from engines.gonzaga.actions import SealPlan


class _Event(msgspec.Struct, frozen=True, tag=True):
    pass


class GameStarted(_Event, frozen=True):
    """The scenario and the colour of each seat."""

    scenario: str
    colours: tuple[str, ...]


class ObjectiveDealt(_Event, frozen=True):
    """Told to the owner alone [G-15.2]."""

    seat: int
    objective: int


class RoundOpened(_Event, frozen=True):
    """A round begins; ``last`` if it is announced as the last one [G-13.9]."""

    round: int
    last: bool


class FiefDrawn(_Event, frozen=True):
    """A seat turned up a fief card [G-4.2]."""

    seat: int
    card: int
    fief: int


class PlanSealed(_Event, frozen=True):
    """A seat has a plan face down; ``again`` if it replaces another [G-5.8]."""

    seat: int
    again: bool


class PlanWritten(_Event, frozen=True):
    """What the plan says, told to its owner alone [G-15.3]."""

    seat: int
    plan: SealPlan


class PlansRevealed(_Event, frozen=True):
    """All plans, by seat [G-6.1]."""

    plans: tuple[SealPlan, ...]


class RingPaid(_Event, frozen=True):
    """A seat paid for the King's Privilege [G-6.2]."""

    seat: int
    left: int


class OrderSet(_Event, frozen=True):
    """The order of this round [G-6.9]."""

    order: tuple[int, ...]


class FiefPlaced(_Event, frozen=True):
    """A fief came on the map; ``points`` are those of its sites."""

    seat: int
    fief: int
    cells: tuple[int, ...]
    castles: tuple[int, ...]
    points: int


class WeddingHeld(_Event, frozen=True):
    """One or two rings came on the map and the fief left the game; ``points`` are those of the rings' sites."""

    seat: int
    fief: int
    hexes: tuple[int, ...]
    points: int


class LeagueFounded(_Event, frozen=True):
    """A seat came to hold three harbours of a sea [G-11.5]."""

    seat: int
    sea: str
    points: int


class Donated(_Event, frozen=True):
    """A fief went to the church; ``forced`` if nothing else was possible [G-10.7]."""

    seat: int
    fief: int
    points: int
    forced: bool


class CardsLocked(_Event, frozen=True):
    """The cards played lie open and cannot be planned next round [G-12.1]."""

    seat: int
    plan: SealPlan


class EndChecked(_Event, frozen=True):
    """How many sites of flourishing regions are uncovered [G-13.1]."""

    round: int
    uncovered: int


class LastRoundAnnounced(_Event, frozen=True):
    """That round will be the last [G-13.2, G-13.9]."""

    round: int


class GonzagaBonus(_Event, frozen=True):
    """The largest group of each seat, and who gets the bonus [G-14.1]."""

    sizes: tuple[int, ...]
    seats: tuple[int, ...]
    points: int


class ObjectiveRevealed(_Event, frozen=True):
    """A seat's objective, how many of its cities it holds, and the points [G-14.5]."""

    seat: int
    objective: int
    cities: int
    points: int


class GameEnded(_Event, frozen=True):
    """The game is over; the reason is that of the outcome."""

    reason: str


Event = (
    GameStarted
    | ObjectiveDealt
    | RoundOpened
    | FiefDrawn
    | PlanSealed
    | PlanWritten
    | PlansRevealed
    | RingPaid
    | OrderSet
    | FiefPlaced
    | WeddingHeld
    | LeagueFounded
    | Donated
    | CardsLocked
    | EndChecked
    | LastRoundAnnounced
    | GonzagaBonus
    | ObjectiveRevealed
    | GameEnded
)
