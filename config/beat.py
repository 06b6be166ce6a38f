"""The beat's schedule: kept in memory, counted on a clock that cannot be set.

Celery's own keeps on disk when each task was last asked for, by the machine's clock. After a clock that ran a day ahead nothing
would be asked for until that day is over.
"""

import time
from datetime import UTC, datetime, timedelta

from celery import beat

_START = datetime(2000, 1, 1, tzinfo=UTC)


def uptime() -> datetime:
    """A date that only moves forward, at one pace whatever the machine's clock does; which date it is means nothing."""
    return _START + timedelta(seconds=time.monotonic())


class Scheduler(beat.Scheduler):
    """Asks for everything once when it starts, then at its intervals. All entries have plain intervals, no times of day."""

    def setup_schedule(self) -> None:
        self.merge_inplace(self.app.conf.beat_schedule)
        for entry in self.data.values():
            entry.schedule.nowfun = uptime
            entry.last_run_at = uptime() - entry.schedule.run_every
