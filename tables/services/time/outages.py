"""Outages: times without a sweep or without pages, for which nobody is penalised.

The sweep and the processes that serve pages record heartbeats. After a gap of more than ``OUTAGE`` in the heartbeats of either,
clocks that ran are moved on by the length of the gap, and the log of their table says so. There is one transaction per table,
so after a crash the logs show which tables are done.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tables.clock import ALWAYS
from tables.models import Decision, Heartbeat, Outage, SiteEvent, Table
from tables.selectors.time import calendars
from tables.services import quarantine, site_events
from tables.services.locking import lock
from tables.services.time import clocks

logger = logging.getLogger(__name__)

SWEEP, WEB = "sweep", "web"
# Heartbeat interval of a web process; the sweep has one every minute.
WEB_EVERY = timedelta(seconds=10)
OUTAGE = timedelta(minutes=5)
# A web process without a heartbeat for this long is not back yet.
FRESH = timedelta(minutes=2)
BATCH = 200
_BEATS = Heartbeat.objects.filter(name__in=[SWEEP, WEB])


def note_web(*, now: datetime) -> None:
    """Record the heartbeat of a process that serves pages. Any of them counts for all.

    The first one after a long silence records the outage, because all sweeps within it may have come too early.
    """
    if Heartbeat.objects.filter(name=WEB, at__gte=now - OUTAGE).update(at=now):
        return
    with _beats() as beats:
        if WEB in beats:
            _note_silence(beats[WEB], now, is_web_away=True)
        Heartbeat.objects.update_or_create(name=WEB, defaults={"at": now})


def settle(*, now: datetime) -> datetime | None:
    """Detect outages, and move clocks on for those that are over.

    Returns the time until which people could play: deadlines up to then can take effect. Returns None during an outage or while
    clocks are not moved. A site without any heartbeat of a web process is judged by its sweep alone.
    """
    beats = dict(_BEATS.values_list("name", "at"))
    web = beats.get(WEB)
    if beats and now - min(beats.values()) > OUTAGE:
        with _beats() as beats:
            _note_silence(min(beats.values()), now)
    is_web_away = web is not None and now - web > FRESH
    unsettled = list(Outage.objects.filter(settled_at=None).order_by("since"))
    if unsettled and is_web_away:
        Outage.objects.filter(pk__in=[outage.pk for outage in unsettled]).update(is_web_away=True)
        logger.warning("no web process is there since %s: deadlines wait", web)
        return None
    if not all(_settle_one(outage, now) for outage in unsettled):
        return None
    return min(now, web) if web else now


@contextmanager
def _beats() -> Iterator[dict[str, datetime]]:
    """Lock the heartbeats, so that no other process records the same silence, and yield their times by name."""
    with transaction.atomic():
        yield {row.name: row.at for row in _BEATS.select_for_update().order_by("name")}


def _note_silence(since: datetime, now: datetime, *, is_web_away: bool = False) -> None:
    """Record an outage after a long silence. One that continues is extended, and no two overlap."""
    last = Outage.objects.order_by("-since").first()
    # An outage that ends in the future was recorded by a clock that ran ahead, and hides no other one.
    if last is not None and last.until is not None and last.until - now <= OUTAGE:
        since = max(since, last.until)
    if now - since <= OUTAGE:
        return
    if last is not None and last.until is None:
        last.since, last.is_web_away = min(since, last.since), last.is_web_away or is_web_away
        last.save(update_fields=["since", "is_web_away"])
    else:
        Outage.objects.get_or_create(since=since, defaults={"is_web_away": is_web_away})


def _settle_one(outage: Outage, now: datetime) -> bool:
    """Move the clocks of one outage on and mark it as settled; return False if some tables must be tried again."""
    unfinished = Outage.objects.filter(pk=outage.pk, until=None)
    # A clock that ran ahead has recorded this outage and has come back since.
    if outage.since > now and unfinished.delete()[0]:
        return True
    unfinished.update(until=now)
    outage.refresh_from_db()
    started, moved, failed = time.monotonic(), 0, 0
    for table_ids in _batches(outage):
        for table_id in table_ids:
            count = _move_table(table_id, outage, now)
            moved, failed = moved + (count or 0), failed + (count is None)
        # The time that this work takes does not count as silence.
        at = now + timedelta(seconds=time.monotonic() - started)
        Heartbeat.objects.filter(name=SWEEP, at__lt=at).update(at=at)
    if failed:
        return False
    if Outage.objects.filter(pk=outage.pk, settled_at=None).update(settled_at=now):
        length = _until(outage) - outage.since
        logger.warning("nobody could play for %s: %d deadlines were moved on by as much", length, moved)
    return True


def _batches(outage: Outage) -> Iterator[list[int]]:
    """Yield lists of the IDs of tables with clocks that are still to be moved on."""
    last = 0
    while table_ids := list(
        Table.objects.filter(
            Exists(_ran(outage).filter(table=OuterRef("pk"))), ~_is_in_log(outage, OuterRef("pk")), pk__gt=last
        )
        .order_by("pk")
        .values_list("pk", flat=True)[:BATCH]
    ):
        yield table_ids
        last = table_ids[-1]


def _ran(outage: Outage) -> QuerySet[Decision]:
    """Return the decisions with a clock that ran in a past outage.

    If only the sweep was away, players could still make decisions opened during the outage. The clocks of these decisions are
    moved on only if their deadline has passed.
    """
    until = _until(outage)
    in_time = Q(asked_at__lt=until) if outage.is_web_away else Q(asked_at__lte=outage.since) | Q(due_at__lte=until)
    return Decision.objects.open().filter(in_time, due_at__gt=outage.since)


def _is_in_log(outage: Outage, table: Any) -> Exists:
    """Return the condition that a table's log mentions this outage."""
    return Exists(SiteEvent.objects.filter(table=table, kind=SiteEvent.Kind.OUTAGE, at=_until(outage)))


def _move_table(table_id: int, outage: Outage, now: datetime) -> int | None:
    """Move the clocks of a table on and return their number; None after a database error. Put a table that crashes on hold."""
    try:
        with transaction.atomic():
            return _move_on(lock(table_id), outage)
    except DatabaseError as error:
        logger.warning("table %s: its clocks are moved on later: %s", table_id, type(error).__name__)
        return None
    # A table that crashes the sweep must not keep it from the others.
    except Exception as error:  # noqa: BLE001
        quarantine.quarantine(table_id=table_id, where=quarantine.describe_error(error), now=now)
        return 0


def _move_on(table: Table, outage: Outage) -> int:
    """Move the clocks of a table on, once. Time before the outage stays spent; the rest is counted from its end."""
    if Table.objects.filter(_is_in_log(outage, OuterRef("pk")), pk=table.pk).exists():
        return 0
    until = _until(outage)
    rows = list(_ran(outage).filter(table=table).select_related("seat"))
    by_user = calendars.calendars(table, [row.holder_id for row in rows])
    for row in rows:
        calendar = by_user.get(row.holder_id or 0, ALWAYS)
        row.seat.table = table
        # If a player has changed their calendar since the outage, counting starts at that change.
        counted_from = max(until, row.counted_at or until)
        clocks.recount(row, row.seat, calendar, calendar, now=counted_from, until=max(outage.since, row.asked_at))
        row.save(update_fields=clocks.MOMENTS)
    if rows:
        minutes = round((until - outage.since).total_seconds() / 60)
        site_events.record(table=table, kind=SiteEvent.Kind.OUTAGE, facts={"minutes": minutes}, now=until)
    return len(rows)


def _until(outage: Outage) -> datetime:
    assert outage.until is not None
    return outage.until
