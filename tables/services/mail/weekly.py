"""Weekly email: its row is written once when it is due, and the mail worker sends it like any other."""

from datetime import datetime

from django.db import transaction

from tables.models import Delivery, Notification, Rhythm
from tables.selectors.mail import mailing, week
from tables.selectors.mail.cadence import next_weekly
from tables.services import queue


def write_due(*, now: datetime, limit: int = 500) -> int:
    """Write the rows of weekly emails that are due, none for users without news. Return their number."""
    due = Rhythm.objects.filter(weekly_at__lte=now).select_related("user").order_by("weekly_at")[:limit]
    return sum(_write(rhythm, now) for rhythm in due)


def _write(rhythm: Rhythm, now: datetime) -> bool:
    with transaction.atomic():
        # This update is the claim: the sweep that moves the time first writes the email.
        unclaimed = Rhythm.objects.filter(pk=rhythm.pk, weekly_at=rhythm.weekly_at)
        if not unclaimed.update(weekly_at=next_weekly(mailing.preferences(rhythm.user), now)):
            return False
        seats = week.week_of(rhythm.user, week.since(now)).seats
        if not seats:
            return False
        key = f"weekly:{rhythm.weekly_at:%Y-%m-%d}"
        notification, is_new = Notification.objects.get_or_create(
            recipient=rhythm.user,
            key=key,
            # The email is about all tables, but the row needs one of them.
            defaults={"kind": Notification.Kind.WEEKLY, "table": seats[0].table, "created_at": now},
        )
        if is_new:
            queue.later("deliver", Delivery.objects.create(notification=notification, next_at=now).pk)
    return is_new
