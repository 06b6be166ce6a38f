"""Statistics of the finished games of one title: wins, points, length and openings.

Only public games that were played to the end count, and only the newest ``MOST``, so the cost does not grow with the archive.
Results are cached for ``SECONDS``; without a cache, the database counts every time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Case, Count, Expression, F, IntegerField, Q, QuerySet, TextField, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from engines import registry
from tables.models import ArchivedGame, Seat, Table
from tables.selectors.archive import tagging

MOST = 5_000
SECONDS = 600
HOUR = 60 * 60
# Version of the cached format, part of the cache keys; raise it when the format changes.
SHAPE = 1


@dataclass(frozen=True)
class Cut:
    """Filter of the counted games: one title, optionally with one number of seats or one text of one facet."""

    game: str
    seats: int | None = None
    facet: str = ""
    value: str = ""

    @property
    def cache_key(self) -> str:
        """Cache key of the statistics."""
        return f"statistics{SHAPE}:{self.game}:{self.seats or ''}:{self.facet}:{self.value}"


@dataclass(frozen=True)
class Tally:
    """Number of seats, number of their wins (shared first places count), and share of wins expected by chance."""

    seats: int
    wins: int
    fair: float

    @property
    def share(self) -> float:
        """Share of wins."""
        return self.wins / self.seats


@dataclass(frozen=True)
class Spread:
    """Numbers with their frequencies, ascending."""

    counts: Sequence[tuple[int, int]]

    @property
    def total(self) -> int:
        """Sum of the frequencies."""
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        """Mean of the numbers."""
        return sum(number * count for number, count in self.counts) / self.total

    @property
    def deviation(self) -> float:
        """Standard deviation of the numbers."""
        mean = self.mean
        return sqrt(sum(count * (number - mean) ** 2 for number, count in self.counts) / self.total)

    @property
    def median(self) -> int:
        """Median of the numbers; the lower of the two middle numbers."""
        passed = 0
        for number, count in self.counts:
            passed += count
            if 2 * passed >= self.total:
                return number
        raise ValueError("nothing was counted")


@dataclass(frozen=True)
class Statistics:
    """Statistics of one filter. ``games`` is at most ``MOST``; if it is zero, everything else is empty.

    ``seats``: by the number of seats, then in the order of play. If the rules name no start player (``has_first`` is False),
    the order is that of the seats. ``openings``: by the engine's code, the most frequent first. ``scores``: of all seats.
    ``winning``: of all first places. ``margins``: lead over the next seat.
    """

    games: int
    has_first: bool
    seats: Mapping[int, Sequence[Tally]]
    openings: Mapping[str, Tally]
    scores: Spread
    winning: Spread
    margins: Spread
    plies: Spread
    rounds: Spread
    hours: Spread


def statistics(cut: Cut) -> Statistics:
    """Return the statistics of a filter, at most ``SECONDS`` old."""
    cached: Statistics | None = cache.get(cut.cache_key)
    if cached is None:
        cached = _count(cut)
        cache.set(cut.cache_key, cached, SECONDS)
    return cached


def newest_games(cut: Cut) -> QuerySet[ArchivedGame]:
    """Return the counted games: the newest public ones that were played to the end."""
    games = ArchivedGame.objects.filter(game=cut.game, is_public=True, ended_by=Table.EndedBy.FINISHED)
    if cut.seats is not None:
        games = games.filter(seat_count=cut.seats)
    if cut.facet:
        games = games.filter(tags__has_all=[tagging.fact(tagging.facet(cut.game, cut.facet), cut.value)])
    return games.order_by("-ended_at", "-table")[:MOST]


def _count(cut: Cut) -> Statistics:
    newest = newest_games(cut).values("pk")
    games, seats = ArchivedGame.objects.filter(pk__in=newest), Seat.objects.filter(table__in=newest)
    plies = _spread(games, F("plies"))
    return Statistics(
        games=plies.total,
        has_first=games.filter(facets__has_key="first").exists(),
        seats=_by_order(seats),
        openings=_openings(seats, registry.engine(cut.game).seat_range[-1]),
        scores=_spread(seats, F("score")),
        winning=_spread(seats.filter(place=1), F("score")),
        margins=_spread(games, F("margin")),
        plies=plies,
        rounds=_spread(games, F("rounds")),
        hours=_spread(games, F("seconds") / HOUR),
    )


def _spread(rows: QuerySet[Any], number: Any) -> Spread:
    """Return the frequencies of a whole number in some rows; rows without it are left out."""
    frequencies = rows.values(number=number).exclude(number=None).annotate(count=Count("pk")).order_by("number")
    return Spread(tuple(frequencies.values_list("number", "count")))


def _tallies(seats: QuerySet[Seat], **groups: Any) -> Iterator[tuple[list[Any], Tally]]:
    rows = seats.values(**groups).annotate(
        count=Count("pk"), wins=Count("pk", filter=Q(place=1)), fair=Avg(1.0 / F("table__seat_count"))
    )
    for *group, count, wins, fair in rows.order_by(*groups).values_list(*groups, "count", "wins", "fair"):
        yield group, Tally(count, wins, fair)


def _by_order(seats: QuerySet[Seat]) -> dict[int, list[Tally]]:
    tallies: dict[int, list[Tally]] = {}
    for (players, _order), tally in _tallies(seats, players=F("table__seat_count"), order=_order_of_play()):
        tallies.setdefault(players, []).append(tally)
    return tallies


def _order_of_play() -> Any:
    """Return the order of play: the seat that began is 0, the next 1; play goes from seat to seat."""
    first = Coalesce(Cast(KeyTextTransform("first", "table__archived__facets"), IntegerField()), Value(0))
    return (F("index") + F("table__seat_count") - first) % F("table__seat_count")


def _openings(seats: QuerySet[Seat], most_seats: int) -> dict[str, Tally]:
    tallies = ((code, tally) for (code,), tally in _tallies(seats, code=opening_code(most_seats)) if code)
    return dict(sorted(tallies, key=lambda pair: -pair[1].seats))


def opening_code(most_seats: int) -> Expression:
    """Return the code of a seat's opening, from its position in the game's list."""
    branches = (When(index=index, then=KeyTextTransform(index, "table__archived__openings")) for index in range(most_seats))
    return Case(*branches, output_field=TextField())
