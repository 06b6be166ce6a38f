"""Putting a broken table on hold, so that it blocks nothing else, and resuming it."""

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


def describe_error(error: BaseException) -> str:
    """Return the type and place of an error. The message is left out, because it might reveal a secret of the game."""
    if isinstance(error, Fault):
        return error.where
    frames = traceback.extract_tb(error.__traceback__)
    position = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{position}"


def quarantine(*, table_id: int, where: str, now: datetime) -> None:
    """Stop all clocks of a table and refuse moves until an admin has checked it; admins are notified once."""
    with transaction.atomic():
        open_decisions = Decision.objects.open().filter(table_id=table_id)
        open_decisions.update(due_at=None, remind_at=None, think_at=None, claimed_until=None)
        is_new = _running(table_id, quarantined_at=None).update(quarantined_at=now, quarantine_reason=where, advance_at=None)
        if is_new:
            _record(table_id, Kind.QUARANTINED, None, now)
            queue.later("report_quarantined")
    logger.error("table %s is quarantined: %s", table_id, where)


def quarantine_unreadable(*, error: CannotOpen, now: datetime) -> None:
    """Log a value that cannot be decrypted, and put its running table on hold.

    If the site knows the key, only log the value: the value is intact, and ``DATA_KEYS`` of this process is incomplete.
    """
    logger.error("a sealed value does not open: %s", error)
    if isinstance(error, UnknownKey) and DataKey.objects.filter(pk=error.key).exists():
        return
    table_id = sealed.table_of(error.place)
    if table_id is not None and _running(table_id, quarantined_at=None).exists():
        quarantine(table_id=table_id, where=f"{type(error).__name__}: {error.place}", now=now)


@contextmanager
def on_crash(table_id: int, now: datetime) -> Iterator[None]:
    """Put a table on hold if its game crashes in a worker, because retries would crash for ever.

    Database errors are retried, and a Refusal is a normal answer.
    """
    try:
        yield
    except (DatabaseError, Refusal):
        raise
    # An error in a game must stop only its own table.
    except Exception as error:  # noqa: BLE001
        quarantine(table_id=table_id, where=describe_error(error), now=now)


def release(*, table_id: int, operator: Operator | None = None, now: datetime) -> None:
    """Resume a table on hold and close its open decisions; a task then opens them again, with their full time."""
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
    """Log the event and record the change for the table's viewers."""
    table = Table.objects.listed().get(pk=table_id)
    site_events.record(table=table, kind=kind, operator=operator, now=now)
    record_change(table)
