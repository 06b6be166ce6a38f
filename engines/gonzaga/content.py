"""The facts of the game as Structs: map, fiefs, cards, scenarios and objectives; ``loader`` reads them from TOML.

Hexes are numbered row by row from the top left; sites, barriers and everything in the engine name a hex by that number.
"""

from typing import Literal

import msgspec

from engines.hexes import Axial

BOARD, FIEFS, CARDS, SCENARIOS, OBJECTIVES = "board.toml", "fiefs.toml", "cards.toml", "scenarios.toml", "objectives.toml"

Source = Literal["rulebook", "reconstructed"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Anything in a data file: it says where it comes from."""

    source: Source


class Region(Entry, frozen=True, kw_only=True):
    """A region; its place in the file is its place wherever regions need an order."""

    id: str
    name: str
    code: str


class Sea(Entry, frozen=True, kw_only=True):
    """A sea, whose harbours share its symbol."""

    id: str
    name: str
    code: str


class Symbol(Entry, frozen=True, kw_only=True):
    """A city symbol and the emblem it may be drawn with."""

    id: str
    name: str
    emblem: str


class Expected(Entry, frozen=True, kw_only=True):
    """What a board must add up to; made-up boards leave it out."""

    hexes: int
    cities_in_region: int
    harbours_in_region: int
    harbours_in_sea: int
    cities_of_symbol: int
    objectives: int
    scenarios: int


class Fief(Entry, frozen=True, kw_only=True):
    """A fief tile: its cells as axial offsets and those of them that carry a castle."""

    number: int
    cells: tuple[Axial, ...]
    castles: tuple[Axial, ...]


class Card(Entry, frozen=True, kw_only=True):
    """A fief card of one colour."""

    colour: str
    number: int


class Scenario(Entry, frozen=True, kw_only=True):
    """A scenario tile for one number of seats: which regions flourish."""

    id: str
    name: str
    seats: int
    flourishing: tuple[str, ...]


class Objective(Entry, frozen=True, kw_only=True):
    """A hidden objective: the cities of its symbols."""

    id: int
    symbols: tuple[str, ...]


class Hex(msgspec.Struct, frozen=True):
    """A hex of the map; ``area`` is the id of its region or sea."""

    at: Axial
    land: bool
    area: str


class Site(msgspec.Struct, frozen=True):
    """A city or harbour on the hex of that number; ``mark`` is the id of its symbol or sea."""

    name: str
    kind: Literal["city", "harbour"]
    mark: str
    hex: int
    source: Source


class Barrier(msgspec.Struct, frozen=True):
    """A named line of sides that no fief may cover, each a pair of hex numbers, the lower first."""

    name: str
    sides: tuple[tuple[int, int], ...]
    source: Source


class Content(msgspec.Struct, frozen=True):
    """Everything one version of the data says."""

    version: str
    regions: tuple[Region, ...]
    seas: tuple[Sea, ...]
    symbols: tuple[Symbol, ...]
    hexes: tuple[Hex, ...]
    sites: tuple[Site, ...]
    barriers: tuple[Barrier, ...]
    fiefs: tuple[Fief, ...]
    cards: tuple[Card, ...]
    scenarios: tuple[Scenario, ...]
    objectives: tuple[Objective, ...]
    expected: Expected | None = None

    def scenario(self, name: str) -> Scenario:
        """The scenario of that id. Raises KeyError."""
        return {scenario.id: scenario for scenario in self.scenarios}[name]

    def colours(self) -> tuple[str, ...]:
        """The colours in the order of the cards file."""
        return tuple(dict.fromkeys(card.colour for card in self.cards))

    def deck(self, colour: str) -> tuple[int, ...]:
        """The numbers of a colour's fief cards, ascending."""
        return tuple(sorted(card.number for card in self.cards if card.colour == colour))

    def cities_of(self, objective: int) -> tuple[int, ...]:
        """The hexes of an objective's cities, ascending. Raises KeyError for an unknown objective."""
        symbols = {entry.id: entry.symbols for entry in self.objectives}[objective]
        return tuple(sorted(site.hex for site in self.sites if site.kind == "city" and site.mark in symbols))
