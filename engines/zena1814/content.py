"""Facts of the game as Structs: cards, events, goals and numbers; ``loader`` reads them from TOML.

``source`` is "rulebook" if we added at most an entry's name or copies, else "reconstructed". ``src`` is the evidence.
"""

from functools import cached_property
from typing import Literal

import msgspec

ACTIONS, EVENTS, FORTS, GOALS, RULES = "actions.toml", "events.toml", "forts.toml", "goals.toml", "rules.toml"

Source = Literal["rulebook", "reconstructed"]
Mode = Literal["beginner", "expert"]
Area = Literal["old_town", "cathedral", "palace", "bank", "port", "fort"]
Kind = Literal["one_shot", "permanent", "dice"]
Deck = Literal["action", "goal"]
Figure = Literal["lord", "lady", "heir_1", "heir_2"]
Special = Literal["manezzi", "sollevacoin", "relacoin", "festa"]
GoalRule = Literal["square_of_copies", "majority", "permanents", "no_majority_anywhere", "any_majority", "won_battles"]

AREAS: tuple[Area, ...] = ("old_town", "cathedral", "palace", "bank", "port", "fort")
FIGURES: tuple[Figure, ...] = ("lord", "lady", "heir_1", "heir_2")
DECKS: tuple[Deck, ...] = ("action", "goal")
DICE_AREAS: tuple[Area, ...] = ("bank", "port")
"""Areas that can have dice cards [Z-16.3]; events change the coins paid by cards there [Z-5.3]."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a data file, with its source."""

    source: Source


class Printed(Entry, frozen=True, kw_only=True):
    """A card: its own id, and the evidence for its printed text."""

    id: str
    src: str


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coins, drawn cards and victory points."""

    coin: int = 0
    card: int = 0
    vp: int = 0


class Offerable(Printed, frozen=True, kw_only=True):
    """An action card.

    ``cost`` has the price of each slot from the top. ``bonus`` has the promoter's gains for slots 2 and 3 [Z-8.5]. ``reward``
    is the gain of each marker, for dice cards on success [Z-12.2, Z-16.9].
    """

    area: Area
    kind: Kind
    copies: int
    cost: tuple[int, ...]
    bonus: tuple[Gain, ...]
    reward: Gain
    special: Special | None = None


class Event(Printed, frozen=True, kw_only=True):
    """An event: income, changes to the coins paid by cards at the Bank and the Port, and whether a Fort card comes up [Z-5]."""

    income: int
    bank: int = 0
    port: int = 0
    fort: bool = False


class Battle(Printed, frozen=True, kw_only=True):
    """A Fort card; its failure destroys the oldest card in each area of ``destroys`` [Z-16.17]."""

    cost: tuple[int, ...]
    reward: Gain
    destroys: tuple[Area, ...]


class Goal(Printed, frozen=True, kw_only=True):
    """A goal card; ``vp`` are the points for the goal or for each counted item; unused for squares [Z-19]."""

    copies: int
    rule: GoalRule
    area: Area | None = None
    vp: int = 0


class Limits(Entry, frozen=True, kw_only=True):
    """General numbers: rounds, starting coins and cards, markers, hand limit, cards per area, slots, coins per point."""

    rounds: int
    start_coins: int
    markers: int
    hand_limit: int
    deal_beginner: int
    deal_expert: int
    area_cards: int
    slots: int
    coins_per_point: int


class Strengths(Entry, frozen=True, kw_only=True):
    """Strength of each figure, and of a marker under it, in majorities [Z-14.1]."""

    lord: int
    lady: int
    heir_1: int
    heir_2: int
    under_marker: int


class Board(Entry, frozen=True, kw_only=True):
    """The areas of each mode, in the order of resolution [Z-11.2, Z-11.3].

    The beginner's areas also form the ring of Z-3.2.
    """

    expert: tuple[Area, ...]
    beginner: tuple[Area, ...]


class PalaceOffer(Entry, frozen=True, kw_only=True):
    """Purchase offered to the holder of the Palace [Z-14.10]."""

    price: int
    points: int


class Dice(Entry, frozen=True, kw_only=True):
    """The die, and its limits for failure and success [Z-16.7 to Z-16.9]."""

    faces: int
    fail_at_most: int
    succeed_at_least: int


class Pairs(Entry, frozen=True, kw_only=True):
    """Numbers of seats that allow experts two markers on a card [Z-17.1]."""

    seats: tuple[int, ...]


class Income(Entry, frozen=True, kw_only=True):
    """Income from the majority in an area [Z-14.8 to Z-14.13]."""

    area: Area
    reward: Gain


class Total(Entry, frozen=True, kw_only=True):
    """Number of cards of a kind [R-1]."""

    cards: Literal["action", "event", "fort", "goal"]
    count: int


class Content(msgspec.Struct, frozen=True, dict=True):
    """All facts of one version of the data."""

    version: str
    actions: tuple[Offerable, ...]
    events: tuple[Event, ...]
    forts: tuple[Battle, ...]
    goals: tuple[Goal, ...]
    limits: Limits
    figures: Strengths
    board: Board
    palace: PalaceOffer
    dice: Dice
    pairs: Pairs
    income: tuple[Income, ...]
    totals: tuple[Total, ...]

    def action(self, name: str) -> Offerable:
        """Return the action card with that id. Raises KeyError."""
        return self._actions[name]

    def event(self, name: str) -> Event:
        """Return the event with that id. Raises KeyError."""
        return self._events[name]

    def fort(self, name: str) -> Battle:
        """Return the Fort card with that id. Raises KeyError."""
        return self._forts[name]

    def goal(self, name: str) -> Goal:
        """Return the goal with that id. Raises KeyError."""
        return self._goals[name]

    def laid(self, name: str) -> Offerable | Battle:
        """Return the action or Fort card with that id. Raises KeyError."""
        return self._actions.get(name) or self._forts[name]

    def deck_of(self, name: str) -> Deck:
        """Return the deck of a hand card."""
        return "action" if name in self._actions else "goal"

    def areas(self, mode: Mode) -> tuple[Area, ...]:
        """Return the areas in play, in the order of resolution."""
        return self.board.expert if mode == "expert" else self.board.beginner

    def strength(self, figure: Figure) -> int:
        """Return the strength of a figure in majorities [Z-14.1]."""
        value: int = getattr(self.figures, figure)
        return value

    @cached_property
    def strengths(self) -> tuple[int, ...]:
        """Strengths of the figures in majorities, in the order of ``FIGURES`` [Z-14.1]."""
        return tuple(map(self.strength, FIGURES))

    def majority(self, area: Area) -> Gain:
        """Return the income from the majority in an area; nothing at the Palace, which sells points instead."""
        return self._incomes.get(area, Gain())

    def action_deck(self, mode: Mode) -> tuple[str, ...]:
        """Return the action cards of a mode, in the order of the file [Z-2.3, Z-2.4]."""
        areas = self.areas(mode)
        return tuple(card.id for card in self.actions if card.area in areas for _ in range(card.copies))

    def goal_deck(self) -> tuple[str, ...]:
        """Return the goal cards, in the order of the file."""
        return tuple(goal.id for goal in self.goals for _ in range(goal.copies))

    @cached_property
    def _actions(self) -> dict[str, Offerable]:
        return {card.id: card for card in self.actions}

    @cached_property
    def _events(self) -> dict[str, Event]:
        return {event.id: event for event in self.events}

    @cached_property
    def _forts(self) -> dict[str, Battle]:
        return {fort.id: fort for fort in self.forts}

    @cached_property
    def _goals(self) -> dict[str, Goal]:
        return {goal.id: goal for goal in self.goals}

    @cached_property
    def _incomes(self) -> dict[Area, Gain]:
        return {income.area: income.reward for income in self.income}
