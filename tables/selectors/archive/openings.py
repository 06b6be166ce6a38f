"""Explorer of openings: results of every opening that was played often, with games in which it was played."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from engines import registry
from tables.models import Seat
from tables.selectors.archive.statistics import SECONDS, Cut, newest_games, opening_code

# Openings with fewer games are left out: their figures would be chance.
FEWEST = 10
MOST_EXAMPLES = 3
# Deviations of the normal distribution within which 95 % of it lie.
CONFIDENCE = 1.96
# Version of the cached format; raise it when the format changes.
SHAPE = 1


@dataclass(frozen=True)
class Example:
    """Game in which an opening was played: its code, and the players who chose the opening, by finishing place."""

    code: str
    places: Sequence[int]


@dataclass
class Opening:
    """Opening: the engine's code, its games, the seats that played it, and their results.

    ``wins`` are first places, shared ones too. ``fair`` is the share of wins expected by chance, ``points`` the average of the
    final points. ``examples`` are the newest games.
    """

    code: str
    games: int
    seats: int
    wins: int
    fair: float
    points: float
    examples: Sequence[Example] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share of wins."""
        return self.wins / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """Interval in which the true share of wins lies with 95 % confidence [Wilson, 1927]."""
        square = CONFIDENCE**2
        spread = CONFIDENCE * sqrt(self.share * (1 - self.share) / self.seats + square / (4 * self.seats**2))
        centre, whole = self.share + square / (2 * self.seats), 1 + square / self.seats
        return (centre - spread) / whole, (centre + spread) / whole


def openings(cut: Cut) -> Sequence[Opening]:
    """Return the openings with at least ``FEWEST`` games, the most frequent first, at most ``SECONDS`` old."""
    key = f"openings{SHAPE}:{cut.cache_key}"
    cached: Sequence[Opening] | None = cache.get(key)
    if cached is None:
        cached = _explored(cut)
        cache.set(key, cached, SECONDS)
    return cached


def _explored(cut: Cut) -> Sequence[Opening]:
    most_seats = registry.engine(cut.game).seat_range[-1]
    seats = Seat.objects.filter(table__in=newest_games(cut).values("pk")).annotate(opening=opening_code(most_seats))
    seats = seats.exclude(opening=None).exclude(opening="")
    rows = seats.values("opening").annotate(
        games=Count("table", distinct=True),
        count=Count("pk"),
        wins=Count("pk", filter=Q(place=1)),
        fair=Avg(1.0 / F("table__seat_count")),
        points=Avg("score"),
    )
    rows = rows.filter(games__gte=FEWEST).order_by("-games", "opening")
    found = {row[0]: Opening(*row) for row in rows.values_list("opening", "games", "count", "wins", "fair", "points")}
    for opening, examples in _examples(seats.filter(opening__in=found), most_seats).items():
        found[opening].examples = examples
    return list(found.values())


def _examples(seats: QuerySet[Any], most_seats: int) -> dict[str, list[Example]]:
    """Return the newest games of each opening. Several seats of one game can have the same opening."""
    newest = Window(
        RowNumber(), partition_by=F("opening"), order_by=[F("table__ended_at").desc(), F("table").desc(), F("place")]
    )
    rows = (
        seats.filter(place__isnull=False)
        .annotate(number=newest)
        .filter(number__lte=MOST_EXAMPLES * most_seats)
        .order_by("opening", "number")
    )
    games: dict[str, dict[str, list[Any]]] = {}
    for opening, game, place in rows.values_list("opening", "table__code", "place"):
        games.setdefault(opening, {}).setdefault(game, []).append(place)
    return {
        opening: [Example(game, places) for game, places in list(by_game.items())[:MOST_EXAMPLES]]
        for opening, by_game in games.items()
    }
