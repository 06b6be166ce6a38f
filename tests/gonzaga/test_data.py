"""Data of Gonzaga: checks of the loader, error messages for broken files, and numbers of the reconstructed board."""

import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.contract import DataError
from engines.gonzaga import loader, validate
from engines.gonzaga.actions import ActionCard
from engines.gonzaga.board import board_of
from engines.gonzaga.content import Content
from engines.gonzaga.placements import placements, poses
from engines.hexes import neighbours
from tests.gonzaga.positions import BOARD, CONTENT, SITES, at, replace

FILES = ("board.toml", "fiefs.toml", "cards.toml", "scenarios.toml", "objectives.toml")
PACKAGE = Path(loader.__file__).parent


def _fits(number: int) -> list[tuple[int, int, int]]:
    """Return (mask, cities, harbours) for every placement of a fief."""
    masks = [fit.mask for fit in placements(BOARD, number).values()]
    return [(mask, (mask & BOARD.cities).bit_count(), (mask & BOARD.harbours).bit_count()) for mask in masks]


def _variants(number: int) -> list[tuple[int, int]]:
    """Return (cities, harbours) for every placement of a fief. Placements that differ only in castles count separately."""
    found = []
    for cells, fit in placements(BOARD, number).items():
        sites = (fit.mask & BOARD.cities).bit_count(), (fit.mask & BOARD.harbours).bit_count()
        castles = {pose.castles for pose in poses(BOARD, number, cells) if all(BOARD.land >> cell & 1 for cell in pose.castles)}
        found += [sites] * len(castles)
    return found


def test_sites_and_hexes() -> None:
    """6.11, first check: there are 278 hexes and 48 sites on land. Each harbour is adjacent to its own sea."""
    assert BOARD.size == 278
    assert len({site.hex for site in CONTENT.sites}) == 48
    areas = {each.at: each.area for each in CONTENT.hexes}
    for site in CONTENT.sites:
        assert CONTENT.hexes[site.hex].land
        if site.kind == "harbour":
            assert site.mark in {areas.get(other) for other in neighbours(CONTENT.hexes[site.hex].at)}


def test_region_sizes() -> None:
    """6.3: each region has its number of land hexes, in the fixed order of regions."""
    sizes = {region: mask.bit_count() for region, mask in BOARD.regions.items()}
    assert list(sizes.items()) == [
        ("hispania", 28),
        ("francia", 23),
        ("britannia", 25),
        ("germania", 32),
        ("italia", 22),
        ("europa-orientalis", 33),
    ]


def test_placements_of_the_empty_map() -> None:
    """6.8 and 6.11, fourth check: there are 6563 placements, with the expected number for every mix of sites [D-3].

    No placement exceeds the limits on sites.
    """
    per_fief = {number: _variants(number) for number in BOARD.fiefs}
    assert {number: len(found) for number, found in per_fief.items()} == {
        10: 794,
        20: 818,
        30: 646,
        40: 300,
        50: 253,
        60: 505,
        70: 764,
        80: 590,
        90: 711,
        100: 498,
        110: 234,
        120: 450,
    }
    assert Counter(mix for found in per_fief.values() for mix in found) == {
        (0, 0): 2075,
        (0, 1): 1428,
        (0, 2): 148,
        (1, 0): 1887,
        (2, 0): 408,
        (3, 0): 19,
        (1, 1): 545,
        (2, 1): 30,
        (1, 2): 23,
    }


def test_every_fief_has_room_in_every_region() -> None:
    """6.11, fifth check: every region has room for every fief.

    Action A, and action B with and without a city, have a placement for every fief in every region. Action C lacks only fief 30
    in Europa Orientalis.
    """
    missing = []
    for number in BOARD.fiefs:
        for region, area in BOARD.regions.items():
            mixes = {(cities > 0, harbours > 0) for mask, cities, harbours in _fits(number) if mask & area}
            assert {(False, True), (True, False), (False, False)} <= mixes
            missing += [(number, region)] if (True, True) not in mixes else []
    assert missing == [(30, "europa-orientalis")]


def test_every_site_can_be_covered() -> None:
    """6.11, sixth check: every site can be covered.

    Each city can be covered by every fief with action B, and each harbour by at least seven fiefs with action A. Five sites
    cannot be covered together with a site of the other kind.
    """
    alone, harbours_reached = set(), {}
    for name, cell in SITES.items():
        reached = Counter(
            (number, cities > 0 and harbours > 0)
            for number in BOARD.fiefs
            for m, cities, harbours in _fits(number)
            if m >> cell & 1
        )
        if not any(both for _, both in reached):
            alone.add(name)
        by = sum(1 for _, both in reached if not both)
        if BOARD.cities >> cell & 1:
            assert by == 12
        else:
            harbours_reached[name] = by
    assert alone == {"Kraków", "Granada", "Brest", "København", "Bari"}
    assert min(harbours_reached.values()) == harbours_reached["Barcelona"] == 7
    assert harbours_reached["Riga"] == 8


def test_objectives_and_scenarios() -> None:
    """6.11, seventh check: each objective has one city of each region.

    No two scenarios for the same number of players have the same set of regions.
    """
    for each in CONTENT.objectives:
        assert {BOARD.region_of(cell) for cell in CONTENT.cities_of(each.id)} == set(BOARD.regions)
    sets = [(each.seats, frozenset(each.flourishing)) for each in CONTENT.scenarios]
    assert len(sets) == len(set(sets)) == 16
    assert Counter((each.seats, len(each.flourishing)) for each in CONTENT.scenarios) == {(2, 3): 5, (3, 4): 5, (4, 5): 6}


def test_card_numbers_are_fair() -> None:
    """6.9: in each colour every last digit occurs three times."""
    for colour in CONTENT.colours():
        assert Counter(card % 10 for card in CONTENT.deck(colour)) == {1: 3, 2: 3, 3: 3, 4: 3}


def test_every_entry_says_its_source() -> None:
    """Every entry names its source, so that reconstructed data is not mistaken for the publisher's."""
    entries = [*CONTENT.regions, *CONTENT.sites, *CONTENT.fiefs, *CONTENT.cards, *CONTENT.scenarios, *CONTENT.objectives]
    assert {entry.source for entry in entries} == {"rulebook", "reconstructed"}
    assert {site.source for site in CONTENT.sites} == {"reconstructed"}


def test_code_knows_no_place_by_name() -> None:
    """The engine's code names no region, sea, symbol, city, harbour or scenario.

    A guide may name them, since it is written for one deal.
    """
    names = [each.id for each in (*CONTENT.regions, *CONTENT.seas, *CONTENT.symbols, *CONTENT.scenarios)]
    names += [each.name for each in (*CONTENT.sites, *CONTENT.seas)]
    code = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if "guide" not in (path.stem, path.parent.name))
    assert [name for name in names if re.search(rf"\b{re.escape(name)}\b", code)] == []


@pytest.fixture
def version(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies the data, changes one file of the copy and returns its folder."""

    def changed(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "1"
        shutil.copytree(loader.DATA / "1", folder)
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
        return folder

    return changed


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("board.toml", "hexes = 278", "hexes = 279", "board.toml: map: 278 hexes instead of 279"),
        ("board.toml", "...bbBBgg", "...bbB?gg", r"board.toml: map row 0: unknown code '\?' in column 6"),
        ("board.toml", "at = [3, 15]", "at = [30, 15]", r"board.toml: site Toledo: \(30, 15\) is not on the map"),
        ("board.toml", "at = [3, 15]", "at = [0, 16]", "board.toml: site Toledo: is not on land"),
        ("board.toml", "at = [3, 15]", "at = [2, 14]", "board.toml: site on hex .*: stands there twice"),
        ("board.toml", "at = [3, 15]", 'at = "there"', r"board.toml: \$.site.*: Expected `array`"),
        ("board.toml", 'mark = "arma"', 'mark = "arms"', "board.toml: site Toledo: unknown mark 'arms' of a city"),
        ("board.toml", "at = [0, 15]", "at = [3, 14]", "board.toml: site Lisboa: does not touch oceanus-atlanticus"),
        (
            "board.toml",
            "[[4, 13], [5, 12]]",
            "[[4, 13], [6, 12]]",
            "board.toml: barrier Pyrenaei .*: the hexes are not adjacent",
        ),
        (
            "board.toml",
            "[[4, 13], [5, 12]]",
            "[[4, 13], [3, 13]]",
            "board.toml: barrier Pyrenaei .*: does not part two regions",
        ),
        ("board.toml", 'name = "Toledo"', 'nome = "Toledo"', r"board.toml: \$.site\[0\]: Object contains unknown field `nome`"),
        ("board.toml", 'kind = "city"', 'kind = "town"', r"board.toml: \$.site\[0\].kind: Invalid enum value"),
        ("board.toml", "[[region]]", "[[region", "board.toml: file: "),
        ("fiefs.toml", "[[0, 0], [0, 1], [1, 1]]", "[[0, 0], [0, 1], [0, 2]]", "fiefs.toml: fief 20: "),
        (
            "fiefs.toml",
            "[[0, 0], [0, 1], [0, 2]]",
            "[[0, 0], [0, 1], [0, 3]]",
            "fiefs.toml: fief 10: is not three or four connected",
        ),
        ("fiefs.toml", "castles = [[0, 0]]", "castles = []", "fiefs.toml: fief 10: needs one to three castles"),
        ("fiefs.toml", "number = 10", "number = 15", "fiefs.toml: fief 15: is not a multiple of ten"),
        ("cards.toml", "number = 11,", "number = 12,", "cards.toml: card 12: stands there twice"),
        ("cards.toml", "number = 11,", "number = 25,", "cards.toml: colour red: has not one card for each fief"),
        ("scenarios.toml", '"hispania", "francia", "italia"', '"hispania", "atlantis"', "scenarios.toml: caterina-de-medici: "),
        ("scenarios.toml", "seats = 2", "seats = 5", "scenarios.toml: caterina-de-medici: is for 5 seats"),
        ("objectives.toml", '"universitas", "ars"', '"universitas", "arma"', "objectives.toml: objective 1: 3 regions"),
        (
            "objectives.toml",
            '"universitas", "ars"',
            '"universitas", "universitas"',
            "objectives.toml: objective 1: does not name two",
        ),
        ("objectives.toml", "id = 1\n", "id = 2\n", "objectives.toml: objective 2: stands there twice"),
    ],
)
def test_broken_data(version: Callable[..., Path], file: str, old: str, new: str, message: str) -> None:
    """A DataError names the file, the entry and the fault."""
    with pytest.raises(DataError, match=message):
        loader.load(version(file, old, new))


def _regions(**changes: str) -> Content:
    """Return the board with changes to its second region."""
    first, second, *others = CONTENT.regions
    return replace(CONTENT, regions=(first, replace(second, **changes), *others))


def _fief(**changes: object) -> Content:
    first, *others = CONTENT.fiefs
    return replace(CONTENT, fiefs=(replace(first, **changes), *others))


def _sites(name: str, spot: tuple[int, int]) -> Content:
    """Return the board with one of its sites on another hex."""
    sites = (replace(site, hex=at(spot)) if site.name == name else site for site in CONTENT.sites)
    return replace(CONTENT, sites=tuple(sites))


def _scenarios(*without: str, seats: int = 0) -> Content:
    """Return the board without these scenarios, or without any scenario for a number of seats."""
    kept = (scenario for scenario in CONTENT.scenarios if scenario.id not in without and scenario.seats != seats)
    return replace(CONTENT, scenarios=tuple(kept))


ISLANDS = ((0, 0), (0, 1), (2, 5), (2, 6))
"""Each cell lies beside another, but they are two pieces."""


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (_regions(code=CONTENT.regions[0].code), "board.toml: code H: stands there twice"),
        (_regions(code=CONTENT.seas[0].code), "board.toml: code .: stands there twice"),
        (_regions(id=CONTENT.regions[0].id), "board.toml: id hispania: stands there twice"),
        (_regions(code=""), "board.toml: francia: '' is not a code of one character"),
        (_regions(code="FF"), "board.toml: francia: 'FF' is not a code of one character"),
        (_regions(code="."), "board.toml: francia: '.' is not a code of one character"),
        (_fief(number=0), "fiefs.toml: fief 0: is not a multiple of ten"),
        (_fief(number=-10), "fiefs.toml: fief -10: is not a multiple of ten"),
        (_fief(cells=ISLANDS), "fiefs.toml: fief 10: is not three or four connected cells"),
        (_fief(cells=ISLANDS[:2]), "fiefs.toml: fief 10: is not three or four connected cells"),
        (_sites("Toledo", (5, 13)), "board.toml: hispania: . cities instead of"),
        (_scenarios(seats=3), "scenarios.toml: file: has no scenario for 3 seats"),
        (_scenarios("caterina-de-medici"), "scenarios.toml: file: 15 scenarios instead of 16"),
        (replace(CONTENT, objectives=CONTENT.objectives[:3]), "objectives.toml: file: has fewer than 4 objectives"),
        (replace(CONTENT, objectives=CONTENT.objectives[:4]), "objectives.toml: file: 4 objectives instead of"),
    ],
)
def test_what_is_wrong_with_a_board_is_said(broken: Content, message: str) -> None:
    """An error names the fault of a board, even if the board was not loaded from a file."""
    with pytest.raises(DataError, match=message):
        validate.content(broken)


def test_every_fief_must_find_room_in_every_region() -> None:
    """6.11, fifth check: a board without harbours has no room for a fief under A and is refused."""
    board = board_of(replace(CONTENT, sites=tuple(site for site in CONTENT.sites if site.kind == "city")))
    with pytest.raises(DataError, match=r"board.toml: hispania: no room for fief 10 under harbours"):
        validate._every_region_is_playable(board)


@pytest.mark.parametrize("file", FILES)
def test_missing_file(version: Callable[..., Path], file: str) -> None:
    """The error names the missing file."""
    folder = version("board.toml", "hexes = 278", "hexes = 278")
    (folder / file).unlink()
    with pytest.raises(DataError, match=f"{file}: file: "):
        loader.load(folder)


def test_unknown_scenario_of_a_version() -> None:
    """The error for a scenario that the data lacks names the file."""
    with pytest.raises(DataError, match=r"scenarios.toml: atlantis: is not in version 1"):
        loader.world(loader.DATA, "1", "atlantis")
    assert [deed.value for deed in ActionCard] == ["harbours", "cities", "alliance"]
