"""Letters about several games in one: what comes soon after a letter waits and goes out with whatever came meanwhile.

The first letter of a day goes out at once. The more there were within a day, the longer the next one waits, but no part of it
longer than a third of the time for an answer. A reminder never waits, and nothing does at a table where answers are due
within hours.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tables.models import Notification, Table

Kind = Notification.Kind
GATHERED = frozenset({Kind.TURN, Kind.STARTED, Kind.FINISHED, Kind.TIMED_OUT, Kind.STEWARD, Kind.OPENED, Kind.FOLLOWED})
SPAN = timedelta(days=1)
APART = timedelta(minutes=15)
# How long after the first letter within a day the second one may come, after the second the third, and so on.
LADDER = (APART, *(timedelta(hours=hours) for hours in (2, 3, 4, 4, 8)))
# So much of the time for an answer a letter about it may wait.
SHARE = 3
# A table at which anything is due so soon gets its letters at once.
SHORT = timedelta(hours=4)


def next_at(sent: Sequence[datetime], table: Table, told_at: datetime) -> datetime | None:
    """When a letter may go out that tells of what happened at a table ``told_at``, after those ``sent`` within the last
    ``SPAN``, newest first; None for at once."""
    if not sent:
        return None
    rung = sent[0] + LADDER[min(len(sent), len(LADDER)) - 1]
    return max(sent[0] + APART, min(rung, told_at + shortest(table) / SHARE))


def waits(table: Table) -> bool:
    """Whether it matters little at the pace of a table when its letters come."""
    return shortest(table) >= SHORT


def shortest(table: Table) -> timedelta:
    """The least time in which anybody must answer there."""
    return timedelta(minutes=min(table.decision_minutes, table.reply_minutes))
