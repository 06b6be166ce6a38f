"""Validation of the data; every fault is a DataError naming file, entry and fault.

Structural checks apply to every board, checks of totals only to boards with expected totals.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from engines import hexes
from engines.gonzaga import placements
from engines.gonzaga.actions import INACTIVE, ActionCard
from engines.gonzaga.board import Board, board_of
from engines.gonzaga.content import BOARD, CARDS, FIEFS, OBJECTIVES, SCENARIOS, Content, Expected, Fief, Site
from engines.hexes import TURNS, Axial
from engines.kit.data import fault

SEATS = range(2, 5)
MOST_CASTLES = 3
MOST_SITES = 3


def content(data: Content) -> None:
    """Check all data. Raises :class:`DataError`."""
    for check in (_names, _sites, _barriers, _fiefs, _cards, _scenarios, _objectives):
        check(data)
    if data.expected is not None:
        _board_adds_up(data, data.expected)
        _edition_adds_up(data, data.expected)
        _caps_never_bind(board_of(data))
        _every_region_is_playable(board_of(data))


def _unique(file: str, what: str, values: Iterable[object]) -> None:
    for value, count in Counter(values).items():
        if count > 1:
            raise fault(file, f"{what} {value}", "stands there twice")


def _names(data: Content) -> None:
    regions = [(region.id, region.code) for region in data.regions]
    areas = [*regions, *((sea.id, sea.code) for sea in data.seas)]
    _unique(BOARD, "code", (code for _, code in areas))
    _unique(BOARD, "id", [INACTIVE, *(name for name, _ in areas), *(symbol.id for symbol in data.symbols)])
    for name, code in areas:
        if len(code) != 1 or code == ".":
            raise fault(BOARD, name, f"{code!r} is not a code of one character")


def _sites(data: Content) -> None:
    _unique(BOARD, "site on hex", (site.hex for site in data.sites))
    _unique(BOARD, "site", (site.name for site in data.sites))
    marks = {"city": {symbol.id for symbol in data.symbols}, "harbour": {sea.id for sea in data.seas}}
    for site in data.sites:
        if not data.hexes[site.hex].land:
            raise fault(BOARD, f"site {site.name}", "is not on land")
        if site.mark not in marks[site.kind]:
            raise fault(BOARD, f"site {site.name}", f"unknown mark {site.mark!r} of a {site.kind}")
        if site.kind == "harbour":
            _touches_its_sea(data, site)


def _touches_its_sea(data: Content, site: Site) -> None:
    areas = {cell.at: cell.area for cell in data.hexes}
    if site.mark not in {areas.get(other) for other in hexes.neighbours(data.hexes[site.hex].at)}:
        raise fault(BOARD, f"site {site.name}", f"does not touch {site.mark}")


def _barriers(data: Content) -> None:
    _unique(BOARD, "barrier side", (side for barrier in data.barriers for side in barrier.sides))
    for barrier in data.barriers:
        for one, other in (tuple(data.hexes[cell] for cell in side) for side in barrier.sides):
            entry = f"barrier {barrier.name} at {hexes.offset(one.at)}|{hexes.offset(other.at)}"
            if hexes.distance(one.at, other.at) != 1:
                raise fault(BOARD, entry, "the hexes are not adjacent")
            if not (one.land and other.land) or one.area == other.area:
                raise fault(BOARD, entry, "does not part two regions")


def shape(cells: Iterable[Axial]) -> tuple[Axial, ...]:
    """Return the cells shifted to a common origin, so that equal shapes in the same rotation are equal."""
    ordered = sorted(cells)
    q, r = ordered[0]
    return tuple((cq - q, cr - r) for cq, cr in ordered)


def _shapes(fief: Fief) -> frozenset[tuple[Axial, ...]]:
    return frozenset(shape(hexes.rotated(cell, turns) for cell in fief.cells) for turns in range(TURNS))


def _connected(cells: tuple[Axial, ...]) -> bool:
    reached: set[Axial] = set()
    frontier = {cells[0]}
    while frontier:
        reached |= frontier
        frontier = {
            cell for cell in cells if cell not in reached and any(hexes.distance(cell, other) == 1 for other in reached)
        }
    return reached == set(cells)


def _fiefs(data: Content) -> None:
    _unique(FIEFS, "fief", (fief.number for fief in data.fiefs))
    for fief in data.fiefs:
        _fief(fief)
    for one, other in combinations(data.fiefs, 2):
        if _shapes(one) == _shapes(other):
            raise fault(FIEFS, f"fief {other.number}", f"has the shape of fief {one.number}")


def _fief(fief: Fief) -> None:
    entry = f"fief {fief.number}"
    if fief.number <= 0 or fief.number % 10:
        raise fault(FIEFS, entry, "is not a multiple of ten")
    if len(set(fief.cells)) != len(fief.cells) or len(fief.cells) not in (3, 4) or not _connected(fief.cells):
        raise fault(FIEFS, entry, "is not three or four connected cells")
    if not 1 <= len(set(fief.castles)) <= MOST_CASTLES or not set(fief.castles) <= set(fief.cells):
        raise fault(FIEFS, entry, "needs one to three castles on its cells")


def _cards(data: Content) -> None:
    _unique(CARDS, "card", (card.number for card in data.cards))
    fiefs = sorted(fief.number for fief in data.fiefs)
    if len(data.colours()) < max(SEATS):
        raise fault(CARDS, "file", f"has fewer than {max(SEATS)} colours")
    for colour in data.colours():
        if [number // 10 * 10 for number in data.deck(colour)] != fiefs:
            raise fault(CARDS, f"colour {colour}", "has not one card for each fief")


def _scenarios(data: Content) -> None:
    _unique(SCENARIOS, "scenario", (scenario.id for scenario in data.scenarios))
    regions = {region.id for region in data.regions}
    for scenario in data.scenarios:
        flourishing = set(scenario.flourishing)
        if not flourishing < regions or len(flourishing) != len(scenario.flourishing):
            raise fault(SCENARIOS, scenario.id, "flourishing must name some but not all regions, each once")
        if scenario.seats not in SEATS:
            raise fault(SCENARIOS, scenario.id, f"is for {scenario.seats} seats")
    _unique(SCENARIOS, "regions of", ((scenario.seats, tuple(sorted(scenario.flourishing))) for scenario in data.scenarios))
    for seats in SEATS:
        if all(scenario.seats != seats for scenario in data.scenarios):
            raise fault(SCENARIOS, "file", f"has no scenario for {seats} seats")


def _objectives(data: Content) -> None:
    _unique(OBJECTIVES, "objective", (objective.id for objective in data.objectives))
    _unique(OBJECTIVES, "symbols", (tuple(sorted(objective.symbols)) for objective in data.objectives))
    symbols = {symbol.id for symbol in data.symbols}
    if len(data.objectives) < max(SEATS):
        raise fault(OBJECTIVES, "file", f"has fewer than {max(SEATS)} objectives")
    for objective in data.objectives:
        if len(set(objective.symbols)) != 2 or not set(objective.symbols) <= symbols:
            raise fault(OBJECTIVES, f"objective {objective.id}", "does not name two city symbols")


def _count(file: str, entry: str, count: int, expected: int, what: str) -> None:
    if count != expected:
        raise fault(file, entry, f"{count} {what} instead of {expected}")


def _board_adds_up(data: Content, expected: Expected) -> None:
    _count(BOARD, "map", len(data.hexes), expected.hexes, "hexes")
    homes = Counter((data.hexes[site.hex].area, site.kind) for site in data.sites)
    marks = Counter(site.mark for site in data.sites)
    for region in data.regions:
        _count(BOARD, region.id, homes[region.id, "city"], expected.cities_in_region, "cities")
        _count(BOARD, region.id, homes[region.id, "harbour"], expected.harbours_in_region, "harbours")
    for sea in data.seas:
        _count(BOARD, sea.id, marks[sea.id], expected.harbours_in_sea, "harbours")
    for symbol in data.symbols:
        _count(BOARD, symbol.id, marks[symbol.id], expected.cities_of_symbol, "cities")


def _edition_adds_up(data: Content, expected: Expected) -> None:
    _count(OBJECTIVES, "file", len(data.objectives), expected.objectives, "objectives")
    _count(SCENARIOS, "file", len(data.scenarios), expected.scenarios, "scenarios")
    for objective in data.objectives:
        homes = {data.hexes[cell].area for cell in data.cities_of(objective.id)}
        _count(OBJECTIVES, f"objective {objective.id}", len(homes), len(data.regions), "regions with a city of it")


def _caps_never_bind(board: Board) -> None:
    for fief in board.fiefs:
        for fit in placements.placements(board, fief).values():
            cities, harbours = placements.sites_under(board, fit)
            if harbours > placements.MOST_HARBOURS or cities + harbours > MOST_SITES:
                spots = [hexes.offset(board.content.hexes[cell].at) for cell in fit.action.cells]
                raise fault(BOARD, f"sites at {spots}", f"fief {fief} could cover {cities} cities and {harbours} harbours")


def _every_region_is_playable(board: Board) -> None:
    for fief in board.fiefs:
        fits = placements.placements(board, fief).values()
        for region, area in board.regions.items():
            for action_card in (ActionCard.HARBOURS, ActionCard.CITIES):
                if not any(
                    fit.mask & area and placements.meets_demand(action_card, *placements.sites_under(board, fit))
                    for fit in fits
                ):
                    raise fault(BOARD, region, f"no room for fief {fief} under {action_card.value}")
