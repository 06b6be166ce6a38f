"""Taking a broken table out of play, so that it blocks nobody else, and giving it back."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from config.safe.sealing import CannotOpen, UnknownKey
from tables.errors import Fault, Refusal
from tables.models import DataKey, Decision, SiteEvent, Table
from tables.selectors import sealed
from tables.services import queue, site_events
from tables.services.changes import record_change
from tables.services.site_events import Operator

logger = logging.getLogger(__name__)

Kind = SiteEvent.Kind


def place(error: BaseException) -> str:
    """Which kind of error was raised where. Never its message: that might tell a secret of the game."""
    if isinstance(error, Fault):
        return error.where
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def quarantine(*, table_id: int, where: str, now: datetime) -> None:
    """Stop all clocks of a table and refuse moves until somebody has looked at it; the operators are told, once."""
    with transaction.atomic():
        open_ones = Decision.objects.open().filter(table_id=table_id)
        open_ones.update(due_at=None, remind_at=None, think_at=None, claimed_until=None)
        is_new = _running(table_id, quarantined_at=None).update(quarantined_at=now, quarantine_reason=where, advance_at=None)
        if is_new:
            _record(table_id, Kind.QUARANTINED, None, now)
            queue.later("report_quarantined")
    logger.error("table %s is quarantined: %s", table_id, where)


def set_aside(*, error: CannotOpen, now: datetime) -> None:
    """Quarantine the running table to which a value belongs that does not open, and log the place of the value.

    Nothing happens for a key that the site uses elsewhere: then this process was started with too few ``DATA_KEYS``, and the
    value is as it should be.
    """
    logger.error("a sealed value does not open: %s", error)
    if isinstance(error, UnknownKey) and DataKey.objects.filter(pk=error.key).exists():
        return
    table_id = sealed.table_of(error.place)
    if table_id is not None and _running(table_id, quarantined_at=None).exists():
        quarantine(table_id=table_id, where=f"{type(error).__name__}: {error.place}", now=now)


@contextmanager
def on_crash(table_id: int, now: datetime) -> Iterator[None]:
    """Set a table aside whose game falls over while a worker is at it: tried again and again, it would for ever.

    What the database refuses is tried again, and a Refusal is an answer.
    """
    try:
        yield
    except (DatabaseError, Refusal):
        raise
    # Whatever a game does, its table alone stands still for it.
    except Exception as error:  # noqa: BLE001
        quarantine(table_id=table_id, where=place(error), now=now)


def release(*, table_id: int, operator: Operator | None = None, now: datetime) -> None:
    """Give a table back to its players; the sweep then gives everybody who is waited for their full time again."""
    with transaction.atomic():
        if not _running(table_id, quarantined_at__isnull=False).update(
            quarantined_at=None, quarantine_reason="", advance_at=now
        ):
            return
        Decision.objects.open().filter(table_id=table_id).update(closed_at=now)
        _record(table_id, Kind.RELEASED, operator, now)
        queue.later("advance_table", table_id)
    logger.warning("table %s is released", table_id)


def _running(table_id: int, **more: Any) -> QuerySet[Table]:
    return Table.objects.running().filter(pk=table_id, **more)


def _record(table_id: int, kind: SiteEvent.Kind, operator: Operator | None, now: datetime) -> None:
    """The log says so, and whoever looks at the table hears of it."""
    table = Table.objects.listed().get(pk=table_id)
    site_events.record(table=table, kind=kind, operator=operator, now=now)
    record_change(table)
