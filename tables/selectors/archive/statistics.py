"""What the finished games of one game say together: who wins, how many points, how long, and how seats begin.

Only public games that were played to the end are counted, and of those the newest ``MOST``: what the numbers cost does not grow
with the archive. They are counted in the database, once in ``SECONDS``; without a cache they are counted every time.
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
# Counted in keys of the cache: raise it when what is remembered gets another shape.
SHAPE = 1


@dataclass(frozen=True)
class Cut:
    """Which games are counted: those of one game, perhaps only with so many seats or with one text of one facet."""

    game: str
    seats: int | None = None
    facet: str = ""
    value: str = ""

    @property
    def cache_key(self) -> str:
        """Where the numbers are remembered."""
        return f"statistics{SHAPE}:{self.game}:{self.seats or ''}:{self.facet}:{self.value}"


@dataclass(frozen=True)
class Tally:
    """How many seats were like this, how many of them won (a shared first place counts), and which share would by lot."""

    seats: int
    wins: int
    fair: float

    @property
    def share(self) -> float:
        """The share that won."""
        return self.wins / self.seats


@dataclass(frozen=True)
class Spread:
    """Numbers by how often they came, ascending."""

    counts: Sequence[tuple[int, int]]

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        """Their mean."""
        return sum(number * count for number, count in self.counts) / self.total

    @property
    def deviation(self) -> float:
        """Their standard deviation."""
        mean = self.mean
        return sqrt(sum(count * (number - mean) ** 2 for number, count in self.counts) / self.total)

    @property
    def median(self) -> int:
        """The one in the middle, the lower one of two."""
        passed = 0
        for number, count in self.counts:
            passed += count
            if 2 * passed >= self.total:
                return number
        raise ValueError("nothing was counted")


@dataclass(frozen=True)
class Statistics:
    """The numbers of one cut. ``games`` is at most ``MOST``; with none of them everything else is empty.

    ``seats``: by the number of seats, then in the order of play; where the rules name nobody to begin (``has_first`` is False)
    in the order of the seats.
    ``openings``: by the engine's code, the most frequent first.
    ``scores`` are those of all seats, ``winning`` of the best ones, ``margins`` what those had more than the next.
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
    """The numbers of a cut, at most ``SECONDS`` old."""
    known: Statistics | None = cache.get(cut.cache_key)
    if known is None:
        known = _count(cut)
        cache.set(cut.cache_key, known, SECONDS)
    return known


def _newest(cut: Cut) -> QuerySet[ArchivedGame]:
    games = ArchivedGame.objects.filter(game=cut.game, is_public=True, ended_by=Table.EndedBy.FINISHED)
    if cut.seats is not None:
        games = games.filter(seat_count=cut.seats)
    if cut.facet:
        games = games.filter(tags__has_all=[tagging.fact(tagging.facet(cut.game, cut.facet), cut.value)])
    return games.order_by("-ended_at", "-table")[:MOST]


def _count(cut: Cut) -> Statistics:
    newest = _newest(cut).values("pk")
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
    """How often a whole number comes in some rows; those without are left out."""
    counted = rows.values(number=number).exclude(number=None).annotate(count=Count("pk")).order_by("number")
    return Spread(tuple(counted.values_list("number", "count")))


def _tallies(seats: QuerySet[Seat], **groups: Any) -> Iterator[tuple[list[Any], Tally]]:
    counted = seats.values(**groups).annotate(
        held=Count("pk"), won=Count("pk", filter=Q(place=1)), fair=Avg(1.0 / F("table__seat_count"))
    )
    for *group, held, won, fair in counted.order_by(*groups).values_list(*groups, "held", "won", "fair"):
        yield group, Tally(held, won, fair)


def _by_order(seats: QuerySet[Seat]) -> dict[int, list[Tally]]:
    tallies: dict[int, list[Tally]] = {}
    for (players, _order), tally in _tallies(seats, players=F("table__seat_count"), order=_order_of_play()):
        tallies.setdefault(players, []).append(tally)
    return tallies


def _order_of_play() -> Any:
    """The seat that began is 0, the next 1: play goes from seat to seat."""
    first = Coalesce(Cast(KeyTextTransform("first", "table__archived__facets"), IntegerField()), Value(0))
    return (F("index") + F("table__seat_count") - first) % F("table__seat_count")


def _openings(seats: QuerySet[Seat], most_seats: int) -> dict[str, Tally]:
    known = ((code, tally) for (code,), tally in _tallies(seats, code=_opening(most_seats)) if code)
    return dict(sorted(known, key=lambda pair: -pair[1].seats))


def _opening(most_seats: int) -> Expression:
    """The code of a seat's opening, which stands at its place in the list of its game."""
    branches = (When(index=index, then=KeyTextTransform(index, "table__archived__openings")) for index in range(most_seats))
    return Case(*branches, output_field=TextField())
