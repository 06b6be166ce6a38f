"""Every symbol, card, region and number of Gonzaga: a name and one sentence. All in the active language."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.gonzaga import ENGINE
from engines.gonzaga.actions import DEEDS, INACTIVE
from engines.gonzaga.content import Content
from tables.games.contract import Entry
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import DEMANDS, deed_name, question_words, region_name
from tables.games.kit.reading import asked, spoken_entries


def labelled() -> Mapping[str, str]:
    """A hex says what lies there."""
    return {".hx": ""}


def reasons() -> Mapping[str, str]:
    """Buttons beside the map."""
    return {
        '[data-mode="fiefs"]': _(
            "The fief fits nowhere as you planned; donate it, or hold a wedding if you planned C Alliance."
        ),
        "[data-turn-piece]": _("No other position covers what you touched on the map."),
        "[data-add-pick]": _("Choose a position on the map first."),
    }


def glossary() -> Sequence[Entry]:
    """The map first, then what lies before the players, then what is chosen."""
    content = content_of(ENGINE.versions[-1])
    return spoken_entries(
        [
            *_MAP,
            *_PIECES,
            *_lands(content),
            *_seas(content),
            *_symbols(content),
            *_PLAYERS,
            *_cards(),
            *_TURN,
            *_asked(),
        ]
    )


_MAP = (
    Entry(
        "land",
        gettext_lazy("land"),
        gettext_lazy("A castle or a first ring can lie here; every hex of land belongs to one region."),
        rule="G-2.1",
    ),
    Entry("sea", gettext_lazy("sea"), gettext_lazy("A fief may reach over the sea, but its castles may not."), rule="G-2.2"),
    Entry(
        "city",
        gettext_lazy("city"),
        gettext_lazy("A site on land with one of eight symbols; objectives ask for cities."),
        ".city",
        "G-2.3",
    ),
    Entry(
        "harbour",
        gettext_lazy("harbour"),
        gettext_lazy("A site on land with the symbol of its sea; three of one sea make a league."),
        ".port",
        "G-2.5",
    ),
    Entry(
        "flourishing",
        gettext_lazy("flourishing"),
        gettext_lazy("A gold seal: each site a piece covers here brings 3 points."),
        'use[href="#gz-seal-gold"]',
        "G-1.3",
    ),
    Entry(
        "inactive",
        gettext_lazy("inactive"),
        gettext_lazy(
            "Hatched, with a crossed seal: each site covered here brings 1 point; one card plans for all such regions."
        ),
        'use[href="#gz-seal-idle"], .idle',
        "G-1.4",
    ),
    Entry(
        "barrier",
        gettext_lazy("Barrier"),
        gettext_lazy("No fief lies across this line; along its edge one may, and pieces are linked over it."),
        'use[href="#gz-peak"], .ridge',
        "G-8.8",
    ),
    Entry("route", gettext_lazy("Sea route"), gettext_lazy("Decoration: it means nothing in play."), ".route", "G-2.11"),
    Entry(
        "grid",
        gettext_lazy("Grid"),
        gettext_lazy("Letters and numbers along the frame name the hexes that have no name."),
        ".tick",
        "G-2.1",
    ),
)


_PIECES = (
    Entry(
        "fief",
        gettext_lazy("fief"),
        gettext_lazy("A piece of three or four hexes in its owner’s colour, with its number; it never moves again."),
        ".fief, .fief-shape, .fief-number",
        "G-8.12",
    ),
    Entry(
        "castle",
        gettext_lazy("Castle"),
        gettext_lazy("Part of a fief that has to stand on land."),
        'use[href="#gz-castle"]',
        "G-8.7",
    ),
    Entry(
        "ring",
        gettext_lazy("ring"),
        gettext_lazy("Laid at a wedding: it holds its hex like a fief of one hex, also on somebody else’s fief."),
        ".ring",
        "G-9.10",
    ),
    Entry(
        "star",
        gettext_lazy("Your objective"),
        gettext_lazy("A city of your hidden objective; the star is smaller once you hold it."),
        ".star",
        "G-1.8",
    ),
    Entry("fresh", gettext_lazy("New"), gettext_lazy("Laid since you last moved."), ".fresh"),
)


def _lands(content: Content) -> Iterator[Entry]:
    for index, region in enumerate(content.regions):
        words = _("A region with the cities %(cities)s and the harbours %(harbours)s.") % {
            "cities": _sites(content, "city", area=region.id),
            "harbours": _sites(content, "harbour", area=region.id),
        }
        yield Entry(f"region-{region.id}", region.name, words, f'.land-{index}, [value="{region.id}"]', "G-2.3")


def _seas(content: Content) -> Iterator[Entry]:
    for sea in content.seas:
        words = _("A sea with the harbours %(harbours)s; whoever holds three founds its Sea League for 10 points.") % {
            "harbours": _sites(content, "harbour", mark=sea.id)
        }
        yield Entry(f"sea-{sea.id}", sea.name, words, f'use[href="#gz-{sea.id}"]', "G-2.5")


def _symbols(content: Content) -> Iterator[Entry]:
    for symbol in content.symbols:
        words = _("The symbol of %(cities)s; a hidden objective asks for the six cities of two symbols.") % {
            "cities": _sites(content, "city", mark=symbol.id)
        }
        yield Entry(f"symbol-{symbol.id}", symbol.name, words, f'use[href="#gz-{symbol.id}"]', "G-2.4")


def _sites(content: Content, kind: str, area: str = "", mark: str = "") -> str:
    found = [
        site.name
        for site in content.sites
        if site.kind == kind and (site.mark == mark or (area and content.hexes[site.hex].area == area))
    ]
    return ", ".join(found)


_PLAYERS = (
    Entry(
        "place",
        gettext_lazy("Place"),
        gettext_lazy("When this player acts in this round: privilege first, then A, B, C, then the lower card."),
        ".place",
        "G-6.5",
    ),
    Entry(
        "sealed",
        gettext_lazy("Sealed plan"),
        gettext_lazy("Closed for a plan that lies sealed, an empty circle for one still to come."),
        "summary .seal",
        "G-5.6",
    ),
    Entry(
        "rings",
        gettext_lazy("Rings left"),
        gettext_lazy("Six for the whole game: for weddings, and one for each use of the King’s Privilege."),
        ".ring-row",
        "G-1.6",
    ),
    Entry(
        "tile",
        gettext_lazy("The fief drawn"),
        gettext_lazy("The shape this player places, donates or gives up for a wedding in this round."),
        ".tile-cell, .tile-castle",
        "G-4.2",
    ),
    Entry(
        "deck",
        gettext_lazy("Cards and fiefs"),
        gettext_lazy("Cards struck out are locked for this round; fiefs struck out were drawn already."),
        ".card-row, .tiles",
        "G-5.2",
    ),
    Entry(
        "mat",
        gettext_lazy("Sea Leagues and donations"),
        gettext_lazy("A Sea League brought 10 points, each donated fief 3."),
        ".mat-row dl",
        "G-11.5",
    ),
    Entry(
        "objective",
        gettext_lazy("Hidden objective"),
        gettext_lazy("Six cities of two symbols; 0 to 6 held bring 0, 2, 5, 10, 15, 25 or 35 points at the end."),
        ".objective",
        "G-14.5",
    ),
    Entry(
        "scenario",
        gettext_lazy("Scenario"),
        gettext_lazy("It says which regions flourish; few uncovered sites there bring the last round."),
        ".scenario",
        "G-1.2",
    ),
)


def _cards() -> Iterator[Entry]:
    for deed in DEEDS:
        yield Entry(f"card-{deed.value}", deed_name(deed), str(DEMANDS[deed]), f'[value="{deed.value}"]', "G-7.2")
    yield Entry(
        "card-privilege",
        _("King’s Privilege"),
        _("You act before all who lack it; it costs a ring, whatever follows."),
        '[value="yes"]',
        "G-6.5",
    )
    yield Entry("ways", _("Ways"), _("In how many positions the fief fits with A, B or C."), ".play-card .ways", "G-8.16")
    yield Entry(
        "inactive-card",
        region_name(content_of(ENGINE.versions[-1]), INACTIVE),
        _("One card for all regions that do not flourish: a hex in any of them will do."),
        '[value="inactive"]',
        "G-5.10",
    )


_TURN = (
    Entry(
        "modes",
        gettext_lazy("What to do"),
        gettext_lazy(
            "Place the fief, hold a wedding (with C Alliance) or donate; the number says in how many ways, or the points."
        ),
        ".turn-modes",
        "G-7.2",
    ),
    Entry(
        "worth",
        gettext_lazy("Points at once"),
        gettext_lazy("What this turn brings right away; links and objectives count only at the end."),
        ".turn-list .points",
        "G-11.1",
    ),
)


def _asked() -> Iterator[Entry]:
    plan = _("Touch a region, then an action; think of where the fief you drew fits and who acts before you.")
    turn = _(
        "Touch a lit hex where the fief shall lie, again for the next position, then send it; or hold a wedding, or donate."
    )
    yield asked(question_words("plan"), "plan", plan, "G-5.1")
    yield asked(question_words("turn"), "turn", turn, "G-7.2")
