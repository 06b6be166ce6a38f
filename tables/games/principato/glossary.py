"""Glossary of the symbols, cards, goals and numbers of Principato.

Each entry has a name and a short explanation, in the active language.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.games.contract import Entry
from tables.games.kit.reading import question_entry, translated_entries
from tables.games.principato.words import CARDS, GOALS, question_words

_LATE = "build_catapult_y3"
"""Card with the same name as an earlier one and another price. One entry covers both."""


def labelled() -> Mapping[str, str]:
    """Return the selectors of cards and goals, which show their names."""
    return {".pcard": ".pcard-name", ".pr-chip": "", ".pgoal": "h3"}


def reasons() -> Mapping[str, str]:
    """Return the reason for each kind of card that cannot be touched now, by selector."""
    return {
        ".pr-slot .pr-touch": _("You take a card from the display in exchange, as an action on your own turn."),
        ".pr-cards .pr-touch": _("You activate your cards as actions on your own turn."),
    }


def glossary() -> Sequence[Entry]:
    """Return the entries for the year and the display, the principality and its contents, cards, goals and decisions."""
    return translated_entries([*_YEAR, *_STORES, *_BUILDINGS, *_ARMY, *_ART, *_cards(), *_goals(), *_questions()])


_YEAR = (
    Entry(
        "year",
        gettext_lazy("Year"),
        gettext_lazy("A game has three. A year ends with the turn after which the display cannot be refilled."),
        ".pr-years li",
        "P-7.1",
    ),
    Entry(
        "scoring",
        gettext_lazy("Military scoring"),
        gettext_lazy("Crossed swords: at the end of a year, everybody compares military strength."),
        'use[href="#pr-swords"]',
        "P-7.4",
    ),
    Entry(
        "extra",
        gettext_lazy("Scoring card"),
        gettext_lazy("The horn: another military scoring is hidden somewhere in this year’s cards."),
        'use[href="#pr-horn"]',
        "P-7.1",
    ),
    Entry(
        "display",
        gettext_lazy("Display"),
        gettext_lazy("Cards you can take in exchange. After each turn, the leftmost card leaves the game."),
        ".pr-slot",
        "P-6.1",
    ),
    Entry(
        "pile",
        gettext_lazy("Cards to come"),
        gettext_lazy("One card is turned up after each turn. When no cards are left, the year ends."),
        ".pr-pile",
        "P-6.1",
    ),
    Entry(
        "swap",
        gettext_lazy("Must be exchanged"),
        gettext_lazy("After activation, this card goes into the display and you take another card."),
        ".pcard-swap, .pr-chip svg",
        "P-5.1",
    ),
    Entry(
        "strength",
        gettext_lazy("Strength"),
        gettext_lazy(
            "Rank and points this strength would score now. “At most” means that every unit that can be supplied is supplied."
        ),
        ".pr-army, .pr-military td, .parmies td, .pstrength",
        "P-8.6",
    ),
    Entry(
        "score",
        gettext_lazy("Points so far"),
        gettext_lazy("Military points and works of art. Goals are added at the end."),
        ".pr-score",
        "P-11.2",
    ),
    Entry(
        "deal",
        gettext_lazy("Price and gain"),
        gettext_lazy("Price before the arrow, gain after it. Favour can replace food or money."),
        ".pcard-deal",
        "P-5.1",
    ),
    Entry(
        "work",
        gettext_lazy("Value"),
        gettext_lazy("Works of art have different values. Choose from those that are left."),
        ".pvalues",
        "P-13.18",
    ),
    Entry(
        "supply",
        gettext_lazy("Supply"),
        gettext_lazy("What is left for everybody. Once it is gone, nobody gets more."),
        ".pr-stock",
        "P-15.1",
    ),
    Entry(
        "count",
        pgettext_lazy("principality", "Number"),
        gettext_lazy("How many there are; for cubes, also how many fit."),
        ".pr-plate, .pr-count, .pr-sign, .pr-tally dd",
        "P-2.7",
    ),
)


_STORES = (
    Entry(
        "food",
        gettext_lazy("Food"),
        gettext_lazy("Green cube, two on a farm or one on a militia. It pays prices and supplies units."),
        'use[href="#pr-food"]',
        "P-2.1",
    ),
    Entry(
        "money",
        gettext_lazy("Money"),
        gettext_lazy("Yellow cube, two in a bank or one on a condottiere. It pays prices and supplies units."),
        'use[href="#pr-money"]',
        "P-2.2",
    ),
    Entry(
        "favour",
        gettext_lazy("Favour"),
        gettext_lazy("Purple cube, three in the church. It stands in for food or money."),
        'use[href="#pr-favour"]',
        "P-2.15",
    ),
    Entry(
        "place",
        gettext_lazy("Free slot"),
        gettext_lazy("An empty slot. Gained cubes that find no slot are lost."),
        'use[href="#pr-lot"], use[href="#pr-niche"], use[href="#pr-place"], use[href="#pr-stand"], .pr-parcel',
        "P-2.8",
    ),
)


_BUILDINGS = (
    Entry(
        "field",
        gettext_lazy("Field"),
        gettext_lazy("Each yields one food at the Harvest."),
        'use[href="#pr-field"], use[href="#pr-sheaf"], .field',
        "P-13.8",
    ),
    Entry("farm", gettext_lazy("Farm"), gettext_lazy("Stores two food; built with money."), 'use[href="#pr-farm"]', "P-2.1"),
    Entry(
        "palazzo",
        gettext_lazy("Palazzo"),
        gettext_lazy("Each yields one money with Rents."),
        'use[href="#pr-palazzo"]',
        "P-13.11",
    ),
    Entry("bank", gettext_lazy("Bank"), gettext_lazy("Stores two money; built with food."), 'use[href="#pr-bank"]', "P-2.2"),
)


_ARMY = (
    Entry(
        "catapult",
        gettext_lazy("Catapult"),
        gettext_lazy("Always strength 1; it needs no cube."),
        'use[href="#pr-catapult"]',
        "P-8.6",
    ),
    Entry(
        "condottiere",
        gettext_lazy("Condottiere"),
        gettext_lazy("Strength 1 with money or favour on it, minus 1 without."),
        'use[href="#pr-condottiere"]',
        "P-2.5",
    ),
    Entry(
        "militia",
        gettext_lazy("Militia"),
        gettext_lazy("Strength 1 with food or favour on it, minus 1 without."),
        'use[href="#pr-militia"]',
        "P-2.4",
    ),
)


_ART = (
    Entry(
        "monument",
        gettext_lazy("Monument"),
        gettext_lazy("Made by the Sculptor. Scores 4, 3 or 2 points at the end."),
        'use[href="#pr-monument"]',
        "P-13.7",
    ),
    Entry(
        "book",
        gettext_lazy("Book"),
        gettext_lazy("Made by the Scribe. Scores 5, 4 or 3 points at the end."),
        'use[href="#pr-book"]',
        "P-13.13",
    ),
    Entry(
        "painting",
        gettext_lazy("Painting"),
        gettext_lazy("Made by the Painter. Scores 7, 6 or 5 points at the end."),
        'use[href="#pr-painting"]',
        "P-13.10",
    ),
)


def _cards() -> Iterator[Entry]:
    words: Mapping[str, tuple[str, str]] = {
        "hire_condottieri": (_("Take any number of condottieri, free."), "P-13.1"),
        "build_bank": (_("One bank for one food, or two for three."), "P-13.2"),
        "build_farm": (_("One farm for one money, or two for three."), "P-13.3"),
        "build_catapult_y12": (_("One or two catapults for food and money, cheaper in the third year."), "P-13.4"),
        "build_palazzo": (_("One palazzo for one food, or two for three."), "P-13.6"),
        "carve_monument": (_("One monument for three cubes, including food and money."), "P-13.7"),
        "harvest": (_("One food for each of your fields."), "P-13.8"),
        "buy_field": (_("One field for one money, or two for three."), "P-13.9"),
        "paint_painting": (_("One painting for five money."), "P-13.10"),
        "collect_rent": (_("One money for each of your palazzi."), "P-13.11"),
        "muster_militia": (_("Take any number of militia, free."), "P-13.12"),
        "write_book": (_("One book for four food."), "P-13.13"),
        "tax_collector": (_("Two cubes, food and money in any mix."), "P-13.14"),
        "tribute_money": (_("Three money."), "P-13.15"),
        "tithe_food": (_("Three food."), "P-13.16"),
    }
    for card, name in CARDS.items():
        if card != _LATE:
            sentence, rule = words[card]
            yield Entry(f"card-{card.replace('_', '-')}", str(name), sentence, rule=rule)


def _goals() -> Iterator[Entry]:
    words: Mapping[str, tuple[str, str]] = {
        "bulwark": (_("One point for every four military points."), "P-12.1"),
        "fertile_land": (_("One point for each tile beyond six, fields and farms together."), "P-12.2"),
        "town_charter": (_("One point for each tile beyond six, palazzi and banks together."), "P-12.3"),
        "armoury": (_("One point for each catapult."), "P-12.4"),
        "chapel": (_("2, 5 or 8 points for one, two or three pairs of monument and painting."), "P-12.5"),
        "palace": (_("5, 10 or 15 points for one, two or three sets of monument, book and painting."), "P-12.6"),
        "town_hall": (_("2, 5 or 8 points for one, two or three pairs of monument and book."), "P-12.7"),
        "villa": (_("2, 5 or 9 points for one, two or three pairs of book and painting."), "P-12.8"),
    }
    for goal, name in GOALS.items():
        sentence, rule = words[goal]
        yield Entry(f"goal-{goal.replace('_', '-')}", str(name), sentence, rule=rule)


def _questions() -> Iterator[Entry]:
    turn = _(
        "Two actions: activate one of your cards, exchange one for a card from the display, or take a "
        "favour. You can try everything first."
    )
    feed = _("Decide which units get a cube before strengths are compared. An unsupplied unit counts minus 1.")
    release = _("Units you give back need no supply next time; catapults stay.")
    yield question_entry(question_words("turn"), "turn", turn, "P-4.2")
    yield question_entry(question_words("feed"), "feed", feed, "P-8.1")
    yield question_entry(question_words("release"), "release", release, "P-8.12")
