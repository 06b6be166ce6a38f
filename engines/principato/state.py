"""State of a game in three parts: public, private to one seat, and known to nobody."""

from typing import Literal

import msgspec

from engines import contract
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.content import Cube, Kind, Tile, Unit

Reason = Literal["extra", "year_end"]


class AskTurn(msgspec.Struct, frozen=True, tag=True):
    """Turn of a seat with up to two actions; ``done`` counts them [P-4.2], ``step`` also counts free moves [P-2.12]."""

    seat: int
    done: int = 0
    step: int = 0


class Refill(msgspec.Struct, frozen=True, tag=True):
    """Refill of the display from the pile; a scoring card comes first, an empty pile ends the year [P-6.3 to P-6.5]."""


class BeginScoring(msgspec.Struct, frozen=True, tag=True):
    """Beginning of a military scoring; it fixes the order of supplying [P-8.3, P-8.5]."""

    reason: Reason


class AskFeeding(msgspec.Struct, frozen=True, tag=True):
    """Step 1 of a scoring, supplying units: the seats still to decide, in order.

    ``sealed`` are the seats with a sealed answer [P-8.1].
    """

    waiting: tuple[int, ...]
    sealed: tuple[int, ...] = ()


class CompareStrength(msgspec.Struct, frozen=True, tag=True):
    """Steps 2 to 4 of a scoring: strength, points, and cubes on units back to the general supply [P-8.6 to P-8.11]."""


class AskRelease(msgspec.Struct, frozen=True, tag=True):
    """Step 5 of a scoring, giving back units: the seats that own units, and the seats that have answered [P-8.12, P-8.13]."""

    seats: tuple[int, ...]
    sealed: tuple[int, ...] = ()


class BeginYear(msgspec.Struct, frozen=True, tag=True):
    """Beginning of a year: the next deck becomes the pile [P-10.1]."""


class FinishGame(msgspec.Struct, frozen=True, tag=True):
    """End of the game: the goals are revealed and counted [P-11.2]."""


type Task = AskTurn | Refill | BeginScoring | AskFeeding | CompareStrength | AskRelease | BeginYear | FinishGame


TILE_FIELD: dict[Tile, str] = {
    "field": "fields",
    "farm": "farms",
    "palazzo": "palazzi",
    "bank": "banks",
    "catapult": "catapults",
}
POOL_FIELD: dict[Tile, str] = {
    "field": "fields_farms",
    "farm": "fields_farms",
    "palazzo": "palazzi_banks",
    "bank": "palazzi_banks",
    "catapult": "catapults",
}
UNIT_FIELD: dict[Unit, str] = {"condottiere": "condottieri", "militia": "militia"}
CULTURE_FIELD: dict[Kind, str] = {"monument": "monuments", "book": "books", "painting": "paintings"}
"""The fields of a principality and of the supply that hold tiles, units and culture."""


class Units(msgspec.Struct, frozen=True):
    """A seat's units of one kind.

    ``proper`` and ``favour`` count the units with a proper cube (food or money) and with a favour cube.
    """

    count: int = 0
    proper: int = 0
    favour: int = 0

    @property
    def fed(self) -> int:
        """Units with a cube."""
        return self.proper + self.favour

    @property
    def empty(self) -> int:
        """Units without a cube."""
        return self.count - self.proper - self.favour


class Principality(msgspec.Struct, frozen=True):
    """Public items of a seat.

    They are tiles, stored cubes, units, culture tiles by points, cards in hand and military points. ``monuments``, ``books``
    and ``paintings`` hold the points printed on each tile, the highest first.
    """

    cards: tuple[str, str]
    fields: int
    farms: int
    palazzi: int
    banks: int
    food: int
    money: int
    favour: int
    catapults: int = 0
    condottieri: Units = Units()
    militia: Units = Units()
    monuments: tuple[int, ...] = ()
    books: tuple[int, ...] = ()
    paintings: tuple[int, ...] = ()
    points: int = 0

    def culture(self, kind: Kind) -> tuple[int, ...]:
        """Return the points on the seat's own tiles of one culture kind."""
        tiles: tuple[int, ...] = getattr(self, CULTURE_FIELD[kind])
        return tiles

    def tiles(self, tile: Tile) -> int:
        """Return the number of the seat's own tiles of one kind."""
        count: int = getattr(self, TILE_FIELD[tile])
        return count

    def units(self, unit: Unit) -> Units:
        """Return the seat's own units of one kind."""
        return self.militia if unit == "militia" else self.condottieri

    def stored(self, cube: Cube) -> int:
        """Return the number of cubes of one kind on farms, on banks or in the church."""
        count: int = getattr(self, cube)
        return count

    @property
    def military_tiles(self) -> int:
        """Number of catapults, condottieri and militia [P-8.3]."""
        return self.catapults + self.condottieri.count + self.militia.count


class Stock(msgspec.Struct, frozen=True):
    """Number of tiles in the general supply for one culture kind and value."""

    points: int
    tiles: int


class Supply(msgspec.Struct, frozen=True):
    """The general supply; the culture tiles of each kind are sorted by points, the highest first [P-15.1]."""

    fields_farms: int
    palazzi_banks: int
    catapults: int
    units: int
    food: int
    money: int
    favour: int
    monuments: tuple[Stock, ...]
    books: tuple[Stock, ...]
    paintings: tuple[Stock, ...]

    def culture(self, kind: Kind) -> tuple[Stock, ...]:
        """Return the tiles of one culture kind; a sold-out value is listed with 0 tiles."""
        stocks: tuple[Stock, ...] = getattr(self, CULTURE_FIELD[kind])
        return stocks

    def tiles(self, tile: Tile) -> int:
        """Return the number of tiles of one kind that are left.

        Fields share them with farms, palazzi with banks.
        """
        count: int = getattr(self, POOL_FIELD[tile])
        return count

    def cubes(self, cube: Cube) -> int:
        """Return the number of cubes of one kind that are left."""
        count: int = getattr(self, cube)
        return count


class Scoring(msgspec.Struct, frozen=True):
    """A military scoring, counted from 1; all values by seat.

    ``strengths`` and ``points`` are empty until they are counted. ``unfed`` are the condottieri and militia without a cube.
    """

    number: int
    year: int
    reason: Reason
    order: tuple[int, ...]
    strengths: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    unfed: tuple[tuple[int, int], ...] = ()


class Public(msgspec.Struct, frozen=True):
    """Information that everybody can see.

    ``agenda`` holds the coming tasks, the current one first; it is empty once the game is over. ``turn`` counts all turns from
    1. ``next_seat`` has the next turn. ``display`` lacks a card only between turns. ``pile`` counts the refill pile with its
    scoring card. ``scoring_due`` is True while this year's scoring card is still in the pile [P-14.3]. ``turned`` are this
    year's action cards already turned up, ``box`` the cards out of the game. ``goals`` are the goals of each seat, revealed at
    the end [P-14.1].
    """

    version: str
    feeding: Literal["in_order", "sealed"]
    start: int
    realms: tuple[Principality, ...]
    supply: Supply
    display: tuple[str, ...]
    pile: int
    agenda: tuple[Task, ...] = ()
    year: int = 1
    turn: int = 0
    next_seat: int = 0
    scoring_due: bool = False
    turned: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    scorings: tuple[Scoring, ...] = ()
    goals: tuple[tuple[str, str], ...] = ()

    @property
    def task(self) -> Task | None:
        """Current task; None once the game is over."""
        return self.agenda[0] if self.agenda else None

    @property
    def turns_left(self) -> int:
        """Turns left in this year, including the current one [P-14.4]."""
        return self.pile - self.scoring_due + 1


class Hand(msgspec.Struct, frozen=True):
    """Information that only one seat can see: its goals, one of each stack, and its sealed answers."""

    goals: tuple[str, str]
    feeding: FeedUnits | None = None
    release: ReleaseUnits | None = None

    def __repr__(self) -> str:
        return "<Hand>"


class Vault(msgspec.Struct, frozen=True):
    """Hidden information: the pile and the future decks, the top card first.

    A military scoring card is called ``SCORING`` in a pile [P-9.3].
    """

    pile: tuple[str, ...]
    decks: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        return f"<Vault of {len(self.pile)} cards and {len(self.decks)} decks>"


SCORING = "military_scoring"

State = contract.State[Public, Hand, Vault]
Seen = contract.Seen[Public, Hand]
