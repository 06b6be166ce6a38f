"""Figures of the site for monitoring, from a few queries that use indexes. They contain nothing from inside a game.

Events are counted in ``config.metrics``.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from celery import current_app
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from redis import Redis
from redis.exceptions import RedisError

from tables.models import Decision, Delivery, Heartbeat, Report, Table
from tables.selectors.staff import health

NO_TIME = timedelta()


class Figure(NamedTuple):
    """Number with its labels; ``name`` lacks the site's own prefix. Times are in seconds."""

    name: str
    value: float
    labels: Mapping[str, str] = {}


# Meaning of each figure, in the order of output.
MEANINGS = {
    "part_is_well": "1 while a part of the site works (see /readyz/), else 0.",
    "heartbeat_age_seconds": "Time since the last sweep, and since a web process last noted that it is there.",
    "decisions_overdue": "Open decisions whose deadline has passed and which no sweep has taken yet.",
    "decisions_overdue_age_seconds": "How long the oldest of them has been overdue; 0 if there is none.",
    "tables_set_aside": "Running tables at which nothing can be played until somebody has looked after them.",
    "messages_waiting": "Messages to be sent, by way.",
    "messages_waiting_age_seconds": "How long the oldest of them could have been sent already; 0 if none could.",
    "reports_open": "Reports of people that nobody has settled.",
    "queue_length": "Tasks that wait for a worker, by queue.",
}


def figures(now: datetime) -> list[Figure]:
    """Return the available figures. If the database or broker is down, its figures are missing and ``part_is_well`` is 0."""
    all_figures = [
        Figure("part_is_well", float(state == health.OK), {"part": part}) for part, state in health.readiness(now).items()
    ]
    if all_figures[0].value:
        try:
            all_figures += _database_figures(now)
        except DatabaseError:
            all_figures[0] = Figure("part_is_well", 0.0, {"part": "database"})
    all_figures += queues()
    return all_figures


def _database_figures(now: datetime) -> Iterator[Figure]:
    for name, at in Heartbeat.objects.order_by("name").values_list("name", "at"):
        yield Figure("heartbeat_age_seconds", _seconds(now - at), {"name": name})
    overdue = Decision.objects.open().filter(due_at__lt=now, table__in=Table.objects.at_play().filter(paused_at=None))
    count, oldest = overdue.aggregate(count=Count("pk"), oldest=Min("due_at")).values()
    yield Figure("decisions_overdue", count)
    yield Figure("decisions_overdue_age_seconds", _seconds(now - (oldest or now)))
    yield Figure("tables_set_aside", Table.objects.running().exclude(quarantined_at=None).count())
    yield from waiting(now)
    yield Figure("reports_open", Report.objects.filter(settled_at=None).count())


def waiting(now: datetime) -> Iterator[Figure]:
    """Yield the number of unsent messages and the age of the oldest, by channel."""
    unsent = Delivery.objects.filter(status__in=[Delivery.Status.QUEUED, Delivery.Status.SENDING])
    by_family: dict[str, tuple[int, datetime]] = {}
    for channel, messages, first in unsent.order_by().values_list("channel").annotate(Count("pk"), Min("next_at")):
        family = channel.partition(":")[0]
        count, earliest = by_family.get(family, (0, first))
        by_family[family] = count + messages, min(first, earliest)
    for family, (messages, first) in sorted(by_family.items()):
        yield Figure("messages_waiting", messages, {"channel": family})
        yield Figure("messages_waiting_age_seconds", _seconds(now - first), {"channel": family})


def queues() -> list[Figure]:
    """Return the number of waiting tasks in each queue; empty if the broker does not answer."""
    names = sorted(
        {str(route["queue"]) for route in current_app.conf.task_routes.values()} | {settings.CELERY_TASK_DEFAULT_QUEUE}
    )
    try:
        with Redis.from_url(settings.REDIS_URL, **settings.SHORT) as broker, broker.pipeline(transaction=False) as pipeline:
            for queue in names:
                pipeline.llen(queue)
            lengths = pipeline.execute()
    except (RedisError, OSError):
        return []
    return [Figure("queue_length", length, {"queue": queue}) for queue, length in zip(names, lengths, strict=True)]


def _seconds(span: timedelta) -> float:
    return max(span, NO_TIME).total_seconds()
