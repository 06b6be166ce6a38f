"""Facts of the game as Structs: cards, culture tiles, goals and numbers; ``loader`` reads them from TOML.

``source`` says whether the facts come from the rulebook, or from our reconstruction where the rulebook's pictures are lost. An
entry with both kinds of facts has a source for each part (``copies_source``). "observed" and "reported" mark facts about the
printed cards from players and reviewers.
"""

from functools import cached_property
from typing import Literal

import msgspec

CARDS, CULTURE, GOALS, LIMITS = "cards.toml", "culture.toml", "goals.toml", "limits.toml"

Source = Literal["rulebook", "reconstructed", "observed", "reported"]
Cube = Literal["food", "money", "favour"]
Unit = Literal["condottiere", "militia"]
Tile = Literal["field", "farm", "palazzo", "bank", "catapult"]
Kind = Literal["monument", "book", "painting"]

CUBES: tuple[Cube, ...] = ("food", "money", "favour")
UNITS: tuple[Unit, ...] = ("condottiere", "militia")
TILES: tuple[Tile, ...] = ("field", "farm", "palazzo", "bank", "catapult")
KINDS: tuple[Kind, ...] = ("monument", "book", "painting")
PROPER: dict[Unit, Cube] = {"condottiere": "money", "militia": "food"}
"""The cube each unit holds besides favour [P-2.4, P-2.5]."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a data file, with its source."""

    source: Source


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Price of an offer in food and money; favour can replace any cube [P-2.15]."""

    food: int = 0
    money: int = 0


class TileOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of tiles for a price [P-5.3]."""

    price: Price
    tiles: int


class CultureOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One culture tile for a price [P-13.7]."""

    price: Price


class Recruit(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Effect: any number of units, free [P-13.1, P-13.12]."""

    unit: Unit


class Build(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Effect: one of these offers of tiles [P-13.2 to P-13.6, P-13.9]."""

    tile: Tile
    offers: tuple[TileOffer, ...]


class Create(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Effect: one culture tile of any remaining value, for one of these prices [P-13.7, P-13.10, P-13.13]."""

    kind: Kind
    offers: tuple[CultureOffer, ...]


class CollectPerTile(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Effect: as many cubes as the seat has tiles of a kind [P-13.8, P-13.11]."""

    cube: Literal["food", "money"]
    tile: Tile


class CollectAny(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Effect: a number of cubes of food and money in any mix [P-13.14]."""

    total: int


class Collect(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Effect: a number of cubes of one kind [P-13.15, P-13.16]."""

    cube: Literal["food", "money"]
    count: int


type Effect = Recruit | Build | Create | CollectPerTile | CollectAny | Collect


class Card(Entry, frozen=True, kw_only=True):
    """An action card. ``exchange``: it has the exchange symbol [P-5.4].

    ``copies`` counts the copies in each deck: without mark, with mark 3 and with mark 4 [P-3.1].
    """

    id: str
    effect: Effect
    exchange: bool
    symbol_source: Source
    copies: tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]
    copies_source: Source


class StartStack(Entry, frozen=True, kw_only=True):
    """The start cards with the same back [P-3.3]."""

    stack: Literal["S1", "S2"]
    cards: tuple[str, ...]


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of tiles of a culture kind with the same points."""

    points: int
    tiles: int


class Culture(Entry, frozen=True, kw_only=True):
    """The tiles of one culture kind, the most valuable first [P-3.6]."""

    kind: Kind
    tiles: int
    values: tuple[Worth, ...]
    values_source: Source


class PerPoints(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Goal: one point for every ``each`` military points [P-12.1]."""

    each: int


class TilesBeyond(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Goal: one point for each of ``tiles`` above ``beyond`` [P-12.2, P-12.3, P-12.4]."""

    tiles: tuple[Tile, ...]
    beyond: int


class Sets(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Goal: points by the number of full sets of these culture kinds.

    More sets than listed add nothing [P-12.5 to P-12.9].
    """

    kinds: tuple[Kind, ...]
    points: tuple[int, ...]


type GoalWorth = PerPoints | TilesBeyond | Sets


class Goal(Entry, frozen=True, kw_only=True):
    """A goal card."""

    id: str
    stack: Literal[1, 2]
    worth: GoalWorth


class Pool(Entry, frozen=True, kw_only=True):
    """Total numbers of tiles and cubes; two-sided tiles share one pool [P-15.1]."""

    fields_farms: int
    palazzi_banks: int
    catapults: int
    units: int
    food: int
    money: int
    favour: int


class Storage(Entry, frozen=True, kw_only=True):
    """Capacity of a farm, a bank, the church and a unit, in cubes [P-2.1 to P-2.5]."""

    farm: int
    bank: int
    church: int
    unit: int


class Start(Entry, frozen=True, kw_only=True):
    """Starting tiles and cubes of every seat [P-3.7]."""

    fields: int
    farms: int
    palazzi: int
    banks: int
    food: int
    money: int
    favour: int


class Seats(Entry, frozen=True, kw_only=True):
    """Numbers by player count: display, military points by rank, action cards in each deck [P-3.4, P-8.7]."""

    count: int
    display: int
    military: tuple[int, ...]
    decks: tuple[int, int, int]
    decks_source: Source


class ScoringCards(Entry, frozen=True, kw_only=True):
    """The decks, counted from 1, with a military scoring card [P-3.2]."""

    decks: tuple[int, ...]


class Spaces(Entry, frozen=True, kw_only=True):
    """The spaces printed on a principality board: for drawing only [P-1.3]."""

    environs: int
    city_centre: int
    city_wall: int
    palace: int
    church: int


class Content(msgspec.Struct, frozen=True, dict=True):
    """All facts of one version of the data."""

    version: str
    cards: tuple[Card, ...]
    start_cards: tuple[StartStack, ...]
    cultures: tuple[Culture, ...]
    goals: tuple[Goal, ...]
    pool: Pool
    storage: Storage
    start: Start
    seats: tuple[Seats, ...]
    scoring_cards: ScoringCards
    spaces: Spaces

    def card(self, name: str) -> Card:
        """Return the action card with that id. Raises KeyError."""
        return self._cards[name]

    def culture(self, kind: Kind) -> Culture:
        """Return the tiles of one kind. Raises KeyError."""
        return self._cultures[kind]

    def goal(self, name: str) -> Goal:
        """Return the goal with that id. Raises KeyError."""
        return self._goals[name]

    def stack(self, number: int) -> tuple[str, ...]:
        """Return the ids of a stack of goals, in the order of the file."""
        return tuple(goal.id for goal in self.goals if goal.stack == number)

    def start_stack(self, name: Literal["S1", "S2"]) -> tuple[str, ...]:
        """Return the start cards with the same back."""
        return {stack.stack: stack.cards for stack in self.start_cards}[name]

    def for_seats(self, count: int) -> Seats:
        """Return the numbers for this player count. Raises KeyError."""
        return self._seats[count]

    def deck(self, number: int, seats: int) -> tuple[str, ...]:
        """Return the action cards of a deck for this number of seats, without the scoring card [P-3.1].

        Decks are counted from 1.
        """
        if (number, seats) not in self._decks:
            marks = seats - 1
            ids = (card.id for card in self.cards for _ in range(sum(card.copies[number - 1][:marks])))
            self._decks[number, seats] = tuple(ids)
        return self._decks[number, seats]

    def turns(self, seats: int) -> int:
        """Return the number of turns of a game: each card beyond the first display ends a turn [P-16]."""
        if seats not in self._turns:
            numbers = self.for_seats(seats)
            self._turns[seats] = (
                sum(len(self.deck(year, seats)) for year in range(1, len(numbers.decks) + 1)) - numbers.display + 1
            )
        return self._turns[seats]

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def _cultures(self) -> dict[Kind, Culture]:
        return {culture.kind: culture for culture in self.cultures}

    @cached_property
    def _goals(self) -> dict[str, Goal]:
        return {goal.id: goal for goal in self.goals}

    @cached_property
    def _decks(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """Cache of the decks, each filtered once."""
        return {}

    @cached_property
    def _turns(self) -> dict[int, int]:
        """Cache of the numbers of turns."""
        return {}

    @cached_property
    def _seats(self) -> dict[int, Seats]:
        return {seats.count: seats for seats in self.seats}
