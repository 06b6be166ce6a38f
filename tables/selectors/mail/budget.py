"""Limit on emails about mentions and invitations, which cost their senders nothing.

Events over the limit wait and go out in one email; the site shows them straight away.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tables.models import Notification

Kind = Notification.Kind
FREE = frozenset({Kind.MENTION, Kind.INVITATION})
APART = timedelta(hours=1)
MOST, SPAN = 4, timedelta(days=1)


def next_at(sent: Sequence[datetime]) -> datetime | None:
    """Return the time of the next such email, or None for now.

    ``sent`` are those within the last ``SPAN``, newest first.
    """
    if len(sent) >= MOST:
        return max(sent[0] + APART, sent[MOST - 1] + SPAN)
    return sent[0] + APART if sent else None
