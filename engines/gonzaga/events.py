"""Events of a game in the past tense, one Struct each. Hexes are given by number."""

import msgspec

from engines.gonzaga.actions import SealPlan


class _Event(msgspec.Struct, frozen=True, tag=True):
    pass


class GameStarted(_Event, frozen=True):
    """The scenario and the colour of each seat."""

    scenario: str
    colours: tuple[str, ...]


class ObjectiveDealt(_Event, frozen=True):
    """A seat's objective, sent to its owner alone [G-15.2]."""

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
    """Contents of a plan, sent to its owner alone [G-15.3]."""

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
    """The turn order of this round [G-6.9]."""

    order: tuple[int, ...]


class FiefPlaced(_Event, frozen=True):
    """A fief was placed on the map; ``points`` are the points of its sites."""

    seat: int
    fief: int
    cells: tuple[int, ...]
    castles: tuple[int, ...]
    points: int


class WeddingHeld(_Event, frozen=True):
    """One or two rings were placed on the map and the fief left the game; ``points`` are for the rings' sites."""

    seat: int
    fief: int
    hexes: tuple[int, ...]
    points: int


class LeagueFounded(_Event, frozen=True):
    """A seat reached three harbours of a sea [G-11.5]."""

    seat: int
    sea: str
    points: int


class Donated(_Event, frozen=True):
    """A fief was donated to the Church; ``forced`` if nothing else was possible [G-10.7]."""

    seat: int
    fief: int
    points: int
    forced: bool


class CardsLocked(_Event, frozen=True):
    """The cards played are face up and cannot be planned next round [G-12.1]."""

    seat: int
    plan: SealPlan


class EndChecked(_Event, frozen=True):
    """The number of uncovered sites in flourishing regions [G-13.1]."""

    round: int
    uncovered: int


class LastRoundAnnounced(_Event, frozen=True):
    """The last round was announced [G-13.2, G-13.9]."""

    round: int


class GonzagaBonus(_Event, frozen=True):
    """The largest group of each seat, and the seats that score the bonus [G-14.1]."""

    sizes: tuple[int, ...]
    seats: tuple[int, ...]
    points: int


class ObjectiveRevealed(_Event, frozen=True):
    """A seat's objective, the number of its cities the seat holds, and the points [G-14.5]."""

    seat: int
    objective: int
    cities: int
    points: int


class GameEnded(_Event, frozen=True):
    """The game is over; ``reason`` is as in the outcome."""

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
