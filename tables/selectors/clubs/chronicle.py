"""What happened in a club, month by month, and its records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Min, QuerySet

from accounts.models import User
from engines import registry
from tables.models import Club, ClubEvent, Seat, Table
from tables.selectors.clubs.tables import seen

MOST_GAMES, MOST_EVENTS = 200, 300


@dataclass(frozen=True)
class Month:
    """What ended and who came and went in one month, the latest first. ``before`` and ``after`` are the moments nearest to it
    at which something else happened; None where there is nothing. ``goes_on``: there is another page of the month.
    """

    games: Sequence[Table]
    events: Sequence[ClubEvent]
    before: datetime | None
    after: datetime | None
    goes_on: bool


def month(club: Club, start: datetime, end: datetime, *, is_member: bool, page: int = 1) -> Month:
    """From ``start`` to before ``end``, a page of it; games that others may not see are told to members alone."""
    games = finished(club, is_member=is_member)
    ended = games.filter(ended_at__gte=start, ended_at__lt=end).prefetch_related("seats__user")
    events = ClubEvent.objects.filter(club=club)
    shown = events.filter(at__gte=start, at__lt=end).select_related("user")
    before = [
        games.filter(ended_at__lt=start).aggregate(at=Max("ended_at"))["at"],
        events.filter(at__lt=start).aggregate(at=Max("at"))["at"],
    ]
    after = [
        games.filter(ended_at__gte=end).aggregate(at=Min("ended_at"))["at"],
        events.filter(at__gte=end).aggregate(at=Min("at"))["at"],
    ]
    ended_here, more_games = _page(ended.order_by("-ended_at", "-pk"), page, MOST_GAMES)
    told, more_events = _page(shown.order_by("-at", "-pk"), page, MOST_EVENTS)
    return Month(
        ended_here,
        told,
        max((at for at in before if at), default=None),
        min((at for at in after if at), default=None),
        more_games or more_events,
    )


def _page(rows: QuerySet[Any], page: int, size: int) -> tuple[list[Any], bool]:
    """Return a page of rows, counted from 1, and whether others follow."""
    found = list(rows[(page - 1) * size : page * size + 1])
    return found[:size], len(found) > size


def finished(club: Club, *, is_member: bool) -> QuerySet[Table]:
    """Its games that came to a result."""
    results = [Table.EndedBy.FINISHED, Table.EndedBy.CONCEDED]
    ended = seen(club, is_member=is_member).filter(status=Table.Status.ENDED, started_at__isnull=False)
    return ended.filter(ended_by__in=results)


def records(club: Club, *, is_member: bool) -> Sequence[Seat]:
    """The most points a person ever had in each game of the club, games in the order of the site; the first to have them."""
    ended = finished(club, is_member=is_member).filter(ended_by=Table.EndedBy.FINISHED)
    held = Seat.objects.filter(table__club=club, table__in=ended, score__isnull=False, bot="", resigned_at=None)
    held = held.filter(user__isnull=False, user__hides_name=False)
    best: list[Seat] = []
    for engine in registry.engines(specimens=True):
        of_game = held.filter(table__game=engine.slug).select_related("table", "user").defer("notes", "seen_public")
        best += of_game.order_by("-score", "table__ended_at", "pk")[:1]
    return best


def games_of(club: Club, *, is_member: bool) -> Sequence[str]:
    """Which games were played to a result there, by their slugs, in the order of the site."""
    played = set(finished(club, is_member=is_member).order_by().values_list("game", flat=True).distinct())
    return [engine.slug for engine in registry.engines(specimens=True) if engine.slug in played]


def people(ids: Sequence[int]) -> dict[int, User]:
    """Accounts by their numbers, without those who hide their name."""
    return User.objects.filter(is_active=True, hides_name=False).in_bulk(ids)
