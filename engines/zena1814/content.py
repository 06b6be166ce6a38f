"""The facts of the game as Structs: cards, events, goals and numbers; ``loader`` reads them from TOML.

``source`` is "rulebook" where nothing but an entry's name or number of copies is ours, else "reconstructed"; ``src`` is the
evidence.
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
"""The areas whose action cards can be dice cards [Z-16.3]; the events change what cards lying there pay [Z-5.3]."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Anything in a data file: it says where it comes from."""

    source: Source


class Printed(Entry, frozen=True, kw_only=True):
    """A card: an id of its own, and the evidence for what is printed on it."""

    id: str
    src: str


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coins, drawn cards and victory points."""

    coin: int = 0
    card: int = 0
    vp: int = 0


class Offerable(Printed, frozen=True, kw_only=True):
    """An action card.

    ``cost`` of each slot from the top; ``bonus`` of the promoter for slot 2 and slot 3 [Z-8.5]; ``reward`` of each marker, for
    dice cards on success [Z-12.2, Z-16.9].
    """

    area: Area
    kind: Kind
    copies: int
    cost: tuple[int, ...]
    bonus: tuple[Gain, ...]
    reward: Gain
    special: Special | None = None


class Event(Printed, frozen=True, kw_only=True):
    """An event: income, change of the coins paid by cards at the bank and at the port, a Fort card or not [Z-5]."""

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
    """A goal card; ``vp`` is for the whole goal or for each thing counted, and unused for squares [Z-19]."""

    copies: int
    rule: GoalRule
    area: Area | None = None
    vp: int = 0


class Limits(Entry, frozen=True, kw_only=True):
    """Numbers that hold for all: rounds, coins and cards at the start, markers, hand limit, cards for each area, slots."""

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
    """What each figure, and a marker under it, is worth in majorities [Z-14.1]."""

    lord: int
    lady: int
    heir_1: int
    heir_2: int
    under_marker: int


class Board(Entry, frozen=True, kw_only=True):
    """The areas of each mode, in the order of resolution [Z-11.2, Z-11.3]; the beginner's are also the ring of Z-3.2."""

    expert: tuple[Area, ...]
    beginner: tuple[Area, ...]


class PalaceOffer(Entry, frozen=True, kw_only=True):
    """What the holder of the Palace may buy [Z-14.10]."""

    price: int
    points: int


class Dice(Entry, frozen=True, kw_only=True):
    """The die, and the results at which a card fails and succeeds [Z-16.7 to Z-16.9]."""

    faces: int
    fail_at_most: int
    succeed_at_least: int


class Pairs(Entry, frozen=True, kw_only=True):
    """The numbers of seats at which an expert may have two markers on a card [Z-17.1]."""

    seats: tuple[int, ...]


class Income(Entry, frozen=True, kw_only=True):
    """What the majority in an area earns [Z-14.8 to Z-14.13]."""

    area: Area
    reward: Gain


class Total(Entry, frozen=True, kw_only=True):
    """How many cards of a kind there are [R-1]."""

    cards: Literal["action", "event", "fort", "goal"]
    count: int


class Content(msgspec.Struct, frozen=True, dict=True):
    """Everything one version of the data says."""

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
        """The action card of that id. Raises KeyError."""
        return self._actions[name]

    def event(self, name: str) -> Event:
        """The event of that id. Raises KeyError."""
        return self._events[name]

    def fort(self, name: str) -> Battle:
        """The Fort card of that id. Raises KeyError."""
        return self._forts[name]

    def goal(self, name: str) -> Goal:
        """The goal of that id. Raises KeyError."""
        return self._goals[name]

    def laid(self, name: str) -> Offerable | Battle:
        """The card of that id that can lie in a row. Raises KeyError."""
        return self._actions.get(name) or self._forts[name]

    def deck_of(self, name: str) -> Deck:
        """The deck a hand card belongs to."""
        return "action" if name in self._actions else "goal"

    def areas(self, mode: Mode) -> tuple[Area, ...]:
        """The areas in play, in the order of resolution."""
        return self.board.expert if mode == "expert" else self.board.beginner

    def strength(self, figure: Figure) -> int:
        """What a figure is worth in majorities [Z-14.1]."""
        value: int = getattr(self.figures, figure)
        return value

    def majority(self, area: Area) -> Gain:
        """What the majority in an area earns; nothing at the Palace, which sells points instead."""
        return self._incomes.get(area, Gain())

    def action_deck(self, mode: Mode) -> tuple[str, ...]:
        """The action cards of a mode, in the order of the file [Z-2.3, Z-2.4]."""
        areas = self.areas(mode)
        return tuple(card.id for card in self.actions if card.area in areas for _ in range(card.copies))

    def goal_deck(self) -> tuple[str, ...]:
        """The goal cards, in the order of the file."""
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
