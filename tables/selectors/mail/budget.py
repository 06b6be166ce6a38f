"""How many mails the free acts of others may cause somebody: to mention or invite them costs nothing.

What is over the limit waits and goes out in one mail; on the site it stands at once.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tables.models import Notification

Kind = Notification.Kind
FREE = frozenset({Kind.MENTION, Kind.INVITATION})
APART = timedelta(hours=1)
MOST, SPAN = 4, timedelta(days=1)


def next_at(sent: Sequence[datetime]) -> datetime | None:
    """When the next such mail may go out after those ``sent`` within the last ``SPAN``, newest first; None for at once."""
    if len(sent) >= MOST:
        return max(sent[0] + APART, sent[MOST - 1] + SPAN)
    return sent[0] + APART if sent else None
