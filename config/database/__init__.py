"""Time limits of a process for its database: seconds for a page, minutes for a task, none for migrations.

On PostgreSQL the server ends slow statements. A hanging server does not, and network settings cannot detect it because its
machine still answers. The client then gives up by itself (config/postgresql/base.py).
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# Extra seconds for a working server to report a statement's timeout.
GRACE = 2.0
# Maximum idle seconds of an open transaction, unless the statement limit is longer. Its client has probably gone, and others
# wait for its locks.
LONGEST_IDLE = 30.0
# Keepalive settings of the network: they detect a dead host even without a time limit.
NETWORK = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}


class StatementLimit:
    """Time limit of this process for one statement in seconds; None for no limit."""

    statement: float | None = None

    @classmethod
    def client(cls) -> float | None:
        """Return the number of seconds the client waits for any answer; None for no limit."""
        return None if cls.statement is None else cls.statement + GRACE


def wait_at_most(seconds: float) -> None:
    """Limit the statements of this process in seconds, from its next connection on; 0 for no limit."""
    StatementLimit.statement = seconds or None
    connection_created.connect(_tell_limits, dispatch_uid="config.database")


def _tell_limits(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    if StatementLimit.statement is None:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {_milliseconds(StatementLimit.statement)}")
        else:
            names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
            seconds = (StatementLimit.statement, StatementLimit.statement / 2, max(StatementLimit.statement, LONGEST_IDLE))
            values = [str(_milliseconds(limit)) for limit in seconds]
            calls = ", ".join(f"set_config('{name}', %s, false)" for name in names)
            cursor.execute(f"SELECT {calls}", values)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
