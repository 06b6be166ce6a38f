"""Glossary of Gonzaga: the map, the players' mats and the choices.

Each entry has a name and one or two sentences, in the active language.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.gonzaga import ENGINE
from engines.gonzaga.actions import DEEDS, INACTIVE
from engines.gonzaga.content import Content
from tables.games.contract import Entry
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import DEMANDS, deed_name, question_words, region_name
from tables.games.kit.reading import question_entry, translated_entries


def labelled() -> Mapping[str, str]:
    """Return the selector of hexes, which name their contents in their label."""
    return {".hx": ""}


def reasons() -> Mapping[str, str]:
    """Return the reasons for disabled buttons next to the map."""
    return {
        '[data-mode="fiefs"]': _(
            "With your plan, the fief doesn’t fit anywhere. Donate it, or arrange a Wedding if you planned C Alliance."
        ),
        "[data-turn-piece]": _("No other position covers the hexes you have chosen."),
        "[data-add-pick]": _("Choose a position on the map first."),
    }


def glossary() -> Sequence[Entry]:
    """Return the entries: the map first, then the players' mats, then the choices."""
    content = content_of(ENGINE.versions[-1])
    return translated_entries(
        [
            *_MAP,
            *_PIECES,
            *_lands(content),
            *_seas(content),
            *_symbols(content),
            *_PLAYERS,
            *_cards(),
            *_TURN,
            *_questions(),
        ]
    )


_MAP = (
    Entry(
        "land",
        gettext_lazy("land"),
        gettext_lazy("Castles and the first ring of a Wedding go on land. Every land hex belongs to one region."),
        rule="G-2.1",
    ),
    Entry("sea", gettext_lazy("sea"), gettext_lazy("A fief may extend over the sea, but its castles may not."), rule="G-2.2"),
    Entry(
        "city",
        gettext_lazy("city"),
        gettext_lazy("On land, with one of eight symbols. Hidden objectives ask for cities."),
        ".city",
        "G-2.3",
    ),
    Entry(
        "harbour",
        gettext_lazy("harbour"),
        gettext_lazy("On land, with the symbol of its sea. Three harbours of one sea make a Sea League."),
        ".port",
        "G-2.5",
    ),
    Entry(
        "flourishing",
        gettext_lazy("flourishing"),
        gettext_lazy("Gold seal: each city or harbour you cover here scores 3 points."),
        'use[href="#gz-seal-gold"]',
        "G-1.3",
    ),
    Entry(
        "inactive",
        gettext_lazy("inactive"),
        gettext_lazy(
            "Hatched, with a crossed seal: each city or harbour you cover here scores 1 point. One region "
            "card stands for all such regions."
        ),
        'use[href="#gz-seal-idle"], .idle',
        "G-1.4",
    ),
    Entry(
        "barrier",
        gettext_lazy("Barrier"),
        gettext_lazy(
            "A fief can’t lie across this line, but it may lie along it. Fiefs that touch across the line are connected."
        ),
        'use[href="#gz-peak"], .ridge',
        "G-8.8",
    ),
    Entry("route", gettext_lazy("Sea route"), gettext_lazy("Decoration only, with no effect on play."), ".route", "G-2.11"),
    Entry(
        "grid",
        gettext_lazy("Grid"),
        gettext_lazy("Letters and numbers along the frame identify hexes without a name."),
        ".tick",
        "G-2.1",
    ),
)


_PIECES = (
    Entry(
        "fief",
        gettext_lazy("fief"),
        gettext_lazy("A tile of three or four hexes in its owner’s colour, with its number. Once placed, it never moves."),
        ".fief, .fief-shape, .fief-number",
        "G-8.12",
    ),
    Entry(
        "castle",
        gettext_lazy("Castle"),
        gettext_lazy("The part of a fief that must be on land."),
        'use[href="#gz-castle"]',
        "G-8.7",
    ),
    Entry(
        "ring",
        gettext_lazy("ring"),
        gettext_lazy("Placed in a Wedding. It counts as a fief of one hex, even on another player’s fief."),
        ".ring",
        "G-9.10",
    ),
    Entry(
        "star",
        gettext_lazy("Your hidden objective"),
        gettext_lazy("A city of your hidden objective. The star is smaller once you hold the city."),
        ".star",
        "G-1.8",
    ),
    Entry("fresh", gettext_lazy("New"), gettext_lazy("Placed since your last move."), ".fresh"),
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
        words = _("A sea with the harbours %(harbours)s. Hold three of them to found its Sea League for 10 points.") % {
            "harbours": _sites(content, "harbour", mark=sea.id)
        }
        yield Entry(f"sea-{sea.id}", sea.name, words, f'use[href="#gz-{sea.id}"]', "G-2.5")


def _symbols(content: Content) -> Iterator[Entry]:
    for symbol in content.symbols:
        words = _("The symbol of %(cities)s. A hidden objective asks for the six cities of two symbols.") % {
            "cities": _sites(content, "city", mark=symbol.id)
        }
        yield Entry(f"symbol-{symbol.id}", symbol.name, words, f'use[href="#gz-{symbol.id}"]', "G-2.4")


def _sites(content: Content, kind: str, area: str = "", mark: str = "") -> str:
    names = [
        site.name
        for site in content.sites
        if site.kind == kind and (site.mark == mark or (area and content.hexes[site.hex].area == area))
    ]
    return ", ".join(names)


_PLAYERS = (
    Entry(
        "place",
        gettext_lazy("Place"),
        gettext_lazy("When this player acts this round: King’s Privilege first, then A, B, C, then the lower card."),
        ".place",
        "G-6.5",
    ),
    Entry(
        "sealed",
        gettext_lazy("Sealed plan"),
        gettext_lazy("Red seal: the plan is sealed. Empty circle: it is still missing."),
        "summary .seal",
        "G-5.6",
    ),
    Entry(
        "rings",
        gettext_lazy("Rings left"),
        gettext_lazy("Six for the whole game: for Weddings, and one for each use of the King’s Privilege."),
        ".ring-row",
        "G-1.6",
    ),
    Entry(
        "tile",
        gettext_lazy("Drawn fief"),
        gettext_lazy("The fief this player places, donates or gives up for a Wedding this round."),
        ".tile-cell, .tile-castle",
        "G-4.2",
    ),
    Entry(
        "deck",
        gettext_lazy("Cards and fiefs"),
        gettext_lazy("Crossed-out cards are locked for this round; crossed-out fiefs have already been drawn."),
        ".card-row, .tiles",
        "G-5.2",
    ),
    Entry(
        "mat",
        gettext_lazy("Sea Leagues and donations"),
        gettext_lazy("Each Sea League scored 10 points, each donated fief 3."),
        ".mat-row dl",
        "G-11.5",
    ),
    Entry(
        "objective",
        gettext_lazy("Hidden objective"),
        gettext_lazy("Six cities with two symbols. Holding 0 to 6 of them scores 0, 2, 5, 10, 15, 25 or 35 points at the end."),
        ".objective",
        "G-14.5",
    ),
    Entry(
        "scenario",
        gettext_lazy("Scenario"),
        gettext_lazy(
            "Decides which regions flourish. When few cities and harbours are left uncovered there, the last round follows."
        ),
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
        _("You act before players who don’t use it. It always costs a ring."),
        '[value="yes"]',
        "G-6.5",
    )
    yield Entry(
        "ways", _("Ways"), _("Number of positions in which the fief fits with A, B or C."), ".play-card .ways", "G-8.16"
    )
    yield Entry(
        "inactive-card",
        region_name(content_of(ENGINE.versions[-1]), INACTIVE),
        _("One card for all inactive regions: a hex in any of them is enough."),
        '[value="inactive"]',
        "G-5.10",
    )


_TURN = (
    Entry(
        "modes",
        gettext_lazy("What to do"),
        gettext_lazy(
            "Place the fief, arrange a Wedding (with C Alliance) or donate. The number shows the possible ways, or the points."
        ),
        ".turn-modes",
        "G-7.2",
    ),
    Entry(
        "worth",
        gettext_lazy("Immediate points"),
        gettext_lazy("Points this turn scores now. Connected fiefs and hidden objectives count only at the end."),
        ".turn-list .points",
        "G-11.1",
    ),
)


def _questions() -> Iterator[Entry]:
    plan = _("Choose a region, then an action. Consider where your fief fits and who acts before you.")
    turn = _(
        "Choose a highlighted hex for the fief, choose it again for the next position, then send "
        "the turn. Or arrange a Wedding, or donate."
    )
    yield question_entry(question_words("plan"), "plan", plan, "G-5.1")
    yield question_entry(question_words("turn"), "turn", turn, "G-7.2")
