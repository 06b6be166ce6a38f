"""Combined emails about several games: events soon after an email wait, and go out together with all later events.

The first email of a day goes out straight away. The more emails there were within a day, the longer the next one waits: at
least ``APART``, and beyond that at most a third of the time for an answer. Only the kinds in ``GATHERED`` wait, and only if the
table gives at least ``SHORT`` per answer.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tables.models import Notification, Table

Kind = Notification.Kind
GATHERED = frozenset(
    {Kind.TURN, Kind.STARTED, Kind.FINISHED, Kind.TIMED_OUT, Kind.STEWARD, Kind.OPENED, Kind.FOLLOWED, Kind.EVENT}
)
SPAN = timedelta(days=1)
APART = timedelta(minutes=15)
# Waiting times within a day: from the first email to the second, from the second to the third, and so on.
LADDER = (APART, *(timedelta(hours=hours) for hours in (2, 3, 4, 4, 8)))
# Divisor of the time for an answer: an email about it waits at most that part.
SHARE = 3
# Minimum time for an answer with delayed emails; faster tables get theirs straight away.
SHORT = timedelta(hours=4)


def next_at(sent: Sequence[datetime], table: Table, event_at: datetime) -> datetime | None:
    """Return the time for an email about a table's event at ``event_at``; None for now.

    ``sent`` are the emails within the last ``SPAN``, newest first.
    """
    if not sent:
        return None
    rung = sent[0] + LADDER[min(len(sent), len(LADDER)) - 1]
    return max(sent[0] + APART, min(rung, event_at + shortest(table) / SHARE))


def waits(table: Table) -> bool:
    """Return whether the pace of a table is slow enough for delayed emails."""
    return shortest(table) >= SHORT


def shortest(table: Table) -> timedelta:
    """Return the shortest time for an answer at a table."""
    return timedelta(minutes=min(table.decision_minutes, table.reply_minutes))
