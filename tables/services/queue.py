"""Publishing of tasks on commit. A task is only a hint: if the broker is down, the sweep finds the unpublished work.

Hints queued inside the same savepoints of a transaction are published together, in one trip to the broker.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db import transaction

from config.celery import Message
from tables.models.mail import EMAIL

_withheld: ContextVar[frozenset[str]] = ContextVar("withheld", default=frozenset())


class _Batch:
    """Hints that are published together. Rolling back a savepoint discards the batch created in it."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.is_open = True

    def __call__(self) -> None:
        self.is_open = False
        current_app.hint(self.messages)


@contextmanager
def without(task: str) -> Iterator[None]:
    """Suppress one task in this context. The caller does the work itself and queues the rest."""
    reset_token = _withheld.set(_withheld.get() | {task})
    try:
        yield
    finally:
        _withheld.reset(reset_token)


def later(task: str, *args: Any, after: timedelta = timedelta(0)) -> None:
    """Queue ``tables.tasks.<task>`` after the current transaction's commit; routes choose the queue.

    Raises NotRegistered for an unknown task.
    """
    if task in _withheld.get():
        return
    batch = _open_batch() or _Batch()
    batch.messages.append(current_app.message(f"tables.tasks.{task}", *args, after=after))
    if len(batch.messages) == 1:
        transaction.on_commit(batch, robust=True)


def delivery(number: int, channel: str, *, after: timedelta = timedelta(0)) -> None:
    """Queue the task that sends one delivery by its channel."""
    later("deliver" if channel == EMAIL else "tell", number, after=after)


def _open_batch() -> _Batch | None:
    connection = transaction.get_connection()
    savepoints = set(connection.savepoint_ids)
    hooks = (hook for hook_savepoints, hook, _robust in connection.run_on_commit if hook_savepoints == savepoints)
    return next((hook for hook in hooks if isinstance(hook, _Batch) and hook.is_open), None)
