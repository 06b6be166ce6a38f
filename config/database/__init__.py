"""How long a process waits for its database. A page does so for seconds, a task for minutes, whoever migrates for ever.

On PostgreSQL the server ends what takes too long. A server that hangs ends nothing and its machine still answers for it, so no
setting of the network notices: there the client gives up by itself (config/postgresql/base.py).
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# A server that is there has said by then that a statement took too long.
GRACE = 2.0
# A client that leaves a transaction open for longer is stopped or gone, and others wait for what it locked.
LONGEST_IDLE = 30.0
# The network's own: a host that is gone is noticed even by whoever waits for ever.
NETWORK = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}


class Patience:
    """Of this process: how many seconds a statement may take, None for no limit."""

    statement: float | None = None

    @classmethod
    def client(cls) -> float | None:
        """How long the client waits for an answer to anything."""
        return None if cls.statement is None else cls.statement + GRACE


def wait_at_most(seconds: float) -> None:
    """Limit what this process asks of its database from its next connection on; 0 for no limit."""
    Patience.statement = seconds or None
    connection_created.connect(_tell_limits, dispatch_uid="config.database")


def _tell_limits(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    if Patience.statement is None:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {_milliseconds(Patience.statement)}")
        else:
            names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
            seconds = (Patience.statement, Patience.statement / 2, max(Patience.statement, LONGEST_IDLE))
            values = [str(_milliseconds(limit)) for limit in seconds]
            calls = ", ".join(f"set_config('{name}', %s, false)" for name in names)
            cursor.execute(f"SELECT {calls}", values)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
