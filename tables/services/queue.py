"""Publishing a task is a hint, given on commit. A broker that is down delays; the sweep finds what was not published.

What a transaction has to say is published at once, in one trip to the broker.
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
    """What is published together. Named by the savepoints it stands in: with one that is rolled back it is forgotten."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.is_open = True

    def __call__(self) -> None:
        self.is_open = False
        current_app.hint(self.messages)


@contextmanager
def without(task: str) -> Iterator[None]:
    """Publish nothing of one task here: whoever says so does its work, or queues what is left of it, themselves."""
    before = _withheld.set(_withheld.get() | {task})
    try:
        yield
    finally:
        _withheld.reset(before)


def later(task: str, *args: Any, after: timedelta = timedelta(0)) -> None:
    """Queue ``tables.tasks.<task>`` once the current transaction is committed; routes say on which queue.

    Raises NotRegistered for a name that no task has.
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
    hooks = (hook for inside, hook, _robust in connection.run_on_commit if inside == savepoints)
    return next((hook for hook in hooks if isinstance(hook, _Batch) and hook.is_open), None)
