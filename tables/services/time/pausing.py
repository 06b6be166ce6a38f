"""Paused tables: clocks stand still and there are no reminders of deadlines, but people can continue to play.

A pause does not use up the time for which a clock can stand still (see tables.clock). The sweep ends it after ``LONGEST``, so
that a pause does not make a game endless.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet

from tables.clock import ALWAYS, Calendar
from tables.errors import Code, NotRunning, Refusal
from tables.models import Consent, Decision, SiteEvent, Table
from tables.selectors.time import calendars
from tables.services import site_events
from tables.services.changes import record_change
from tables.services.site_events import Operator
from tables.services.time import clocks

LONGEST = timedelta(days=30)


def pause(table: Table, *, now: datetime, operator: Operator | None = None) -> None:
    """Stop all clocks of a locked table. Raises Refusal: paused."""
    check_running(table)
    if not Table.objects.filter(pk=table.pk, paused_at=None).update(paused_at=now):
        raise Refusal(Code.PAUSED)
    table.paused_at = now
    for row, calendar in running_clocks(table):
        clocks.stop(row, calendar, now=now)
        row.save(update_fields=clocks.MOMENTS)
    _announce(table, SiteEvent.Kind.PAUSED, now, operator)


def resume(table: Table, *, now: datetime, operator: Operator | None = None) -> None:
    """Resume all clocks of a locked table with the time they had left. Raises Refusal: not_paused."""
    check_running(table)
    if not Table.objects.filter(pk=table.pk, paused_at__isnull=False).update(paused_at=None):
        raise Refusal(Code.NOT_PAUSED)
    table.paused_at = None
    stopped = table.decisions.required().filter(counted_at=None, holder__isnull=False)
    for row, calendar in _with_calendars(table, stopped):
        clocks.resume(row, row.seat, calendar, now=now)
        row.save(update_fields=clocks.MOMENTS)
    _announce(table, SiteEvent.Kind.RESUMED, now, operator)


def check_running(table: Table) -> None:
    """Raise NotRunning unless the game is running."""
    if table.status != Table.Status.RUNNING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.NOT_RUNNING)
    if table.quarantined_at:
        raise NotRunning(Code.QUARANTINED)


def running_clocks(table: Table) -> Iterator[tuple[Decision, Calendar]]:
    """Yield decisions of a locked table with a clock that runs or seems to run, each with its player's calendar."""
    return _with_calendars(table, table.decisions.open().filter(due_at__isnull=False))


def _with_calendars(table: Table, decisions: QuerySet[Decision]) -> Iterator[tuple[Decision, Calendar]]:
    """Yield rows of a locked table, each with its player's calendar."""
    rows = list(decisions.select_related("seat"))
    by_user = calendars.calendars(table, [row.holder_id for row in rows])
    for row in rows:
        row.seat.table = table
        yield row, by_user.get(row.holder_id or 0, ALWAYS)


def _announce(table: Table, kind: SiteEvent.Kind, now: datetime, operator: Operator | None) -> None:
    table.consents.filter(what__in=[Consent.What.PAUSE, Consent.What.RESUME]).delete()
    site_events.record(table=table, kind=kind, operator=operator, now=now)
    record_change(table)
