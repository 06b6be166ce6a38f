"""Detection of a user's return, for users who want only one email until they return."""

from datetime import datetime, timedelta

from tables.models import Rhythm

# Minimum interval between two recorded visits.
EVERY = timedelta(minutes=4)


def note(*, rhythm: Rhythm, now: datetime) -> None:
    """Record a visit of the user, unless there was one a moment ago."""
    if rhythm.returned_at is None or rhythm.returned_at <= now - EVERY:
        Rhythm.objects.filter(pk=rhythm.pk, returned_at=rhythm.returned_at).update(returned_at=now)


def forget(*, user_id: int, now: datetime) -> None:
    """Reset the last visit once the only email of an absence has been sent, so that the next visit counts as a return."""
    Rhythm.objects.filter(user=user_id, returned_at__gt=now - EVERY).update(returned_at=now - EVERY)
