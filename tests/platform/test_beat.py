"""Beat that queues sweeps at its interval, even if the machine's clock jumps, and the expiry of its tasks."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.beat import Service

from config.celery import app as site

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


class Beat:
    """Scheduler of ``celery beat``, on a broker in memory and with an interval short enough for a test."""

    def __init__(self, folder: Path, interval: float) -> None:
        app = Celery("beat", broker="memory://", set_as_current=False)
        app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": interval}}
        scheduler = site.conf.beat_scheduler
        self.scheduler = Service(app, schedule_filename=str(folder / "schedule"), scheduler_cls=scheduler).scheduler
        self.app = app
        self.asked()

    def tick(self) -> float:
        """Queue everything that is due. Return the seconds that the scheduler would sleep then."""
        while (wait := self.scheduler.tick()) <= 0:
            pass
        return float(wait)

    def asked(self) -> int:
        """Empty the queue, and return the number of sweeps queued since the last call."""
        with self.app.connection_for_read() as link:
            return int(link.default_channel.queue_purge("celery"))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    assert list(tmp_path.iterdir()) == [], "the schedule was kept on disk"


def test_a_beat_that_starts_asks_at_once(folder: Path) -> None:
    beat = Beat(folder, 60)
    assert 0 < beat.tick() <= 60
    assert beat.asked() == 1


def test_after_a_clock_that_ran_a_day_ahead_a_new_beat_asks_at_once(folder: Path, time_machine: Any) -> None:
    time_machine.move_to(NOW + DAY)
    ahead = Beat(folder, 60)
    ahead.tick()
    ahead.scheduler.close()
    ahead.asked()
    time_machine.move_to(NOW)
    beat = Beat(folder, 60)
    assert 0 < beat.tick() <= 60
    assert beat.asked() == 1


@pytest.mark.parametrize("jump", [-DAY, DAY], ids=["back", "ahead"])
def test_a_clock_that_jumps_while_it_runs_changes_nothing(folder: Path, time_machine: Any, jump: timedelta) -> None:
    time_machine.move_to(NOW)
    beat = Beat(folder, 60)
    beat.tick()
    assert beat.asked() == 1
    time_machine.move_to(NOW + jump)
    assert 0 < beat.tick() <= 60
    assert beat.asked() == 0


def test_it_asks_again_when_the_interval_is_over_though_the_clock_stands_still(folder: Path, time_machine: Any) -> None:
    time_machine.move_to(NOW, tick=False)
    beat = Beat(folder, 0.05)
    beat.tick()
    threading.Event().wait(0.1)
    beat.tick()
    assert beat.asked() == 2


@pytest.mark.parametrize("name", sorted(name for name, entry in site.conf.beat_schedule.items() if entry["schedule"] <= 60))
def test_a_worker_whose_clock_is_ahead_still_takes_a_round(name: str, time_machine: Any) -> None:
    """A task expires five to ten minutes after the beat's time, so a worker with a fast clock still runs it."""
    entry = site.conf.beat_schedule[name]
    time_machine.move_to(NOW, tick=False)
    message = site.amqp.as_task_v2("an-id", entry["task"], **entry["options"])
    lasts = datetime.fromisoformat(message.headers["expires"])
    assert timedelta(minutes=5) < lasts - NOW <= timedelta(minutes=10)
