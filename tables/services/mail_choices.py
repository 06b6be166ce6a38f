"""Which mails somebody wants."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from tables.models import MailChoice, Notification

Kind = Notification.Kind


def choose(*, user_id: int, kinds: Iterable[Notification.Kind], wanted: bool, now: datetime) -> None:
    """From now on mails of these kinds are sent, or not."""
    cadence = MailChoice.Cadence.AT_ONCE if wanted else MailChoice.Cadence.NEVER
    with transaction.atomic():
        for kind in kinds:
            MailChoice.objects.update_or_create(user_id=user_id, kind=kind, defaults={"cadence": cadence, "changed_at": now})


def wanted_kinds(user_id: int) -> frozenset[Notification.Kind]:
    """The kinds of mail somebody gets: all but those they refused."""
    refused = set(MailChoice.objects.filter(user_id=user_id, cadence=MailChoice.Cadence.NEVER).values_list("kind", flat=True))
    return frozenset(kind for kind in Kind if kind.value not in refused)
