"""Which mails somebody wants, and how often."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from tables.models import Delivery, MailChoice, Notification, Rhythm

Kind = Notification.Kind
Cadence = MailChoice.Cadence


def set_cadences(*, user_id: int, cadences: Mapping[Notification.Kind, MailChoice.Cadence], now: datetime) -> None:
    """From now on mails of these kinds are sent so often."""
    with transaction.atomic():
        for kind, cadence in cadences.items():
            MailChoice.objects.update_or_create(user_id=user_id, kind=kind, defaults={"cadence": cadence, "changed_at": now})
        if Cadence.ONCE in cadences.values():
            Rhythm.objects.get_or_create(user_id=user_id, defaults={"returned_at": now})
        _look_again(user_id, now)


def set_rhythm(*, user_id: int, digest_hour: int, quiet_while_here: bool, now: datetime) -> None:
    """When the daily mail goes out (a local hour), and whether mails wait a little while somebody is here."""
    chosen = {"digest_hour": digest_hour, "quiet_while_here": quiet_while_here}
    with transaction.atomic():
        Rhythm.objects.update_or_create(user_id=user_id, defaults=chosen, create_defaults=chosen | {"returned_at": now})
        _look_again(user_id, now)


def _look_again(user_id: int, now: datetime) -> None:
    """What was put off for an earlier choice is checked again by the next sweep."""
    waiting = Delivery.objects.filter(notification__recipient=user_id, status=Delivery.Status.QUEUED, next_at__gt=now)
    waiting.filter(failing_since=None).update(next_at=now)
