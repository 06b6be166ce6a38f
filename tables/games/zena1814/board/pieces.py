"""Figures of the families in the town, the flag of a place's holder, and the income of its majority."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.zena1814 import majority
from engines.zena1814.content import AREAS, FIGURES, Area, Content, Figure
from engines.zena1814.loader import content
from engines.zena1814.state import Public
from tables.games.zena1814.board import town
from tables.games.zena1814.board.cards import Glyph, gained
from tables.games.zena1814.board.town import number
from tables.games.zena1814.words import AREAS as NAMES

COLOURS = ("red", "yellow", "green", "blue", "violet")
"""Colours of the seats. Each has a pattern too."""
NO_WORDS: Mapping[Area, str] = {}
GLYPHS = {"lord": "lord", "lady": "lady", "heir_1": "heir", "heir_2": "heir"}
_SIGN = 32
_CUBES_AT = ((33, 48), (33, 34), (7, 48), (7, 34))

type Arrived = frozenset[tuple[int, Figure]]
"""Seats and figures to show as new."""


@dataclass(frozen=True)
class Cube:
    """A marker under a figure."""

    x: str
    y: str


@dataclass(frozen=True)
class Person:
    """A figure as it is drawn. ``glyph`` is its shape in its seat's colour, ``worth`` its strength in majorities."""

    seat: int
    figure: Figure
    glyph: str
    css: str
    x: str
    y: str
    worth: int
    worth_x: str
    worth_y: str
    cubes: tuple[Cube, ...]
    fresh: bool


@dataclass(frozen=True)
class Sign:
    """A part of a majority's income on the ribbon: a glyph and its number. A ``paid`` one is a price."""

    glyph: Glyph
    x: int
    number_x: int
    y: int
    paid: bool = False


@dataclass(frozen=True)
class Drawn:
    """A place of the town with its figures. ``holder`` is the colour of the flag, empty if nobody holds it.

    ``words`` describe the figures and the holder. A drawing without words has no link.
    """

    area: Area
    name: str
    place: town.Place
    transform: str
    people: tuple[Person, ...]
    holder: str
    signs: tuple[Sign, ...]
    words: str

    @property
    def name_at(self) -> tuple[int, int]:
        """Beginning of the name on the ribbon."""
        return self.place.ribbon[0] + 15, self.place.ribbon[1] + 20


@dataclass(frozen=True)
class Town:
    """The whole drawing. ``quiet`` are the areas that are not in play, ``colours`` those of the seats."""

    places: tuple[Drawn, ...]
    quiet: tuple[Area, ...]
    colours: tuple[str, ...]


def seat_css(public: Public, seat: int) -> str:
    """Return the colour of a seat."""
    return COLOURS[seat]


def scene(public: Public, arrived: Arrived = frozenset(), words: Mapping[Area, str] = NO_WORDS) -> Town:
    """Return the town with the figures at their current places."""
    places = tuple(_drawn(public, area, arrived, words.get(area, "")) for area in public.areas)
    quiet = tuple(area for area in AREAS if area not in public.areas)
    return Town(places, quiet, COLOURS[: len(public.families)])


def standing(public: Public, area: Area) -> Iterator[tuple[int, Figure]]:
    """Yield the seats and figures in an area: family by family in play order, then in the order of ``FIGURES``."""
    for seat in public.order():
        for figure in FIGURES:
            if public.families[seat].figure(figure).area == area:
                yield seat, figure


def worth(public: Public, seat: int, figure: Figure) -> int:
    """Return a figure's strength in majorities, with the markers under it [Z-14.1]."""
    facts = content(public.version)
    return facts.strength(figure) + public.families[seat].figure(figure).markers * facts.figures.under_marker


def _drawn(public: Public, area: Area, arrived: Arrived, words: str) -> Drawn:
    figures = list(standing(public, area))
    crowd = town.crowd(area, len(figures))
    holder = majority.holder(public, area)
    return Drawn(
        area=area,
        name=str(NAMES[area]),
        place=town.PLACES[area],
        transform=crowd.transform,
        people=tuple(people(public, figures, crowd.spots, arrived)),
        holder=COLOURS[holder] if holder is not None else "",
        signs=_signs(content(public.version), area),
        words=words,
    )


def people(
    public: Public, figures: Iterable[tuple[int, Figure]], spots: Sequence[town.Spot], arrived: Arrived
) -> Iterator[Person]:
    """Yield the figures to draw, each on the spot with the same index."""
    for (seat, figure), spot in zip(figures, spots, strict=True):
        yield Person(
            seat=seat,
            figure=figure,
            glyph=f"{GLYPHS[figure]}-{COLOURS[seat]}",
            css=COLOURS[seat],
            x=number(spot.x),
            y=number(spot.y),
            worth=worth(public, seat, figure),
            worth_x=number(spot.x + town.FIGURE_WIDE / 2),
            worth_y=number(spot.y + 47),
            cubes=tuple(_cubes(public.families[seat].figure(figure).markers, spot)),
            fresh=(seat, figure) in arrived,
        )


def _cubes(count: int, spot: town.Spot) -> Iterator[Cube]:
    for x, y in _CUBES_AT[:count]:
        yield Cube(number(spot.x + x), number(spot.y + y))


def _signs(facts: Content, area: Area) -> tuple[Sign, ...]:
    """Return the signs at the right end of the ribbon: the income of a majority, or at the Palace the points for sale."""
    x, y = town.PLACES[area].ribbon
    parts = sold(facts) if area == "palace" else income(facts, area)
    first = x + town.RIBBON_WIDE - 12 - _SIGN * len(parts)
    return tuple(
        Sign(glyph, first + _SIGN * index, first + _SIGN * index + 19, y, paid) for index, (glyph, paid) in enumerate(parts)
    )


def income(facts: Content, area: Area) -> list[tuple[Glyph, bool]]:
    """Return the income of a majority as glyphs, each with False because it is no price."""
    gain = gained(facts.majority(area))
    return [(glyph, False) for glyph in gain.glyphs] if gain else []


def sold(facts: Content) -> list[tuple[Glyph, bool]]:
    """Return glyphs for the points that the majority at the Palace can buy, and for their price (marked True)."""
    return [(Glyph("vp", facts.palace.points), False), (Glyph("coin", facts.palace.price), True)]
