"""How the site stands, in numbers for whoever watches over it: few looks at rows, each by an index. Nothing of any game."""

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
    """One number with its labels; ``name`` is without the site's own word in front. Times are in seconds."""

    name: str
    value: float
    labels: Mapping[str, str] = {}


# What each is, in the order in which they are told.
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
    """As many as there are: a database or a broker that is away takes its own along, and is told of."""
    found = [Figure("part_is_well", float(word == health.OK), {"part": part}) for part, word in health.readiness(now).items()]
    if found[0].value:
        try:
            found += _of_rows(now)
        except DatabaseError:
            found[0] = Figure("part_is_well", 0.0, {"part": "database"})
    found += queues()
    return found


def _of_rows(now: datetime) -> Iterator[Figure]:
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
    """Messages to be sent, and for how long the oldest could have been, by way."""
    unsent = Delivery.objects.filter(status__in=[Delivery.Status.QUEUED, Delivery.Status.SENDING])
    by_way: dict[str, tuple[int, datetime]] = {}
    for channel, messages, first in unsent.order_by().values_list("channel").annotate(Count("pk"), Min("next_at")):
        way = channel.partition(":")[0]
        before, earliest = by_way.get(way, (0, first))
        by_way[way] = before + messages, min(first, earliest)
    for way, (messages, first) in sorted(by_way.items()):
        yield Figure("messages_waiting", messages, {"channel": way})
        yield Figure("messages_waiting_age_seconds", _seconds(now - first), {"channel": way})


def queues() -> list[Figure]:
    """How many tasks wait for a worker in each queue; none if the broker does not say."""
    names = sorted(
        {str(route["queue"]) for route in current_app.conf.task_routes.values()} | {settings.CELERY_TASK_DEFAULT_QUEUE}
    )
    try:
        with Redis.from_url(settings.REDIS_URL, **settings.SHORT) as broker, broker.pipeline(transaction=False) as asked:
            for queue in names:
                asked.llen(queue)
            lengths = asked.execute()
    except (RedisError, OSError):
        return []
    return [Figure("queue_length", length, {"queue": queue}) for queue, length in zip(names, lengths, strict=True)]


def _seconds(span: timedelta) -> float:
    return max(span, NO_TIME).total_seconds()
