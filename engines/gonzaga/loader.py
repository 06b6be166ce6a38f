"""Loader that reads one version of the data from a folder of TOML files; tests load made-up boards with it."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from engines import hexes
from engines.gonzaga import validate
from engines.gonzaga.board import World, board_of
from engines.gonzaga.content import (
    BOARD,
    CARDS,
    FIEFS,
    OBJECTIVES,
    SCENARIOS,
    Barrier,
    Card,
    Content,
    Entry,
    Expected,
    Fief,
    Hex,
    Objective,
    Region,
    Scenario,
    Sea,
    Site,
    Symbol,
)
from engines.kit.data import fault, read

DATA = Path(__file__).parent / "data"
Spot = tuple[int, int]


class _Chart(Entry, frozen=True, kw_only=True):
    rows: tuple[str, ...]


class _SiteEntry(Entry, frozen=True, kw_only=True):
    name: str
    kind: Literal["city", "harbour"]
    mark: str
    at: Spot


class _BarrierEntry(Entry, frozen=True, kw_only=True):
    name: str
    sides: tuple[tuple[Spot, Spot], ...]


class _BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    region: tuple[Region, ...]
    sea: tuple[Sea, ...]
    symbol: tuple[Symbol, ...]
    map: _Chart
    site: tuple[_SiteEntry, ...]
    barrier: tuple[_BarrierEntry, ...] = ()
    expected: Expected | None = None


class _FiefsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fief: tuple[Fief, ...]


class _CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[Card, ...]


class _ScenariosFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[Scenario, ...]


class _ObjectivesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objective: tuple[Objective, ...]


def _chart(board: _BoardFile) -> tuple[tuple[Hex, ...], dict[Spot, int]]:
    """Return the hexes row by row, and the number of each by (col, row)."""
    areas = {region.code: (True, region.id) for region in board.region} | {sea.code: (False, sea.id) for sea in board.sea}
    chart: list[Hex] = []
    numbers: dict[Spot, int] = {}
    for row, codes in enumerate(board.map.rows):
        for col, code in enumerate(codes):
            if code == ".":
                continue
            if code not in areas:
                raise fault(BOARD, f"map row {row}", f"unknown code {code!r} in column {col}")
            numbers[col, row] = len(chart)
            chart.append(Hex(hexes.axial(col, row), *areas[code]))
    return tuple(chart), numbers


def _number(numbers: dict[Spot, int], spot: Spot, entry: str) -> int:
    if spot not in numbers:
        raise fault(BOARD, entry, f"({spot[0]}, {spot[1]}) is not on the map")
    return numbers[spot]


def _site(numbers: dict[Spot, int], entry: _SiteEntry) -> Site:
    return Site(entry.name, entry.kind, entry.mark, _number(numbers, entry.at, f"site {entry.name}"), entry.source)


def _side(numbers: dict[Spot, int], side: tuple[Spot, Spot], entry: str) -> tuple[int, int]:
    lower, higher = sorted(_number(numbers, spot, entry) for spot in side)
    return lower, higher


def _barrier(numbers: dict[Spot, int], entry: _BarrierEntry) -> Barrier:
    sides = tuple(_side(numbers, side, f"barrier {entry.name}") for side in entry.sides)
    return Barrier(entry.name, sides, entry.source)


@cache
def load(folder: Path) -> Content:
    """Read, validate and return one version of the data. Raises :class:`DataError` naming file, entry and fault."""
    board = read(folder, BOARD, _BoardFile)
    chart, numbers = _chart(board)
    content = Content(
        version=folder.name,
        regions=board.region,
        seas=board.sea,
        symbols=board.symbol,
        hexes=chart,
        sites=tuple(_site(numbers, entry) for entry in board.site),
        barriers=tuple(_barrier(numbers, entry) for entry in board.barrier),
        fiefs=read(folder, FIEFS, _FiefsFile).fief,
        cards=read(folder, CARDS, _CardsFile).card,
        scenarios=read(folder, SCENARIOS, _ScenariosFile).scenario,
        objectives=read(folder, OBJECTIVES, _ObjectivesFile).objective,
        expected=board.expected,
    )
    validate.content(content)
    return content


@cache
def world(data: Path, version: str, scenario: str) -> World:
    """Return the tables of one version of the data under a scenario.

    Raises :class:`DataError` if the version has no such scenario.
    """
    content = load(data / version)
    try:
        return World(board_of(content), content.scenario(scenario))
    except KeyError as error:
        raise fault(SCENARIOS, scenario, f"is not in version {version}") from error
