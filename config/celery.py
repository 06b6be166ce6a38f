"""Celery: six queues, fast failure, and a beat that finds unpublished work.

Publishing is only a hint. Tasks are queued on commit, the socket times out quickly, and the sweep finds the rows that were
missed.
"""

import logging
import os
import time
from collections.abc import Sequence
from datetime import timedelta
from importlib import import_module
from typing import Any, NamedTuple

from celery import Celery
from celery.signals import worker_init
from django.conf import settings
from kombu.exceptions import BatchPublishError, KombuError, OperationalError
from kombu.transport import TRANSPORT_ALIASES, redis

from config import database, metrics

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Seconds after a failure in which this process does not try the broker again.
RETRY_AFTER_SECONDS = 5.0


class Message(NamedTuple):
    """Task by name, with its arguments and its delay."""

    task: str
    args: tuple[Any, ...]
    after: timedelta = timedelta(0)

    def send(self, app: Celery, **options: Any) -> None:
        """Send the message to the broker, without a retry."""
        # Celery's own description of the arguments takes a tenth of the time to send a message.
        described = {"argsrepr": repr(self.args), "kwargsrepr": "{}"}
        after = self.after.total_seconds() or None
        app.tasks[self.task].apply_async(self.args, countdown=after, retry=False, **described, **options)


class Channel(redis.Channel):
    """Channel that creates one client for its connection pool.

    Kombu creates a client for each message, which takes a fifth of the time to send it.
    """

    _pool_client: tuple[Any, Any] | None = None

    def _create_client(self, asynchronous: bool = False) -> Any:
        create: Any = super()._create_client
        if asynchronous:
            return create(asynchronous=True)
        if self._pool_client is None or self._pool_client[0] is not self.pool:
            self._pool_client = self.pool, create()
        return self._pool_client[1]


class Transport(redis.Transport):
    """Kombu's Redis transport with these channels."""

    Channel = Channel


TRANSPORT_ALIASES["redis"] = "config.celery:Transport"


class FailFastCelery(Celery):
    """Celery app that does not ask a broker again right after it failed.

    Raises kombu's OperationalError as for any failure.
    """

    _down_until = 0.0

    def message(self, task: str, *args: Any, after: timedelta = timedelta(0)) -> Message:
        """Return a message for a task. Raises NotRegistered now; after the commit, only a log would show a wrong name."""
        return Message(self.tasks[task].name, args, after)

    def hint(self, messages: Sequence[Message]) -> None:
        """Publish the messages, or leave them to the sweep if the broker does not answer."""
        try:
            self.publish(messages)
        except (KombuError, OSError) as error:
            metrics.failed("broker")
            names = ", ".join(sorted({message.task for message in messages}))
            logger.warning("%s was not published and waits for the sweep: %s", names, error)

    def publish(self, messages: Sequence[Message]) -> None:
        """Send all messages, several of them in one round trip. Raises KombuError; some messages may have arrived by then."""
        if len(messages) == 1 or self.conf.task_always_eager:
            for message in messages:
                message.send(self)
            return
        try:
            with self.producer_pool.acquire(block=True) as producer, producer.batch():
                for message in messages:
                    message.send(self, producer=producer)
        except BatchPublishError:
            self._down_until = time.monotonic() + RETRY_AFTER_SECONDS
            raise

    def send_task(self, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self._down_until:
            raise OperationalError("the broker failed a moment ago")
        try:
            return super().send_task(*args, **kwargs)
        except OperationalError:
            self._down_until = time.monotonic() + RETRY_AFTER_SECONDS
            raise


app: Any = FailFastCelery("staffetta")
# Each Django app loads its tasks when it is ready, so that every process knows all of them.
app.config_from_object("django.conf:settings", namespace="CELERY")


@worker_init.connect
def _limit_statements(**_more: Any) -> None:
    database.wait_at_most(settings.DATABASE_TASK_SECONDS)


@worker_init.connect
def _refuse_without_keys(**_more: Any) -> None:
    import_module("tables.services.staff.sealing").refuse_without_keys()


MINUTE, HOUR = 60.0, 3600.0

app.conf.beat_scheduler = "config.beat:Scheduler"
# Seconds after which a round that no worker has taken is dropped, since the next one does the same work. Beat's clock sets the
# expiry and the worker's clock reads it. With a shorter time, a worker with a fast clock would drop every round.
LASTS = 10 * MINUTE
app.conf.beat_schedule = {
    "sweep": {"task": "tables.tasks.sweep", "schedule": MINUTE, "options": {"expires": LASTS}},
    "read-inbox": {"task": "tables.tasks.read_inbox", "schedule": MINUTE, "options": {"expires": LASTS}},
    "account-mails": {"task": "accounts.tasks.send_due_mails", "schedule": MINUTE, "options": {"expires": LASTS}},
    "forget-guests": {"task": "accounts.tasks.forget_guests", "schedule": HOUR, "options": {"expires": HOUR}},
    "forget-practice": {"task": "tables.tasks.forget_practice", "schedule": HOUR, "options": {"expires": HOUR}},
    "forget-sent": {"task": "tables.tasks.forget_sent", "schedule": 24 * HOUR, "options": {"expires": HOUR}},
    "tend-exports": {"task": "tables.tasks.tend_exports", "schedule": 5 * MINUTE, "options": {"expires": 5 * MINUTE}},
    "tend-analyses": {"task": "tables.tasks.tend_analyses", "schedule": MINUTE, "options": {"expires": LASTS}},
    "clear-sessions": {"task": "accounts.tasks.clear_sessions", "schedule": 24 * HOUR, "options": {"expires": HOUR}},
}
# Tasks that are not listed here go to the default queue.
app.conf.task_routes = {
    "tables.tasks.sweep": {"queue": "sweep"},
    "accounts.tasks.send_mail": {"queue": "mail"},
    "accounts.tasks.send_due_mails": {"queue": "mail"},
    "tables.tasks.deliver": {"queue": "mail"},
    "tables.tasks.read_inbox": {"queue": "mail"},
    # Webhooks and push services may take ten seconds to answer, and no email should wait for them.
    "tables.tasks.tell": {"queue": "ways"},
    "tables.tasks.post": {"queue": "ways"},
    "tables.tasks.report_quarantined": {"queue": "mail"},
    "tables.tasks.think_bot": {"queue": "bots"},
    # An export may take minutes, and no deadline waits for it.
    "tables.tasks.export_data": {"queue": "bots"},
    # An analysis takes up to two minutes of CPU time, and no bot should wait for it.
    "tables.tasks.analyse_game": {"queue": "analyses"},
}
