"""Publishing a task is a hint, given on commit. A broker that is down delays; the sweep finds what was not published."""

import logging
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import KombuError

logger = logging.getLogger(__name__)


def later(task: str, *args: Any, after: timedelta = timedelta(0)) -> None:
    """Queue ``tables.tasks.<task>`` once the current transaction is committed; routes say on which queue."""
    transaction.on_commit(partial(_publish, f"tables.tasks.{task}", args, after), robust=True)


def _publish(name: str, args: tuple[Any, ...], after: timedelta) -> None:
    try:
        current_app.tasks[name].apply_async(args, countdown=after.total_seconds() or None, retry=False)
    except (KombuError, OSError) as error:
        logger.warning("%s was not published: %s", name, error)
