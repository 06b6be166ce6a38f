"""Noticing that somebody is back, for whoever wants one mail and then none until then."""

from datetime import datetime, timedelta

from tables.models import Rhythm

# A look at the site is written down at most so often.
EVERY = timedelta(minutes=4)


def note(*, rhythm: Rhythm, now: datetime) -> None:
    """They look at the site. Writes nothing if they did so a moment ago."""
    if rhythm.returned_at is None or rhythm.returned_at <= now - EVERY:
        Rhythm.objects.filter(pk=rhythm.pk, returned_at=rhythm.returned_at).update(returned_at=now)


def forget(*, user_id: int, now: datetime) -> None:
    """A mail went out that waits for their return: the next look at the site counts, however recent the last one."""
    Rhythm.objects.filter(user=user_id, returned_at__gt=now - EVERY).update(returned_at=now - EVERY)
