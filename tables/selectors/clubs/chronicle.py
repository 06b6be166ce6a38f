"""History of a club by month, and its records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Min, QuerySet

from accounts.models import User
from engines import registry
from tables.models import Club, ClubEvent, Seat, Table
from tables.selectors.clubs.tables import visible_tables

MOST_GAMES, MOST_EVENTS = 200, 300


@dataclass(frozen=True)
class Month:
    """Games and events of one month, the latest first.

    ``before`` and ``after``: times of the nearest entries outside the month, or None. ``goes_on``: the month has another page.
    """

    games: Sequence[Table]
    events: Sequence[ClubEvent]
    before: datetime | None
    after: datetime | None
    goes_on: bool


def month(club: Club, start: datetime, end: datetime, *, is_member: bool, page: int = 1) -> Month:
    """Return a page of the entries from ``start`` to before ``end``; only members see private games."""
    games = finished(club, is_member=is_member)
    ended = games.filter(ended_at__gte=start, ended_at__lt=end).prefetch_related("seats__user")
    events = ClubEvent.objects.filter(club=club)
    month_events = events.filter(at__gte=start, at__lt=end).select_related("user")
    before = [
        games.filter(ended_at__lt=start).aggregate(at=Max("ended_at"))["at"],
        events.filter(at__lt=start).aggregate(at=Max("at"))["at"],
    ]
    after = [
        games.filter(ended_at__gte=end).aggregate(at=Min("ended_at"))["at"],
        events.filter(at__gte=end).aggregate(at=Min("at"))["at"],
    ]
    page_games, more_games = _page(ended.order_by("-ended_at", "-pk"), page, MOST_GAMES)
    page_events, more_events = _page(month_events.order_by("-at", "-pk"), page, MOST_EVENTS)
    return Month(
        page_games,
        page_events,
        max((at for at in before if at), default=None),
        min((at for at in after if at), default=None),
        more_games or more_events,
    )


def _page(rows: QuerySet[Any], page: int, size: int) -> tuple[list[Any], bool]:
    """Return a page of rows, counted from 1, and whether more rows follow."""
    fetched = list(rows[(page - 1) * size : page * size + 1])
    return fetched[:size], len(fetched) > size


def finished(club: Club, *, is_member: bool) -> QuerySet[Table]:
    """Return the club's games that have a result."""
    results = [Table.EndedBy.FINISHED, Table.EndedBy.CONCEDED]
    ended = visible_tables(club, is_member=is_member).disclosed()
    return ended.filter(ended_by__in=results)


def records(club: Club, *, is_member: bool) -> Sequence[Seat]:
    """Return the seat with the highest score in each title that the club has played, in the order of the site.

    Only people who show their name count. In a tie, the person who reached the score first counts.
    """
    ended = finished(club, is_member=is_member).filter(ended_by=Table.EndedBy.FINISHED)
    seats = Seat.objects.filter(table__club=club, table__in=ended, score__isnull=False, bot="", resigned_at=None)
    seats = seats.filter(user__isnull=False, user__hides_name=False)
    best: list[Seat] = []
    for engine in registry.engines(specimens=True):
        game_seats = seats.filter(table__game=engine.slug).select_related("table", "user").defer("notes", "seen_public")
        best += game_seats.order_by("-score", "table__ended_at", "pk")[:1]
    return best


def games_of(club: Club, *, is_member: bool) -> Sequence[str]:
    """Return the slugs of the games with results in the club, in the order of the site."""
    played = set(finished(club, is_member=is_member).order_by().values_list("game", flat=True).distinct())
    return [engine.slug for engine in registry.engines(specimens=True) if engine.slug in played]


def people(ids: Sequence[int]) -> dict[int, User]:
    """Return accounts by their numbers, without people who hide their name."""
    return User.objects.filter(is_active=True, hides_name=False).in_bulk(ids)
