"""Notifications about events: the end of a round and of the event, and warnings before a round ends."""

from datetime import datetime, timedelta

from django.db import transaction

from tables.models import Event, EventRound, Notification, Seat, Table
from tables.services.mail import notify

# Times before the end of a round at which its players are warned, the longest first.
WARNINGS = (timedelta(days=2), timedelta(days=1))
Kind = Notification.Kind


def warn(*, event_id: int, now: datetime) -> bool:
    """Warn the players of running tables before their round ends. Return whether there were new warnings."""
    written = 0
    with transaction.atomic():
        for row in EventRound.objects.filter(event=event_id, ended_at=None, ends_at__gt=now):
            due = [before for before in WARNINGS if now >= row.ends_at - before]
            if due:
                seats = Seat.objects.played_by_person().filter(
                    table__event_table__round=row, table__status=Table.Status.RUNNING
                )
                # One key for each date of the end, so that a prolonged round warns again.
                key = f"round_ends:{row.pk}:{len(due)}:{row.ends_at:%Y%m%d}"
                written += notify.notify_event(Kind.ROUND_ENDS, row.event, key, seats, now=now)
    return written > 0


def round_over(*, event: Event, row: EventRound, now: datetime) -> None:
    """Notify the players of a round of its end."""
    seats = Seat.objects.with_person().filter(table__event_table__round=row)
    notify.notify_event(Kind.EVENT, event, f"round:{row.pk}", seats, now=now)


def over(*, event: Event, now: datetime) -> None:
    """Notify all players of an event of its end."""
    seats = Seat.objects.with_person().filter(table__event=event).order_by("-table_id")
    notify.notify_event(Kind.EVENT, event, f"event:{event.pk}", seats, now=now)


def cancelled(*, event: Event, reason: str, now: datetime) -> None:
    """Write to everybody who has signed up that the event does not take place."""
