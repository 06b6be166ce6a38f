"""Times at which people's clocks are paused, as tables.clock counts them."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.db.models import QuerySet

from accounts import time_zones
from accounts.models import User
from config.database import statements
from tables.clock import ZERO, Calendar
from tables.models import Absence, Event, Rhythm, Table

# Name of the attribute that stores the calendars on a table's instance.
_KNOWN = "_calendars"


def calendars(table: Table, user_ids: Iterable[int | None]) -> dict[int, Calendar]:
    """Return the calendars of these people at a table; absences stop no clock if the table forbids them.

    They are loaded in one query and stored on the table's instance, so a move and the page after it use the same calendars.
    """
    wanted = {user_id for user_id in user_ids if user_id is not None}
    cached: dict[int, Calendar] = table.__dict__.setdefault(_KNOWN, {})
    if missing := wanted - cached.keys():
        cached.update(_fetched(table, missing))
    return {user_id: cached[user_id] for user_id in wanted & cached.keys()}


def calendar(table: Table, user_id: int | None) -> Calendar:
    """Return the calendar of one person at a table; without a person, nothing pauses the clock."""
    return calendars(table, [user_id]).get(user_id or 0, Calendar())


def own_calendar(user: User) -> Calendar:
    """Return a user's calendar, independent of any table."""
    rhythm = Rhythm.objects.filter(user=user).first()
    hours = quiet(rhythm.quiet_from, rhythm.quiet_until) if rhythm else None
    return Calendar(user.tz, hours, tuple((absence.starts_at, absence.ends_at) for absence in absences_of(user)))


def at_table(own: Calendar, table: Table) -> Calendar:
    """Return the part of a calendar that applies at a table: in an event, absences count up to its budget."""
    absences = own.absences if table.absences else ()
    if absences and table.event is not None:
        absences = within_budget(absences, table.event)
    return Calendar(own.zone, own.quiet, absences, weekends_off=not table.weekends)


def within_budget(absences: Iterable[tuple[datetime, datetime]], event: Event) -> tuple[tuple[datetime, datetime], ...]:
    """Return the part of these absences that stops clocks in an event: the first ``absence_days`` since its start."""
    counted, reached = [], event.started_at or event.created_at
    left = timedelta(days=event.absence_days)
    for start, end in sorted(absences):
        # Time in two absences counts once.
        start = max(start, reached)
        end = min(end, start + left)
        if start < end:
            counted.append((start, end))
            left, reached = left - (end - start), end
    return tuple(counted)


def event_budgets(user: User) -> Sequence[tuple[Event, timedelta]]:
    """Return the running events of a user with the time for which absences can still stop their clocks there."""
    mine = Event.objects.readable().filter(stage=Event.Stage.RUNNING, entries__user=user, entries__left_at=None)
    absences = [(absence.starts_at, absence.ends_at) for absence in absences_of(user)]
    return [
        (event, timedelta(days=event.absence_days) - sum((end - start for start, end in within_budget(absences, event)), ZERO))
        for event in mine.order_by("pk")
    ]


def quiet(quiet_from: int | None, quiet_until: int | None) -> tuple[int, int] | None:
    """Return quiet hours from their two columns."""
    return None if quiet_from is None or quiet_until is None else (quiet_from, quiet_until)


def absences_of(user: User) -> Sequence[Absence]:
    """Return all announced absences of a user, by their start."""
    return list(Absence.objects.filter(user=user).order_by("starts_at"))


def time_away(absences: Iterable[tuple[datetime, datetime]], zone: tzinfo, year: int) -> timedelta:
    """Return the time that these absences take of a year in this zone, in local clock time: every day has 24 hours."""
    first, last = (on_wall(datetime(start_year, 1, 1, tzinfo=zone), zone) for start_year in (year, year + 1))
    local_spans = ((on_wall(start, zone), on_wall(end, zone)) for start, end in absences)
    return sum((max(min(end, last) - max(start, first), ZERO) for start, end in local_spans), ZERO)


def on_wall(moment: datetime, zone: tzinfo) -> datetime:
    """Return the local clock time of a moment in this zone."""
    return moment.astimezone(zone).replace(tzinfo=None)


def tables_without_absences(user: User) -> Sequence[Table]:
    """Return this person's running tables at which absences do not stop their clock."""
    mine = Table.objects.running().filter(absences=False, seats__user=user, seats__resigned_at=None)
    return list(mine.only("code", "name", "game").order_by("pk"))


def _fetched(table: Table, user_ids: set[int]) -> dict[int, Calendar]:
    by_user: dict[int, Calendar] = {}
    for user_id, zone, quiet_from, quiet_until, starts_at, ends_at in _hours(user_ids):
        current = by_user.get(user_id) or Calendar(time_zones.zone(zone), quiet(quiet_from, quiet_until))
        # An absence that ended before the table was created stops no clock any more, but can have used the event's budget.
        is_over = ends_at is None or (ends_at < table.created_at and table.event_id is None)
        absences = current.absences if is_over else (*current.absences, (starts_at, ends_at))
        by_user[user_id] = Calendar(current.zone, current.quiet, absences)
    return {user_id: at_table(own, table) for user_id, own in by_user.items()}


@statements.read
def _hours(users: Collection[int]) -> QuerySet[User, Any]:
    columns = ("pk", "time_zone", "rhythm__quiet_from", "rhythm__quiet_until", "absences__starts_at", "absences__ends_at")
    return User.objects.filter(pk__in=users).values_list(*columns)
