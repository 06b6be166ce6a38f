"""When people's clocks stand still, as tables.clock counts it."""

from collections.abc import Iterable
from datetime import tzinfo

from django.db.models import FilteredRelation, Q

from accounts import time_zones
from accounts.models import User
from tables.clock import Calendar
from tables.models import Table


def calendars(table: Table, user_ids: Iterable[int | None]) -> dict[int, Calendar]:
    """The calendars of these people at a table, in one query; absences stop no clock where the table forbids them."""
    wanted = {user_id for user_id in user_ids if user_id is not None}
    if not wanted:
        return {}
    # What ended before anything now open was asked stops nothing any more.
    away = Q(absences__ends_at__gte=table.created_at)
    found = User.objects.filter(pk__in=wanted).annotate(away=FilteredRelation("absences", condition=away))
    columns = ("pk", "time_zone", "rhythm__quiet_from", "rhythm__quiet_until", "away__starts_at", "away__ends_at")
    gathered: dict[int, Calendar] = {}
    for user_id, zone, quiet_from, quiet_until, starts_at, ends_at in found.values_list(*columns):
        before = gathered.get(user_id) or _plain(table, time_zones.zone(zone), quiet_from, quiet_until)
        is_away = table.absences and starts_at is not None
        absences = (*before.absences, (starts_at, ends_at)) if is_away else before.absences
        gathered[user_id] = Calendar(before.zone, before.quiet, absences, before.weekends_off)
    return gathered


def calendar(table: Table, user_id: int | None) -> Calendar:
    """The calendar of one person at a table; without a person nothing stands still."""
    return calendars(table, [user_id]).get(user_id or 0, Calendar())


def _plain(table: Table, zone: tzinfo, quiet_from: int | None, quiet_until: int | None) -> Calendar:
    quiet = None if quiet_from is None or quiet_until is None else (quiet_from, quiet_until)
    return Calendar(zone, quiet, weekends_off=not table.weekends)
