"""Data of Principato: numbers from the rulebook, totals of our reconstruction, and error messages for broken files."""

import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.contract import DataError
from engines.principato import loader
from engines.principato.content import (
    Build,
    Collect,
    CollectAny,
    CollectPerTile,
    Create,
    CultureOffer,
    PerPoints,
    Price,
    Recruit,
    Sets,
    TileOffer,
    TilesBeyond,
)

CONTENT = loader.content("1")
FILES = ("cards.toml", "culture.toml", "goals.toml", "limits.toml")
PACKAGE = Path(loader.__file__).parent


def _offers(*offers: tuple[int, int]) -> tuple[TileOffer, ...]:
    """Return the offers of a card: one tile for the first price, two tiles for the second."""
    return tuple(TileOffer(Price(*price), tiles) for tiles, price in enumerate(offers, 1))


def _makes(*prices: tuple[int, int]) -> tuple[CultureOffer, ...]:
    return tuple(CultureOffer(Price(*price)) for price in prices)


EFFECTS = {
    "hire_condottieri": ("P-13.1", Recruit("condottiere"), True),
    "build_bank": ("P-13.2", Build("bank", _offers((1, 0), (3, 0))), False),
    "build_farm": ("P-13.3", Build("farm", _offers((0, 1), (0, 3))), False),
    "build_catapult_y12": ("P-13.4", Build("catapult", _offers((1, 1), (3, 2))), False),
    "build_catapult_y3": ("P-13.5", Build("catapult", _offers((1, 0), (2, 1))), False),
    "build_palazzo": ("P-13.6", Build("palazzo", _offers((1, 0), (3, 0))), False),
    "carve_monument": ("P-13.7", Create("monument", _makes((1, 2), (2, 1))), False),
    "harvest": ("P-13.8", CollectPerTile("food", "field"), True),
    "buy_field": ("P-13.9", Build("field", _offers((0, 1), (0, 3))), False),
    "paint_painting": ("P-13.10", Create("painting", _makes((0, 5))), False),
    "collect_rent": ("P-13.11", CollectPerTile("money", "palazzo"), True),
    "muster_militia": ("P-13.12", Recruit("militia"), True),
    "write_book": ("P-13.13", Create("book", _makes((4, 0))), False),
    "tax_collector": ("P-13.14", CollectAny(2), True),
    "tribute_money": ("P-13.15", Collect("money", 3), True),
    "tithe_food": ("P-13.16", Collect("food", 3), True),
}


@pytest.mark.parametrize("name", EFFECTS, ids=[f"{rule}-{name}" for name, (rule, _, _) in EFFECTS.items()])
def test_effects_and_prices(name: str) -> None:
    """P-13.1 to P-13.16: each card has its effect and price.

    U-11: cards without a price have the exchange symbol, cards with a price do not.
    """
    _, effect, exchange = EFFECTS[name]
    card = CONTENT.card(name)
    assert (card.effect, card.exchange, card.source) == (effect, exchange, "rulebook")


def test_card_numbers() -> None:
    """P-3.2: there are 16 kinds of action cards, 90 cards in the decks and 4 in each start stack.

    Decks 2 and 3 have a scoring card each.
    """
    assert [card.id for card in CONTENT.cards] == list(EFFECTS)
    copies = sum(sum(map(sum, card.copies)) for card in CONTENT.cards)
    assert (copies, len(CONTENT.start_stack("S1")), len(CONTENT.start_stack("S2"))) == (90, 4, 4)
    assert CONTENT.scoring_cards.decks == (2, 3)
    assert set(CONTENT.start_stack("S1")) == {"tax_collector"}
    assert CONTENT.start_stack("S2") == ("build_bank", "build_farm", "build_palazzo", "buy_field")


COPIES = {
    "hire_condottieri": "110 101 100",
    "build_bank": "211 110 001",
    "build_farm": "211 101 010",
    "build_catapult_y12": "100 110 000",
    "build_catapult_y3": "000 000 111",
    "build_palazzo": "211 101 010",
    "carve_monument": "000 101 210",
    "harvest": "211 111 111",
    "buy_field": "211 110 001",
    "paint_painting": "000 101 210",
    "collect_rent": "211 111 111",
    "muster_militia": "101 110 100",
    "write_book": "000 110 201",
    "tax_collector": "100 000 101",
    "tribute_money": "110 100 100",
    "tithe_food": "101 100 100",
}


@pytest.mark.parametrize("name", COPIES)
def test_copies_and_marks(name: str) -> None:
    """U-12, ledger 6.4: each deck has copies without a mark, with mark 3 and with mark 4. All marks are reconstructed."""
    card = CONTENT.card(name)
    assert " ".join("".join(map(str, marks)) for marks in card.copies) == COPIES[name]
    assert card.copies_source == "reconstructed"


@pytest.mark.parametrize(
    ("seats", "display", "decks", "military"),
    [(2, 5, (18, 14, 14), (5, 0)), (3, 6, (26, 21, 21), (6, 3, 0)), (4, 7, (34, 28, 28), (7, 4, 2, 0))],
)
def test_by_number_of_seats(seats: int, display: int, decks: tuple[int, ...], military: tuple[int, ...]) -> None:
    """P-3.1, P-3.4, P-8.7: deck sizes, display and points by rank depend on the number of seats."""
    found = CONTENT.for_seats(seats)
    assert (found.display, found.decks, found.military) == (display, decks, military)
    assert tuple(len(CONTENT.deck(deck, seats)) for deck in (1, 2, 3)) == decks


def test_marks_only_take_cards_out() -> None:
    """P-3.1: cards without a mark are in every game, cards with mark 3 from three seats, cards with mark 4 with four."""
    for deck in (1, 2, 3):
        two, three, four = (Counter(CONTENT.deck(deck, seats)) for seats in (2, 3, 4))
        assert two == Counter({card.id: card.copies[deck - 1][0] for card in CONTENT.cards if card.copies[deck - 1][0]})
        assert two <= three <= four
        assert four == Counter({card.id: sum(card.copies[deck - 1]) for card in CONTENT.cards if sum(card.copies[deck - 1])})


def test_infrastructure_is_balanced() -> None:
    """Ledger 6.2: comparable kinds of cards have the same number of copies, for each number of seats.

    Deck 1 has no culture card.
    """
    for seats in (2, 3, 4):
        copies = sum((Counter(CONTENT.deck(deck, seats)) for deck in (1, 2, 3)), Counter())
        for alike in (
            ("build_bank", "build_farm", "build_palazzo", "buy_field"),
            ("carve_monument", "write_book", "paint_painting"),
            ("hire_condottieri", "muster_militia"),
            ("harvest", "collect_rent"),
        ):
            assert len({copies[name] for name in alike}) == 1
    assert not {"carve_monument", "write_book", "paint_painting"} & set(CONTENT.deck(1, 4))


def test_pool_storage_and_start() -> None:
    """P-15.1: size of the pool. P-2.1 to P-2.5: capacities. P-3.7: pieces of each player at the start."""
    pool, storage, start = CONTENT.pool, CONTENT.storage, CONTENT.start
    assert (pool.fields_farms, pool.palazzi_banks, pool.catapults, pool.units) == (42, 42, 19, 37)
    assert (pool.food, pool.money, pool.favour) == (39, 39, 12)
    assert (storage.farm, storage.bank, storage.church, storage.unit) == (2, 2, 3, 1)
    assert (start.fields, start.farms, start.palazzi, start.banks, start.food, start.money, start.favour) == (1,) * 7


def test_spaces_for_drawing() -> None:
    """P-1.3: the number of spaces on a board is our guess and is used only for drawing."""
    spaces = CONTENT.spaces
    assert (spaces.environs, spaces.city_centre, spaces.city_wall, spaces.palace, spaces.church) == (6, 6, 6, 6, 3)
    assert spaces.source == "reconstructed"


@pytest.mark.parametrize(("kind", "points"), [("monument", (4, 3, 2)), ("book", (5, 4, 3)), ("painting", (7, 6, 5))])
def test_culture_values(kind: str, points: tuple[int, ...]) -> None:
    """T-3, U-12: the rulebook gives 15 tiles of each kind. The five tiles of each value are our reconstruction."""
    culture = CONTENT.culture(kind)
    assert (culture.tiles, culture.source, culture.values_source) == (15, "rulebook", "reconstructed")
    assert [(worth.points, worth.tiles) for worth in culture.values] == [(each, 5) for each in points]


def test_goals() -> None:
    """P-3.5: there are two stacks of four, with the points of each goal [P-12.1 to P-12.8]."""
    assert CONTENT.stack(1) == ("bulwark", "fertile_land", "town_charter", "armoury")
    assert CONTENT.stack(2) == ("chapel", "palace", "town_hall", "villa")
    assert {goal.id: goal.worth for goal in CONTENT.goals} == {
        "bulwark": PerPoints(4),
        "fertile_land": TilesBeyond(("field", "farm"), 6),
        "town_charter": TilesBeyond(("palazzo", "bank"), 6),
        "armoury": TilesBeyond(("catapult",), 0),
        "chapel": Sets(("monument", "painting"), (0, 2, 5, 8)),
        "palace": Sets(("monument", "book", "painting"), (0, 5, 10, 15)),
        "town_hall": Sets(("monument", "book"), (0, 2, 5, 8)),
        "villa": Sets(("book", "painting"), (0, 2, 5, 9)),
    }
    assert {goal.source for goal in CONTENT.goals} == {"rulebook"}


def test_every_price_free_card_carries_the_symbol() -> None:
    """P-5.12, U-11: every card without a price has the symbol, so activating it for nothing is an exchange."""
    free = {card.id for card in CONTENT.cards if not isinstance(card.effect, Build | Create)}
    assert free == {card.id for card in CONTENT.cards if card.exchange}
    assert len(free) == 7


def test_code_knows_no_card_or_goal_by_name() -> None:
    """No string of the engine's code is the name of a card or goal."""
    names = [each.id for each in (*CONTENT.cards, *CONTENT.goals)]
    code = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert [name for name in names if re.search(rf"[\"']{name}[\"']", code)] == []


@pytest.fixture
def version(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies the data, changes one file and returns the folder of the copy."""

    def changed(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "1"
        shutil.copytree(loader.DATA / "1", folder)
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
        return folder

    return changed


HIRED = "copies = [[1, 1, 0], [1, 0, 1], [1, 0, 0]]"
BANKS = "{ price = { food = 1 }, tiles = 1 }, { price = { food = 3 }, tiles = 2 }"
STARTS = '"tax_collector", "tax_collector", "tax_collector", "tax_collector"'
BROKEN = [
    ("cards.toml", 'id = "build_bank"', 'id = "build_farm"', "card build_farm: stands there twice"),
    (
        "cards.toml",
        'id = "build_bank"',
        'id = "military_scoring"',
        "card military_scoring: is the name of the military scoring",
    ),
    ("cards.toml", HIRED, "copies = [[1, 1, -1], [1, 0, 1], [1, 0, 1]]", "card hire_condottieri: copies below 0"),
    ("cards.toml", HIRED, "copies = [[1, 1, 0], [1, 0, 1], [1, 0, 1]]", "file: 99 action cards instead of 98"),
    ("cards.toml", HIRED, "copies = [[1, 0, 1], [1, 0, 1], [1, 0, 0]]", "deck 1 at 3 seats: 25 cards instead of 26"),
    ("cards.toml", HIRED, "copies = [[0, 2, 0], [1, 0, 1], [1, 0, 0]]", "deck 1 at 2 seats: 17 cards instead of 18"),
    ("cards.toml", HIRED, "copies = [[1, 1, 0], [0, 0, 1], [2, 0, 0]]", "deck 2 at 2 seats: 13 cards instead of 14"),
    ("cards.toml", HIRED, "copies = [[1, 1, 0], [1, 0, 1], [0, 0, 1]]", "deck 3 at 2 seats: 13 cards instead of 14"),
    ("cards.toml", BANKS, "", "card build_bank: has no offer"),
    ("cards.toml", "offers = [{ price = { money = 5 } }]", "offers = []", "card paint_painting: has no offer"),
    ("cards.toml", BANKS, BANKS.replace("food = 3", "food = 1"), "card build_bank: asks one price twice"),
    ("cards.toml", BANKS, BANKS.replace("food = 1", "food = 0"), "card build_bank: price below 1"),
    ("cards.toml", BANKS, BANKS.replace("food = 1", "food = 2, money = -1"), "card build_bank: price below 0"),
    ("cards.toml", "{ price = { money = 5 } }", "{ price = {} }", "card paint_painting: price below 1"),
    ("cards.toml", BANKS, BANKS.replace("tiles = 1", "tiles = 0"), "card build_bank: tiles below 1"),
    ("cards.toml", BANKS, BANKS.replace("tiles = 2", "tiles = 1"), "card build_bank: offers do not rise"),
    ("cards.toml", "exchange = true", "exchange = false", "card hire_condottieri: has no price and no exchange symbol"),
    ("cards.toml", "total = 2", "total = 0", "card tax_collector: cubes below 1"),
    ("cards.toml", "count = 3", "count = 0", "card tribute_money: cubes below 1"),
    ("cards.toml", 'stack = "S2"', 'stack = "S1"', "start: is not S1 and S2"),
    ("cards.toml", '"buy_field"]', '"buy_fields"]', "start S2: unknown card 'buy_fields'"),
    ("cards.toml", STARTS, STARTS.replace('"tax', '"buy_field", "tax', 1), "start S1: 5 cards instead of 4"),
    ("cards.toml", f'[{STARTS}]\nsource = "reconstructed"', '[]\nsource = "reconstructed"', "start S1: 0 cards instead of 4"),
    ("cards.toml", STARTS, STARTS.replace("tax_collector", "buy_field", 1), "start S1: 2 different cards instead of 1"),
    ("cards.toml", '"buy_field"]', '"build_bank"]', "start S2: 3 different cards instead of 4"),
    ("cards.toml", 'id = "build_bank"', 'name = "build_bank"', r"\$.card\[1\]: Object contains unknown field `name`"),
    ("cards.toml", 'source = "rulebook"', 'source = "memory"', r"\$.card\[0\].source: Invalid enum value"),
    ("cards.toml", 'type = "Recruit"', 'type = "Hire"', r"\$.card\[0\].effect.type: Invalid value"),
    ("cards.toml", "[[card]]", "[[card", "file: "),
    ("culture.toml", 'kind = "book"', 'kind = "monument"', "file: is not monument, book, painting"),
    ("culture.toml", "points = 3, tiles = 5", "points = 4, tiles = 5", "monument: points do not fall"),
    ("culture.toml", "points = 2, tiles = 5", "points = 0, tiles = 5", "monument: number below 1"),
    ("culture.toml", "points = 4, tiles = 5", "points = 4, tiles = 6", "monument: 16 tiles instead of 15"),
    ("culture.toml", "points = 4, tiles = 5", "points = 4, tiles = 0", "monument: number below 1"),
    ("culture.toml", "{ points = 7, tiles = 5 }, ", "", "painting: 10 tiles instead of 15"),
    ("goals.toml", 'id = "villa"', 'id = "chapel"', "goal chapel: stands there twice"),
    ("goals.toml", "stack = 1", "stack = 2", "stack 1: 3 goals instead of 4"),
    ("goals.toml", "each = 4", "each = 0", "goal bulwark: points for one below 1"),
    ("goals.toml", "beyond = 6", "beyond = -1", "goal fertile_land: tiles not counted below 0"),
    ("goals.toml", '["field", "farm"]', '["farm", "farm"]', "goal fertile_land: farm: stands there twice"),
    ("goals.toml", '["field", "farm"]', "[]", "goal fertile_land: counts nothing"),
    ("goals.toml", '["monument", "painting"]', '["painting", "painting"]', "goal chapel: painting: stands there twice"),
    ("goals.toml", "[0, 2, 5, 9]", "[2, 5, 9]", "goal villa: points do not rise from 0"),
    ("goals.toml", "[0, 2, 5, 9]", "[0, 2, 2, 9]", "goal villa: points do not rise from 0"),
    (
        "goals.toml",
        "points = [0, 2, 5, 9]",
        "points = [0, 2, 5, 9], most = 4",
        r"\$.goal\[7\].worth: Object contains unknown field",
    ),
    ("limits.toml", "catapults = 19", "catapults = 0", "pool: number below 1"),
    ("limits.toml", "favour = 12", "favour = 11", "pool: 11 favour cubes instead of 12"),
    ("limits.toml", "farm = 2", "farm = 0", "storage: number below 1"),
    ("limits.toml", "unit = 1", "unit = 2", "storage: a unit holds one cube"),
    ("limits.toml", "fields = 1", "fields = -1", "start: number below 0"),
    ("limits.toml", "food = 1\n", "food = 3\n", "start: more food than fits"),
    ("limits.toml", "money = 1\n", "money = 3\n", "start: more money than fits"),
    ("limits.toml", "favour = 1\n", "favour = 4\n", "start: more favour than fits"),
    ("limits.toml", "fields_farms = 42", "fields_farms = 7", "pool: too few fields_farms for 4 seats"),
    ("limits.toml", "palazzi_banks = 42", "palazzi_banks = 7", "pool: too few palazzi_banks for 4 seats"),
    ("limits.toml", "food = 39", "food = 3", "pool: too few food for 4 seats"),
    ("limits.toml", "count = 4", "count = 5", "seats: is not 2, 3, 4"),
    ("limits.toml", "display = 5", "display = 0", "seats 2: display below 1"),
    ("limits.toml", "display = 5", "display = 18", "seats 2: display is not smaller than deck 1"),
    ("limits.toml", "decks = [18, 14, 14]", "decks = [18, 0, 14]", "seats 2: cards in a deck below 1"),
    ("limits.toml", "decks = [18, 14, 14]", "decks = [18, 14, 15]", "cards.toml: deck 3 at 2 seats: 14 cards instead of 15"),
    ("limits.toml", "military = [7, 4, 2, 0]", "military = [7, 4, 2]", "seats 4: 3 places instead of 4"),
    ("limits.toml", "military = [7, 4, 2, 0]", "military = [7, 4, 4, 0]", "seats 4: military points do not fall"),
    ("limits.toml", "military = [7, 4, 2, 0]", "military = [7, 4, 2, -1]", "seats 4: military points below 0"),
    ("limits.toml", "decks = [2, 3]", "decks = [2, 2]", "scoring card in deck 2: stands there twice"),
    ("limits.toml", "decks = [2, 3]", "decks = [1, 2]", "scoring_cards: is in a deck other than 2 and 3"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN)
def test_broken_data(version: Callable[..., Path], file: str, old: str, new: str, message: str) -> None:
    """A DataError names the file, the entry and the fault."""
    expected = message if message.partition(":")[0] in FILES else f"{file}: {message}"
    with pytest.raises(DataError, match=f"^{expected}"):
        loader.load(version(file, old, new))


@pytest.mark.parametrize("file", FILES)
def test_missing_file(version: Callable[..., Path], file: str) -> None:
    """A DataError names the missing file."""
    folder = version("cards.toml", "[[card]]", "[[card]]")
    (folder / file).unlink()
    with pytest.raises(DataError, match=f"^{file}: file: "):
        loader.load(folder)
