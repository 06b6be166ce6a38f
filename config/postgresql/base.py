"""Database connections with a time limit, since requests to a hanging server would never end.

After a server did not answer, requests of this process fail straight away for ``RETRY_AFTER_SECONDS``. Then one request tries
it again, while the others still fail.
"""

import logging
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from django.db.backends.postgresql import base
from psycopg.errors import ConnectionTimeout, _WaitTimeout

from config.database import StatementLimit

logger = logging.getLogger(__name__)

# Seconds without another attempt after a server did not answer.
RETRY_AFTER_SECONDS = 3.0
# Maximum seconds for a kept connection to show that it still works.
PING = 2.0
# Seconds between two checks of a waiting process for signals such as Ctrl-C.
INTERVAL = 0.1
_down_until: dict[str, float] = {}


class Unanswered(psycopg.OperationalError):
    """Error: the server did not answer, or did not answer a moment ago."""


class Connection(psycopg.Connection[Any]):
    """Connection that waits for each answer up to the limit of this process, then closes.

    After that, the state of the statement on the server is unknown.
    """

    limit: float | None = None
    server = ""

    def wait(self, gen: Any, interval: float = INTERVAL, timeout: float | None = None) -> Any:
        """Wait as psycopg does, but without a ``timeout`` at most as long as the limit.

        After the limit the connection is closed. Raises Unanswered.
        """
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        limit = StatementLimit.client() if self.limit is None else self.limit
        try:
            return super().wait(gen, interval, limit)
        except _WaitTimeout:
            self.pgconn.finish()
            _sulk(self.server)
            raise Unanswered(f"no answer within {limit:.0f} seconds") from None

    @contextmanager
    def within(self, seconds: float) -> Generator[None]:
        """Limit the wait for each answer in the block to some seconds."""
        self.limit = seconds
        try:
            yield
        finally:
            self.limit = None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's database wrapper with these connections. It supports neither pools nor other isolation levels."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open a connection. Raises Unanswered, ConnectionTimeout, or another psycopg error for an unreachable server."""
        server = f"{conn_params.get('host')}:{conn_params.get('port')}"
        if StatementLimit.statement is not None and time.monotonic() < _down_until.get(server, 0.0):
            raise Unanswered("the database did not answer a moment ago")
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        if server in _down_until:
            _down_until[server] = (
                time.monotonic() + RETRY_AFTER_SECONDS
            )  # one thread tries the server, the others fail straight away
        try:
            connection = Connection.connect(**conn_params)
        except ConnectionTimeout:
            _sulk(server)
            raise
        connection.server = server
        _down_until.pop(server, None)
        return connection

    def is_usable(self) -> bool:
        """Return whether the connection still works; Django asks before the first query of a request."""
        if self.connection is None:
            return False
        with cast(Connection, self.connection).within(PING):
            return bool(super().is_usable())


def _sulk(server: str) -> None:
    _down_until[server] = time.monotonic() + RETRY_AFTER_SECONDS
    logger.warning("The database at %s does not answer.", server)
