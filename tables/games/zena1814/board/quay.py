"""A place of the panorama with who stands there: figures on the quay, the flag of who holds it, what is tapped."""

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
"""What is tapped of a figure: so wide, and so much higher than its drawing."""


@dataclass(frozen=True)
class Tapped:
    """What belongs to one of the viewer's own figures."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class Quay:
    """A place as it is drawn; ``tapped`` is what belongs to each figure, None for those of others. ``size`` says how small
    the figures are, so that their numbers stay large enough."""

    area: Area
    transform: str
    size: int
    people: tuple[tuple[Person, Tapped | None], ...]
    holder: str
    flag: tuple[int, int]
    signs: tuple[tuple[Glyph, bool], ...]


def quay(public: Public, area: Area, players: Sequence[Player], arrived: Arrived) -> Quay:
    """The strongest figures stand in front on the left, so those of one family stand apart."""
    there = sorted(pieces.standing(public, area), key=lambda one: -pieces.worth(public, *one))
    crowd = town.on_quay(area, len(there))
    holder, facts = majority.holder(public, area), content(public.version)
    people = tuple(pieces.people(public, there, crowd.spots, arrived))
    me = next((player.seat for player in players if player.is_me), None)
    return Quay(
        area=area,
        transform=crowd.transform,
        size=round(crowd.scale * 100),
        people=tuple(zip(people, _tapped(people, crowd, me), strict=True)),
        holder=COLOURS[holder] if holder is not None else "",
        flag=town.QUAYS[area].flag,
        signs=tuple(pieces.sold(facts) if area == "palace" else pieces.income(facts, area)),
    )


def _tapped(people: Sequence[Person], crowd: town.Crowd, me: int | None) -> Iterator[Tapped | None]:
    """As wide as a finger; of two own figures side by side each takes what is on its own side."""
    wide, spots = _TAPPED / crowd.scale, crowd.spots
    own = sorted((spot.x, at) for at, spot in enumerate(spots) if people[at].seat == me)
    edges = {}
    for place, (x, at) in enumerate(own):
        middle = x + town.FIGURE_WIDE / 2
        left = (own[place - 1][0] + x + town.FIGURE_WIDE) / 2 if place else None
        right = (own[place + 1][0] + x + town.FIGURE_WIDE) / 2 if place + 1 < len(own) else None
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
