"""Which mails somebody wants, and how often."""

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
# Two weekly letters are farther apart than this, wherever one has moved in between.
BETWEEN_LETTERS = timedelta(days=6)


def set_cadences(
    *,
    user_id: int,
    cadences: Mapping[Notification.Kind, MailChoice.Cadence],
    channel: MailChoice.Channel = MailChoice.Channel.EMAIL,
    now: datetime,
) -> None:
    """From now on mails of these kinds, or what is told by another way, are sent so often."""
    kinds = dict(cadences)
    weekly = kinds.pop(Kind.WEEKLY, None) if channel == MailChoice.Channel.EMAIL else None
    with transaction.atomic():
        if weekly is not None:
            _set_weekly(user_id, None if weekly == Cadence.NEVER else SUNDAY, now)
        for kind, cadence in kinds.items():
            chosen = {"cadence": cadence, "changed_at": now}
            MailChoice.objects.update_or_create(user_id=user_id, kind=kind, channel=channel, defaults=chosen)
        if Cadence.ONCE in cadences.values():
            Rhythm.objects.get_or_create(user_id=user_id, defaults={"returned_at": now})
        _look_again(user_id, now)


def set_rhythm(*, user_id: int, digest_hour: int, quiet_while_here: bool, weekly_day: int | None = None, now: datetime) -> None:
    """When the daily mail goes out (a local hour), on which weekday one about all their games (0 for Monday, None for no day),
    and whether mails wait a little while somebody is here."""
    chosen = {"digest_hour": digest_hour, "quiet_while_here": quiet_while_here}
    with transaction.atomic():
        Rhythm.objects.update_or_create(user_id=user_id, defaults=chosen, create_defaults=chosen | {"returned_at": now})
        _set_weekly(user_id, weekly_day, now)
        _look_again(user_id, now)


def take_new_calendar(*, user_id: int, now: datetime) -> None:
    """Their hours have changed, or the zone in which they count: what waits for one of them waits for the new one."""
    with transaction.atomic():
        rhythm = Rhythm.objects.select_for_update(of=("self",)).filter(user=user_id, weekly_at__gt=now).first()
        if rhythm and rhythm.weekly_at:
            preferences = mailing.preferences(User.objects.get(pk=user_id))
            # Counted from the last one: the hour may have passed today in the new zone, and not in the old one.
            rhythm.weekly_at = next_weekly(preferences, rhythm.weekly_at - BETWEEN_LETTERS)
            rhythm.save(update_fields=["weekly_at"])
        _look_again(user_id, now)


def _set_weekly(user_id: int, day: int | None, now: datetime) -> None:
    """A weekly letter on that day, the first one at its next hour; what was chosen already stays."""
    Rhythm.objects.get_or_create(user_id=user_id, defaults={"returned_at": now})
    preferences = mailing.preferences(User.objects.get(pk=user_id))
    Rhythm.objects.filter(user=user_id).update(weekly_day=day, weekly_at=next_weekly(replace(preferences, weekly_day=day), now))


def _look_again(user_id: int, now: datetime) -> None:
    """What was put off for an earlier choice is checked again by the next sweep; what only waits for its moment keeps it."""
    queued = Delivery.objects.filter(notification__recipient=user_id, status=Delivery.Status.QUEUED)
    waiting = queued.filter(next_at__gt=now + SETTLE)
    waiting.filter(failing_since=None).update(next_at=now)
