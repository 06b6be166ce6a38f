"""Facts of the game as Structs: map, fiefs, cards, scenarios and objectives; ``loader`` reads them from TOML.

Hexes are numbered row by row from the top left. Sites, barriers and the whole engine refer to a hex by that number.
"""

from typing import Literal

import msgspec

from engines.hexes import Axial

BOARD, FIEFS, CARDS, SCENARIOS, OBJECTIVES = "board.toml", "fiefs.toml", "cards.toml", "scenarios.toml", "objectives.toml"

Source = Literal["rulebook", "reconstructed"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a data file, with its source."""

    source: Source


class Region(Entry, frozen=True, kw_only=True):
    """A region; its position in the file defines the order of regions."""

    id: str
    name: str
    code: str


class Sea(Entry, frozen=True, kw_only=True):
    """A sea; all its harbours share its symbol."""

    id: str
    name: str
    code: str


class Symbol(Entry, frozen=True, kw_only=True):
    """A city symbol and the emblem that can be drawn with it."""

    id: str
    name: str
    emblem: str


class Expected(Entry, frozen=True, kw_only=True):
    """Expected totals of a board; made-up boards leave them out."""

    hexes: int
    cities_in_region: int
    harbours_in_region: int
    harbours_in_sea: int
    cities_of_symbol: int
    objectives: int
    scenarios: int


class Fief(Entry, frozen=True, kw_only=True):
    """A fief tile: its cells as axial offsets, and the cells with a castle."""

    number: int
    cells: tuple[Axial, ...]
    castles: tuple[Axial, ...]


class Card(Entry, frozen=True, kw_only=True):
    """A fief card of one colour."""

    colour: str
    number: int


class Scenario(Entry, frozen=True, kw_only=True):
    """A scenario tile for one number of seats: its flourishing regions."""

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
    """A city or harbour on a hex, given by number; ``mark`` is the id of its symbol or sea."""

    name: str
    kind: Literal["city", "harbour"]
    mark: str
    hex: int
    source: Source


class Barrier(msgspec.Struct, frozen=True):
    """A named line of hex sides that no fief can cover; each side is a pair of hex numbers, the lower first."""

    name: str
    sides: tuple[tuple[int, int], ...]
    source: Source


class Content(msgspec.Struct, frozen=True):
    """All facts of one version of the data."""

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
        """Return the scenario with that id. Raises KeyError."""
        return {scenario.id: scenario for scenario in self.scenarios}[name]

    def colours(self) -> tuple[str, ...]:
        """Return the colours in the order of the cards file."""
        return tuple(dict.fromkeys(card.colour for card in self.cards))

    def deck(self, colour: str) -> tuple[int, ...]:
        """Return the numbers of a colour's fief cards, ascending."""
        return tuple(sorted(card.number for card in self.cards if card.colour == colour))

    def cities_of(self, objective: int) -> tuple[int, ...]:
        """Return the hexes of an objective's cities, ascending. Raises KeyError for an unknown objective."""
        symbols = {entry.id: entry.symbols for entry in self.objectives}[objective]
        return tuple(sorted(site.hex for site in self.sites if site.kind == "city" and site.mark in symbols))
