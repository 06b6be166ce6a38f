"""Whether the site can work: database, migrations, broker, sweep. Each answer is a word; why something failed is logged."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, partial

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis import Redis
from redis.exceptions import RedisError

from tables.models import Heartbeat

logger = logging.getLogger(__name__)

SWEEP = "sweep"
# Beat sweeps every minute; a silence longer than this is counted as an outage by the sweep itself.
SILENCE = timedelta(minutes=5)
OK, FAILED = "ok", "failed"


def database() -> str:
    """``ok`` while the database answers, else ``failed``."""
    return _word("database", _database_answers)


def readiness(now: datetime) -> dict[str, str]:
    """``ok`` or ``failed`` for each part that the site needs to be whole."""
    answers = database()
    # Nobody waits twice for a database that does not answer.
    return {
        "database": answers,
        "migrations": _word("migrations", _are_migrations_applied) if answers == OK else FAILED,
        "broker": _word("broker", _broker_answers),
        "sweep": _word("sweep", partial(_is_sweeping, now)) if answers == OK else FAILED,
    }


def last_sweep() -> datetime | None:
    """When the sweep last ran to its end."""
    return Heartbeat.objects.filter(name=SWEEP).values_list("at", flat=True).first()


def _word(name: str, check: Callable[[], bool]) -> str:
    try:
        return OK if check() else FAILED
    except (DatabaseError, RedisError, OSError) as error:
        logger.warning("not ready: %s: %s", name, error)
        return FAILED


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _is_sweeping(now: datetime) -> bool:
    at = last_sweep()
    return at is not None and now - at <= SILENCE


def _broker_answers() -> bool:
    with Redis.from_url(settings.REDIS_URL, **settings.SHORT) as broker:
        return bool(broker.ping())


def _are_migrations_applied() -> bool:
    return _newest_migrations() <= MigrationRecorder(connection).applied_migrations().keys()


@cache
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """The last migrations of all apps. Code does not change while it runs, and reading it takes longer than all the rest."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
