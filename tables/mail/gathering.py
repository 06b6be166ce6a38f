"""Letters about several games in one: what comes soon after a letter waits a little and goes out with whatever came meanwhile.

The first letter goes out at once. A reminder never waits, and nothing does at a table where answers are due within hours.
"""

from datetime import datetime, timedelta

from tables.models import Notification, Table

Kind = Notification.Kind
GATHERED = frozenset({Kind.TURN, Kind.STARTED, Kind.FINISHED, Kind.TIMED_OUT, Kind.STEWARD, Kind.OPENED})
APART = timedelta(minutes=15)
# A table at which anything is due so soon gets its letters at once.
SHORT = timedelta(hours=4)


def next_at(last: datetime | None) -> datetime | None:
    """When the next letter may go out after the ``last`` one; None for at once."""
    return last + APART if last else None


def waits(table: Table) -> bool:
    """Whether a quarter of an hour matters little at the pace of a table."""
    return timedelta(minutes=min(table.decision_minutes, table.reply_minutes)) >= SHORT
