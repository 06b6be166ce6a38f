"""Taking a broken table out of play, so that it blocks nobody else, and giving it back."""

import logging
import traceback
from datetime import datetime

from django.db import transaction

from tables.models import Decision, Table
from tables.services import queue

logger = logging.getLogger(__name__)


def place(error: BaseException) -> str:
    """Which kind of error was raised where. Never its message: that might tell a secret of the game."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def quarantine(*, table_id: int, where: str, now: datetime) -> None:
    """Stop all clocks of a table and refuse moves until somebody has looked at it."""
    with transaction.atomic():
        Table.objects.filter(pk=table_id).update(quarantined_at=now, quarantine_reason=where, advance_at=None)
        open_ones = Decision.objects.filter(table_id=table_id, closed_at__isnull=True)
        open_ones.update(due_at=None, remind_at=None, think_at=None, claimed_until=None)
    logger.error("table %s is quarantined: %s", table_id, where)


def release(*, table_id: int, now: datetime) -> None:
    """Give a table back to its players; the sweep then gives everybody who is waited for their full time again."""
    with transaction.atomic():
        Table.objects.filter(pk=table_id).update(quarantined_at=None, quarantine_reason="", advance_at=now)
        Decision.objects.filter(table_id=table_id, closed_at__isnull=True).update(closed_at=now)
        queue.later("advance_table", table_id)
    logger.warning("table %s is released", table_id)
