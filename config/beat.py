"""Schedule of Celery's beat, kept in memory and counted on a monotonic clock.

Celery's own scheduler stores each task's last run on disk, by the machine's clock. If that clock once ran a day ahead, no task
would run until that day is over.
"""

import time
from datetime import UTC, datetime, timedelta

from celery import beat

_START = datetime(2000, 1, 1, tzinfo=UTC)


def uptime() -> datetime:
    """Return a date that only moves forward, at a constant pace. Its absolute value has no meaning."""
    return _START + timedelta(seconds=time.monotonic())


class Scheduler(beat.Scheduler):
    """Scheduler that sends every task once at its start, then at its interval.

    All entries have plain intervals, no times of day.
    """

    def setup_schedule(self) -> None:
        self.merge_inplace(self.app.conf.beat_schedule)
        for entry in self.data.values():
            entry.schedule.nowfun = uptime
            entry.last_run_at = uptime() - entry.schedule.run_every
