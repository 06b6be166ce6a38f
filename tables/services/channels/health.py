"""What comes of tries to reach one way: how long it is left alone, and when it turns itself off."""

from datetime import datetime, timedelta

from tables.channels.unsent import Reason, Unsent
from tables.models import Channel
from tables.services.mail.families import Family

SHORTEST_REST, LONGEST_REST = timedelta(minutes=1), timedelta(hours=4)
# A way that nothing was taken by for so long is off.
GIVE_UP = timedelta(days=3)


def took(family: Family, way: Channel, now: datetime) -> None:
    """Something was taken there."""
    rows = family.model._default_manager.filter(pk=way.pk)
    rows.update(taken_at=now, failing_since=None, next_at=None, error="")


def failed(family: Family, way: Channel, error: Unsent, now: datetime) -> datetime | None:
    """Nothing was. Returns when it is tried next; None if it never is, since the way is gone or off."""
    rows = family.model._default_manager.filter(pk=way.pk)
    if family.forgets_gone and error.reason is Reason.GONE:
        rows.delete()
        return None
    since = way.failing_since or now
    is_over = now - since >= GIVE_UP
    rest = min(max(now - since, SHORTEST_REST), LONGEST_REST)
    next_at = now + max(rest, error.after)
    off = {"off_at": now} if is_over else {}
    rows.update(failing_since=since, next_at=next_at, error=str(error), **off)
    return None if is_over else next_at
