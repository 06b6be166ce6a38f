"""Publishing a task is a hint, given on commit. A broker that is down delays; the sweep finds what was not published."""

import logging
import time
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError

logger = logging.getLogger(__name__)

# After a failure nobody tries for a while, so that a request with many hints waits for a dead broker once.
PAUSE = 5.0
_quiet_until = 0.0


def later(task: str, *args: Any, after: timedelta = timedelta(0)) -> None:
    """Queue ``tables.tasks.<task>`` once the current transaction is committed; routes say on which queue."""
    transaction.on_commit(partial(_publish, f"tables.tasks.{task}", args, after), robust=True)


def _publish(name: str, args: tuple[Any, ...], after: timedelta) -> None:
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return
    try:
        current_app.tasks[name].apply_async(args, countdown=after.total_seconds() or None, retry=False)
    except (KombuError, OSError) as error:
        _quiet_until = time.monotonic() + PAUSE
        logger.warning("%s was not published: %s", name, error)
