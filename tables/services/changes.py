"""Notice of changes for everybody who watches a table."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, Q

from tables.models import Event, Table, Webhook
from tables.selectors.play.pulse import Pulse, remember
from tables.services import queue


def publish_change(table: Table) -> None:
    """Publish the row's change counter after the commit."""
    pulse = Pulse(table.changes, table.status == Table.Status.ENDED)
    transaction.on_commit(partial(remember, table.pulse, pulse), robust=True)


def record_change(table: Table) -> None:
    """Count and publish one more visible change. The row must be locked."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1)
    table.changes += 1
    publish_change(table)


def refresh_messages(table: Table) -> None:
    """Have messages of the table's webhooks that are kept up to date edited. Their clocks and players change without a move."""
    edited = Webhook.objects.filter(table=table).exclude(message="")
    # Without its claim, a worker that has read the old state cannot record its message as the newest.
    edited.update(told_seq=None, told_for="", claim="", claimed_at=None)


def wake_event(event_id: int, now: datetime) -> None:
    """Have a running event go on now: a task does it, and if the task is lost, the next sweep."""
    Event.objects.filter(Q(due_at=None) | Q(due_at__gt=now), pk=event_id, stage=Event.Stage.RUNNING).update(due_at=now)
    queue.later("advance_event", event_id)
