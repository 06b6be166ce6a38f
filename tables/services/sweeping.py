"""Sweep that handles due rows. It finds them by indexed columns, so its cost depends on the number of due rows.

A decision or table is claimed by a conditional update. Each deadline is handled in its own transaction, so an error at one
table does not keep the sweep from the others.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import DatabaseError, transaction
from django.db.models import Q

from tables.errors import Refusal
from tables.models import Decision, Heartbeat, Table
from tables.services import quarantine, queue
from tables.services.archive import archiving, rating
from tables.services.channels import deliveries as channel_deliveries
from tables.services.channels import posting
from tables.services.events import running
from tables.services.lobby import watching
from tables.services.mail import deliveries, notify, weekly
from tables.services.play.moves import time_out
from tables.services.seats import escalation
from tables.services.staff import reporting
from tables.services.time import agreeing, outages

logger = logging.getLogger(__name__)

BATCH = 200
LEASE = timedelta(minutes=5)
HINT_AGAIN = timedelta(minutes=2)
HEARTBEAT = outages.SWEEP


@dataclass
class Swept:
    """Numbers of rows that a sweep has handled, by kind."""

    timed_out: int = 0
    reminded: int = 0
    bots: int = 0
    advanced: int = 0
    delivered: int = 0


def sweep(*, now: datetime, limit: int = 2000) -> Swept:
    """Handle what is due, and return the numbers. Later sweeps continue after about ``limit`` rows of a kind.

    During an outage, deadlines and reminders wait.
    """
    playable_until = outages.settle(now=now)
    weekly.write_due(now=now)
    swept = Swept(
        timed_out=_in_batches(partial(_time_out_batch, playable_until), now, limit) if playable_until else 0,
        reminded=_in_batches(_remind_batch, now, limit) if playable_until else 0,
        bots=_wake_bots(now, limit),
        advanced=_wake_tables(now, limit),
        delivered=deliveries.queue_due(now=now) + channel_deliveries.queue_due(now=now),
    )
    posting.queue_due(now=now)
    running.queue_due(now=now)
    watching.tell_followers(now=now)
    escalation.abandon_deserted(now=now)
    agreeing.resume_overdue(now=now, limit=limit)
    archiving.queue_missing(now=now, limit=limit)
    rating.queue_uncounted()
    reporting.queue_report()
    Heartbeat.objects.update_or_create(name=HEARTBEAT, defaults={"at": now})
    return swept


def _in_batches(handle: Callable[[datetime], int], now: datetime, limit: int) -> int:
    handled = 0
    while handled < limit and (count := handle(now)):
        handled += count
    return handled


def _time_out_batch(playable_until: datetime, now: datetime) -> int:
    # A sweep whose clock ran ahead may have died with a claim that would last until the real time catches up.
    free = Q(claimed_until=None) | Q(claimed_until__lte=now) | Q(claimed_until__gt=now + 2 * LEASE)
    due = Decision.objects.open().filter(free, due_at__lte=playable_until)
    rows = list(due.order_by("due_at").values_list("pk", "table_id")[:BATCH])
    for decision_id, table_id in rows:
        # This update is the claim: the worker that changes the row first has claimed it.
        if due.filter(pk=decision_id).update(claimed_until=now + LEASE):
            _time_out(decision_id, table_id, now)
    return len(rows)


def _time_out(decision_id: int, table_id: int, now: datetime) -> None:
    try:
        time_out(decision_id=decision_id, now=now)
    except DatabaseError as error:
        logger.warning("table %s: its deadline is tried again: %s", table_id, type(error).__name__)
    except Refusal as refusal:
        logger.warning("table %s: its deadline was refused: %s", table_id, refusal)
    # A table that crashes the sweep must not keep it from the others.
    except Exception as error:  # noqa: BLE001
        quarantine.quarantine(table_id=table_id, where=quarantine.describe_error(error), now=now)


def _remind_batch(now: datetime) -> int:
    due = Decision.objects.open().filter(remind_at__lte=now)
    rows = list(due.order_by("remind_at").select_related("seat", "table")[:BATCH])
    for row in rows:
        with transaction.atomic():
            if due.filter(pk=row.pk).update(remind_at=None) and row.answered_at is None:
                notify.notify_reminder(decision=row, now=now)
    return len(rows)


def _wake_bots(now: datetime, limit: int) -> int:
    """Queue the tasks of bots and stewards that have not decided in time. Return the number of decisions."""
    due = Decision.objects.open().filter(think_at__lte=now)
    rows = list(due.order_by("think_at").values_list("pk", "table_id", "seat_id", "key")[:limit])
    for pk, *task_arguments in rows:
        if due.filter(pk=pk).update(think_at=now + HINT_AGAIN):
            queue.later("think_bot", *task_arguments)
    return len(rows)


def _wake_tables(now: datetime, limit: int) -> int:
    """Queue again the tasks of tables with prepared answers that are still to be played. Return the number of tables."""
    due = Table.objects.filter(advance_at__lte=now)
    table_ids = list(due.order_by("advance_at").values_list("pk", flat=True)[:limit])
    for pk in table_ids:
        if due.filter(pk=pk).update(advance_at=now + HINT_AGAIN):
            queue.later("advance_table", pk)
    return len(table_ids)
