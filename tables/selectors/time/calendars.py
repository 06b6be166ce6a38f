"""When people's clocks stand still, as tables.clock counts it."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.db.models import QuerySet

from accounts import time_zones
from accounts.models import User
from config.database import statements
from tables.clock import ZERO, Calendar
from tables.models import Absence, Rhythm, Table

# Where a row of a table keeps the calendars that were asked for it.
_KNOWN = "_calendars"


def calendars(table: Table, user_ids: Iterable[int | None]) -> dict[int, Calendar]:
    """The calendars of these people at a table; absences stop no clock where the table forbids them.

    Fetched in one query, and once for each row of a table in hand: the page that answers a move knows what the move knew.
    """
    wanted = {user_id for user_id in user_ids if user_id is not None}
    known: dict[int, Calendar] = table.__dict__.setdefault(_KNOWN, {})
    if missing := wanted - known.keys():
        known.update(_fetched(table, missing))
    return {user_id: known[user_id] for user_id in wanted & known.keys()}


def calendar(table: Table, user_id: int | None) -> Calendar:
    """The calendar of one person at a table; without a person nothing stands still."""
    return calendars(table, [user_id]).get(user_id or 0, Calendar())


def own_calendar(user: User) -> Calendar:
    """Somebody's calendar, whatever the table."""
    rhythm = Rhythm.objects.filter(user=user).first()
    hours = quiet(rhythm.quiet_from, rhythm.quiet_until) if rhythm else None
    return Calendar(user.tz, hours, tuple((absence.starts_at, absence.ends_at) for absence in absences_of(user)))


def at_table(own: Calendar, table: Table) -> Calendar:
    """What of somebody's calendar holds at a table."""
    return Calendar(own.zone, own.quiet, own.absences if table.absences else (), weekends_off=not table.weekends)


def quiet(quiet_from: int | None, quiet_until: int | None) -> tuple[int, int] | None:
    """Quiet hours as two columns hold them."""
    return None if quiet_from is None or quiet_until is None else (quiet_from, quiet_until)


def absences_of(user: User) -> Sequence[Absence]:
    """All absences somebody announced, by their beginning."""
    return list(Absence.objects.filter(user=user).order_by("starts_at"))


def time_away(absences: Iterable[tuple[datetime, datetime]], zone: tzinfo, year: int) -> timedelta:
    """How much of a calendar year of this zone these absences take, as a clock on the wall shows it: a day is a day."""
    first, last = (on_wall(datetime(start_of, 1, 1, tzinfo=zone), zone) for start_of in (year, year + 1))
    walls = ((on_wall(start, zone), on_wall(end, zone)) for start, end in absences)
    return sum((max(min(end, last) - max(start, first), ZERO) for start, end in walls), ZERO)


def on_wall(moment: datetime, zone: tzinfo) -> datetime:
    """What a clock on the wall of this zone shows at a moment."""
    return moment.astimezone(zone).replace(tzinfo=None)


def tables_without_absences(user: User) -> Sequence[Table]:
    """The running tables of this person at which no absence stops their clock."""
    mine = Table.objects.running().filter(absences=False, seats__user=user, seats__resigned_at=None)
    return list(mine.only("code", "name", "game").order_by("pk"))


def _fetched(table: Table, wanted: set[int]) -> dict[int, Calendar]:
    gathered: dict[int, Calendar] = {}
    for user_id, zone, quiet_from, quiet_until, starts_at, ends_at in _hours(wanted):
        known = gathered.get(user_id) or Calendar(time_zones.zone(zone), quiet(quiet_from, quiet_until))
        # What ended before anything now open was asked stops nothing any more.
        is_over = ends_at is None or ends_at < table.created_at
        absences = known.absences if is_over else (*known.absences, (starts_at, ends_at))
        gathered[user_id] = Calendar(known.zone, known.quiet, absences)
    return {user_id: at_table(own, table) for user_id, own in gathered.items()}


@statements.read
def _hours(users: Collection[int]) -> QuerySet[User, Any]:
    columns = ("pk", "time_zone", "rhythm__quiet_from", "rhythm__quiet_until", "absences__starts_at", "absences__ends_at")
    return User.objects.filter(pk__in=users).values_list(*columns)
