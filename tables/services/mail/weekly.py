"""The weekly letter: when it is due, a row of it is written once, and the mail worker sends it as it does any other."""

from datetime import datetime

from django.db import transaction

from tables.models import Delivery, Notification, Rhythm
from tables.selectors.mail import mailing, week
from tables.selectors.mail.cadence import next_weekly
from tables.services import queue


def write_due(*, now: datetime, limit: int = 500) -> int:
    """Write down the weekly letters that are due, found by an index; none for who has nothing to be told. Returns how many."""
    due = Rhythm.objects.filter(weekly_at__lte=now).select_related("user").order_by("weekly_at")[:limit]
    return sum(_write(rhythm, now) for rhythm in due)


def _write(rhythm: Rhythm, now: datetime) -> bool:
    with transaction.atomic():
        # The claim: whoever moves it on first writes the letter; another sweep passes on.
        mine = Rhythm.objects.filter(pk=rhythm.pk, weekly_at=rhythm.weekly_at)
        if not mine.update(weekly_at=next_weekly(mailing.preferences(rhythm.user), now)):
            return False
        seats = week.week_of(rhythm.user, week.since(now)).seats
        if not seats:
            return False
        key = f"weekly:{rhythm.weekly_at:%Y-%m-%d}"
        told, is_new = Notification.objects.get_or_create(
            recipient=rhythm.user,
            key=key,
            # It is about all of them; whichever stands first is as good as any.
            defaults={"kind": Notification.Kind.WEEKLY, "table": seats[0].table, "created_at": now},
        )
        if is_new:
            queue.later("deliver", Delivery.objects.create(notification=told, next_at=now).pk)
    return is_new
