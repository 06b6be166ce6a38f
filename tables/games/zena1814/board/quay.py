"""A place of the panorama: figures on the quay, the flag of its holder, and the tap areas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.zena1814 import majority
from engines.zena1814.content import Area
from engines.zena1814.loader import content
from engines.zena1814.state import Public
from tables.games.contract import Player
from tables.games.zena1814.board import pieces, town
from tables.games.zena1814.board.cards import Glyph
from tables.games.zena1814.board.pieces import COLOURS, Arrived, Person
from tables.games.zena1814.board.town import number

_TAPPED, _OVER, _UNDER = 62.0, 12.0, 8.0
"""Width of a figure's tap area, and its margins above and below the figure."""


@dataclass(frozen=True)
class Tapped:
    """Tap area of one of the viewer's own figures."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class Quay:
    """A place as it is drawn. ``people`` has each figure with its tap area (None for figures of other players).

    ``size`` is the scale of the figures in per cent. The page uses it to keep their numbers large enough.
    """

    area: Area
    transform: str
    size: int
    people: tuple[tuple[Person, Tapped | None], ...]
    holder: str
    flag: tuple[int, int]
    signs: tuple[tuple[Glyph, bool], ...]


def quay(public: Public, area: Area, players: Sequence[Player], arrived: Arrived) -> Quay:
    """Return a place of the panorama.

    Its figures are ordered by strength, whatever their family, with the strongest in front on the left.
    """
    figures = sorted(pieces.standing(public, area), key=lambda one: -pieces.worth(public, *one))
    crowd = town.on_quay(area, len(figures))
    holder, facts = majority.holder(public, area), content(public.version)
    people = tuple(pieces.people(public, figures, crowd.spots, arrived))
    own_seat = next((player.seat for player in players if player.is_me), None)
    return Quay(
        area=area,
        transform=crowd.transform,
        size=round(crowd.scale * 100),
        people=tuple(zip(people, _tapped(people, crowd, own_seat), strict=True)),
        holder=COLOURS[holder] if holder is not None else "",
        flag=town.QUAYS[area].flag,
        signs=tuple(pieces.sold(facts) if area == "palace" else pieces.income(facts, area)),
    )


def _tapped(people: Sequence[Person], crowd: town.Crowd, own_seat: int | None) -> Iterator[Tapped | None]:
    """Yield for each figure its tap area, or None for figures of other players.

    A tap area is about as wide as a finger. Two own figures next to each other share the space between them.
    """
    wide, spots = _TAPPED / crowd.scale, crowd.spots
    own_figures = sorted((spot.x, at) for at, spot in enumerate(spots) if people[at].seat == own_seat)
    edges = {}
    for place, (x, at) in enumerate(own_figures):
        middle = x + town.FIGURE_WIDE / 2
        left = (own_figures[place - 1][0] + x + town.FIGURE_WIDE) / 2 if place else None
        right = (own_figures[place + 1][0] + x + town.FIGURE_WIDE) / 2 if place + 1 < len(own_figures) else None
        first = middle - wide / 2 if left is None else max(left, middle - wide / 2)
        last = middle + wide / 2 if right is None else min(right, middle + wide / 2)
        edges[at] = (min(first, last - wide) if left is None else first, max(last, first + wide) if right is None else last)
    high = town.FIGURE_HIGH + (_OVER + _UNDER) / crowd.scale
    for at, spot in enumerate(spots):
        if at in edges:
            first, last = edges[at]
            yield Tapped(number(first), number(spot.y - _OVER / crowd.scale), number(last - first), number(high))
        else:
            yield None
