"""Change of pace during a game: open decisions get their full time, and no time bank becomes smaller.

If used time were subtracted from the new time, a shorter pace could end a decision immediately.
"""

from datetime import datetime

from tables import paces
from tables.clock import Pace
from tables.models import Consent, SiteEvent, Table
from tables.services import site_events
from tables.services.changes import record_change
from tables.services.time import clocks, pausing

SECONDS_OF_A_MINUTE = 60


def change_pace(table: Table, pace: Pace, *, now: datetime) -> None:
    """Change the pace of a locked, running table that is not paused."""
    columns = paces.columns(pace)
    for name, value in columns.items():
        setattr(table, name, value)
    table.save(update_fields=columns)
    minimum = pace.bank * SECONDS_OF_A_MINUTE
    table.seats.filter(bank_seconds__lt=minimum).update(bank_seconds=minimum)
    for row, calendar in pausing.running_clocks(table):
        clocks.restart(row, row.seat, calendar, now=now)
        row.save(update_fields=[*clocks.MOMENTS, "extension_seconds", "ordered_after", "claimed_until"])
    table.consents.filter(what__in=[Consent.What.PACE, Consent.What.EXTEND]).delete()
    site_events.record(table=table, kind=SiteEvent.Kind.PACE, facts={"pace": paces.to_text(pace)}, now=now)
    record_change(table)
