"""Recording of a channel's delivery results, with its pauses after failures and its switching off."""

from datetime import datetime, timedelta

from tables.channels.unsent import Reason, Unsent
from tables.models import Channel
from tables.services.mail.families import Family

SHORTEST_REST, LONGEST_REST = timedelta(minutes=1), timedelta(hours=4)
# A channel that fails for this long is turned off.
GIVE_UP = timedelta(days=3)


def record_success(family: Family, channel: Channel, now: datetime) -> None:
    """Record a successful delivery."""
    rows = family.model._default_manager.filter(pk=channel.pk)
    rows.update(taken_at=now, failing_since=None, next_at=None, error="")


def failed(family: Family, channel: Channel, error: Unsent, now: datetime) -> datetime | None:
    """Record a failed delivery: pause the channel, turn it off after GIVE_UP, or delete it if it is gone.

    Return the time of the next attempt, or None without one.
    """
    rows = family.model._default_manager.filter(pk=channel.pk)
    if family.forgets_gone and error.reason is Reason.GONE:
        rows.delete()
        return None
    since = channel.failing_since or now
    is_over = now - since >= GIVE_UP
    pause = min(max(now - since, SHORTEST_REST), LONGEST_REST)
    next_at = now + max(pause, error.after)
    turned_off = {"off_at": now} if is_over else {}
    rows.update(failing_since=since, next_at=next_at, error=str(error), **turned_off)
    return None if is_over else next_at
