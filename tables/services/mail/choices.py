"""Choice of emails and their frequency."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from tables.models import Delivery, MailChoice, Notification, Rhythm
from tables.selectors.mail import mailing
from tables.selectors.mail.cadence import SUNDAY, next_weekly
from tables.services.mail.notify import SETTLE

Kind = Notification.Kind
Cadence = MailChoice.Cadence
# Time before the planned weekly email from which its new time is searched, after a change of hours or time zone.
BETWEEN_LETTERS = timedelta(days=6)


def set_cadences(
    *,
    user_id: int,
    cadences: Mapping[Notification.Kind, MailChoice.Cadence],
    channel: MailChoice.Channel = MailChoice.Channel.EMAIL,
    now: datetime,
) -> None:
    """Set the frequency of notifications of these kinds, by email or another channel."""
    kinds = dict(cadences)
    weekly = kinds.pop(Kind.WEEKLY, None) if channel == MailChoice.Channel.EMAIL else None
    with transaction.atomic():
        if weekly is not None:
            _set_weekly(user_id, None if weekly == Cadence.NEVER else SUNDAY, now)
        for kind, cadence in kinds.items():
            fields = {"cadence": cadence, "changed_at": now}
            MailChoice.objects.update_or_create(user_id=user_id, kind=kind, channel=channel, defaults=fields)
        if Cadence.ONCE in cadences.values():
            Rhythm.objects.get_or_create(user_id=user_id, defaults={"returned_at": now})
        _look_again(user_id, now)


def set_rhythm(*, user_id: int, digest_hour: int, quiet_while_here: bool, weekly_day: int | None = None, now: datetime) -> None:
    """Set the times of a user's emails.

    ``digest_hour`` is the local hour of the daily email. ``weekly_day`` is the weekday of the weekly email (0 for Monday, None
    for no day). ``quiet_while_here`` delays emails while the user is on the site.
    """
    fields = {"digest_hour": digest_hour, "quiet_while_here": quiet_while_here}
    with transaction.atomic():
        Rhythm.objects.update_or_create(user_id=user_id, defaults=fields, create_defaults=fields | {"returned_at": now})
        _set_weekly(user_id, weekly_day, now)
        _look_again(user_id, now)


def take_new_calendar(*, user_id: int, now: datetime) -> None:
    """Recalculate the times of waiting emails after a change of the user's hours or time zone."""
    with transaction.atomic():
        rhythm = Rhythm.objects.select_for_update(of=("self",)).filter(user=user_id, weekly_at__gt=now).first()
        if rhythm and rhythm.weekly_at:
            preferences = mailing.preferences(User.objects.get(pk=user_id))
            # Count from the last weekly email, because today's hour may already have passed in the new zone but not in the old
            # one.
            rhythm.weekly_at = next_weekly(preferences, rhythm.weekly_at - BETWEEN_LETTERS)
            rhythm.save(update_fields=["weekly_at"])
        _look_again(user_id, now)


def _set_weekly(user_id: int, day: int | None, now: datetime) -> None:
    """Set the weekday of the weekly email (None for no email), starting with the next one."""
    Rhythm.objects.get_or_create(user_id=user_id, defaults={"returned_at": now})
    preferences = mailing.preferences(User.objects.get(pk=user_id))
    Rhythm.objects.filter(user=user_id).update(weekly_day=day, weekly_at=next_weekly(replace(preferences, weekly_day=day), now))


def _look_again(user_id: int, now: datetime) -> None:
    """Let the next sweep check postponed deliveries again. Those retried after a failure keep their time."""
    queued = Delivery.objects.filter(notification__recipient=user_id, status=Delivery.Status.QUEUED)
    postponed = queued.filter(next_at__gt=now + SETTLE)
    postponed.filter(failing_since=None).update(next_at=now)
