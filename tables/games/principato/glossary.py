"""Every symbol, card, goal and number of Principato: a name and one sentence. All in the active language."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.games.contract import Entry
from tables.games.kit.reading import asked, spoken_entries
from tables.games.principato.words import CARDS, GOALS, question_words

_LATE = "build_catapult_y3"
"""Has the name of the earlier card and another price: one entry tells both."""


def labelled() -> Mapping[str, str]:
    """Cards and goals bear their names."""
    return {".pcard": ".pcard-name", ".pr-chip": "", ".pgoal": "h3"}


def reasons() -> Mapping[str, str]:
    """Cards that cannot be touched now."""
    return {
        ".pr-slot .pr-touch": _("A card of the display is taken in exchange, as an action of your own turn."),
        ".pr-cards .pr-touch": _("Your cards are used as actions of your own turn."),
    }


def glossary() -> Sequence[Entry]:
    """The year and the display, the principality and what stands in it, cards and goals."""
    return spoken_entries([*_YEAR, *_STORES, *_BUILDINGS, *_ARMY, *_ART, *_cards(), *_goals(), *_asked()])


_YEAR = (
    Entry(
        "year",
        gettext_lazy("Year"),
        gettext_lazy("A game has three; one ends with the turn after which the display cannot be filled."),
        ".pr-years li",
        "P-7.1",
    ),
    Entry(
        "scoring",
        gettext_lazy("Military scoring"),
        gettext_lazy("Crossed swords: all compare the strength of their armies at the end of a year."),
        'use[href="#pr-swords"]',
        "P-7.4",
    ),
    Entry(
        "extra",
        gettext_lazy("Scoring card"),
        gettext_lazy("The horn: somewhere in this year’s cards a further military scoring lies hidden."),
        'use[href="#pr-horn"]',
        "P-7.1",
    ),
    Entry(
        "display",
        gettext_lazy("Display"),
        gettext_lazy("Cards that can be taken in exchange; after each turn the leftmost leaves the game."),
        ".pr-slot",
        "P-6.1",
    ),
    Entry(
        "pile",
        gettext_lazy("Cards to come"),
        gettext_lazy("One is turned up after each turn; when none is left, the year ends."),
        ".pr-pile",
        "P-6.1",
    ),
    Entry(
        "swap",
        gettext_lazy("Must be exchanged"),
        gettext_lazy("After use this card goes into the display and another one is taken."),
        ".pcard-swap, .pr-chip svg",
        "P-5.1",
    ),
    Entry(
        "strength",
        gettext_lazy("Strength"),
        gettext_lazy("Place and points it would bring now; at most: if all units that can be were supplied."),
        ".pr-army, .pr-military td, .parmies td, .pstrength",
        "P-8.6",
    ),
    Entry(
        "score",
        gettext_lazy("Points so far"),
        gettext_lazy("Military points and works of art; goals come at the end."),
        ".pr-score",
        "P-11.2",
    ),
    Entry(
        "deal",
        gettext_lazy("Price and gain"),
        gettext_lazy("What is paid stands before the arrow, what comes after it; favour may pay for either."),
        ".pcard-deal",
        "P-5.1",
    ),
    Entry(
        "work",
        gettext_lazy("Value"),
        gettext_lazy("Of works of art there are several values; take whichever is still there."),
        ".pvalues",
        "P-13.18",
    ),
    Entry(
        "supply",
        gettext_lazy("Supply"),
        gettext_lazy("What is left for all; once it is gone, nobody gets more."),
        ".pr-stock",
        "P-15.1",
    ),
    Entry(
        "count",
        pgettext_lazy("principality", "How many"),
        gettext_lazy("So many stand here; for cubes, of so many places."),
        ".pr-plate, .pr-count, .pr-sign, .pr-tally dd",
        "P-2.7",
    ),
)


_STORES = (
    Entry(
        "food",
        gettext_lazy("Food"),
        gettext_lazy("Green cube, two on a farm or one on a militia: it pays and feeds."),
        'use[href="#pr-food"]',
        "P-2.1",
    ),
    Entry(
        "money",
        gettext_lazy("Money"),
        gettext_lazy("Yellow cube, two in a bank or one on a condottiere: it pays and hires."),
        'use[href="#pr-money"]',
        "P-2.2",
    ),
    Entry(
        "favour",
        gettext_lazy("Favour"),
        gettext_lazy("Violet cube, three in the church: it stands in for food or money."),
        'use[href="#pr-favour"]',
        "P-2.15",
    ),
    Entry(
        "place",
        gettext_lazy("Free place"),
        gettext_lazy("An empty space; what finds no place when it is gained lapses."),
        'use[href="#pr-lot"], use[href="#pr-niche"], use[href="#pr-place"], use[href="#pr-stand"], .pr-parcel',
        "P-2.8",
    ),
)


_BUILDINGS = (
    Entry(
        "field",
        gettext_lazy("Field"),
        gettext_lazy("Harvest brings one food for each."),
        'use[href="#pr-field"], use[href="#pr-sheaf"], .field',
        "P-13.8",
    ),
    Entry("farm", gettext_lazy("Farm"), gettext_lazy("Stores two food; built with money."), 'use[href="#pr-farm"]', "P-2.1"),
    Entry(
        "palazzo",
        gettext_lazy("Palazzo"),
        gettext_lazy("Rents bring one money for each."),
        'use[href="#pr-palazzo"]',
        "P-13.11",
    ),
    Entry("bank", gettext_lazy("Bank"), gettext_lazy("Stores two money; built with food."), 'use[href="#pr-bank"]', "P-2.2"),
)


_ARMY = (
    Entry(
        "catapult",
        gettext_lazy("Catapult"),
        gettext_lazy("Strength 1 for good; it needs no supplies."),
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
        gettext_lazy("Made with the sculptor: 4, 3 or 2 points at the end."),
        'use[href="#pr-monument"]',
        "P-13.7",
    ),
    Entry(
        "book",
        gettext_lazy("Book"),
        gettext_lazy("Made with the scribe: 5, 4 or 3 points at the end."),
        'use[href="#pr-book"]',
        "P-13.13",
    ),
    Entry(
        "painting",
        gettext_lazy("Painting"),
        gettext_lazy("Made with the painter: 7, 6 or 5 points at the end."),
        'use[href="#pr-painting"]',
        "P-13.10",
    ),
)


def _cards() -> Iterator[Entry]:
    words: Mapping[str, tuple[str, str]] = {
        "hire_condottieri": (_("Take as many condottieri as you like, for nothing."), "P-13.1"),
        "build_bank": (_("One food builds a bank, three food build two."), "P-13.2"),
        "build_farm": (_("One money builds a farm, three money build two."), "P-13.3"),
        "build_catapult_y12": (_("Food and money build one or two catapults, in the third year for less."), "P-13.4"),
        "build_palazzo": (_("One food builds a palazzo, three food build two."), "P-13.6"),
        "carve_monument": (_("Three cubes, food and money among them, make a monument."), "P-13.7"),
        "harvest": (_("One food for each of your fields."), "P-13.8"),
        "buy_field": (_("One money buys a field, three money buy two."), "P-13.9"),
        "paint_painting": (_("Five money make a painting."), "P-13.10"),
        "collect_rent": (_("One money for each of your palazzi."), "P-13.11"),
        "muster_militia": (_("Take as many militia as you like, for nothing."), "P-13.12"),
        "write_book": (_("Four food make a book."), "P-13.13"),
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
        "fertile_land": (_("One point for each field and farm beyond six."), "P-12.2"),
        "town_charter": (_("One point for each palazzo and bank beyond six."), "P-12.3"),
        "armoury": (_("One point for each catapult."), "P-12.4"),
        "chapel": (_("2, 5 or 8 points for one, two or three pairs of monument and painting."), "P-12.5"),
        "palace": (_("5, 10 or 15 points for one, two or three sets of monument, book and painting."), "P-12.6"),
        "town_hall": (_("2, 5 or 8 points for one, two or three pairs of monument and book."), "P-12.7"),
        "villa": (_("2, 5 or 9 points for one, two or three pairs of book and painting."), "P-12.8"),
    }
    for goal, name in GOALS.items():
        sentence, rule = words[goal]
        yield Entry(f"goal-{goal.replace('_', '-')}", str(name), sentence, rule=rule)


def _asked() -> Iterator[Entry]:
    turn = _(
        "Two actions: use one of your cards, exchange one for a card of the display, or take a favour; all can be tried first."
    )
    feed = _("Decide which units get a cube before strengths are compared; an unfed one counts minus 1.")
    release = _("Units you give back need no supplies next time; catapults stay.")
    yield asked(question_words("turn"), "turn", turn, "P-4.2")
    yield asked(question_words("feed"), "feed", feed, "P-8.1")
    yield asked(question_words("release"), "release", release, "P-8.12")
