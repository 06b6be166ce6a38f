"""Health of the site: database, migrations, broker, sweep.

Each answer is a word; the cause of a failure is logged.
"""

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
# Beat sweeps every minute; the sweep counts a longer silence than this as an outage.
SILENCE = timedelta(minutes=5)
OK, FAILED = "ok", "failed"


def database() -> str:
    """Return ``ok`` if the database answers, otherwise ``failed``."""
    return _word("database", _database_answers)


def readiness(now: datetime) -> dict[str, str]:
    """Return ``ok`` or ``failed`` for each part that the site needs."""
    database_status = database()
    # The check must not wait twice for a database that does not answer.
    return {
        "database": database_status,
        "migrations": _word("migrations", _are_migrations_applied) if database_status == OK else FAILED,
        "broker": _word("broker", _broker_answers),
        "sweep": _word("sweep", partial(_is_sweeping, now)) if database_status == OK else FAILED,
    }


def last_sweep() -> datetime | None:
    """Return the end of the last complete sweep."""
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
    """Return the last migrations of all apps.

    They are cached, because reading the files is slow and they do not change at runtime.
    """
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
