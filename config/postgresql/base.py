"""Connections that give up: on a server that hangs nothing else would ever end.

A server that did not answer is left alone for a moment, so that one request pays for it and all others hear at once.
"""

import logging
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from django.db.backends.postgresql import base
from psycopg.errors import ConnectionTimeout, _WaitTimeout

from config.database import Patience

logger = logging.getLogger(__name__)

# How long a server that did not answer is left alone.
SULK = 3.0
# How long a kept connection has to show that it still works.
PING = 2.0
# How often a wait looks up, so that Ctrl-C is heard.
INTERVAL = 0.1
_down_until: dict[str, float] = {}


class Unanswered(psycopg.OperationalError):
    """The server took a question and said nothing, or was asked a moment ago and said nothing then."""


class Connection(psycopg.Connection[Any]):
    """Waits for every answer as long as this process has patience, then closes: nobody knows what the server still does."""

    limit: float | None = None
    server = ""

    def wait(self, gen: Any, interval: float = INTERVAL, timeout: float | None = None) -> Any:
        """As psycopg's own; raises Unanswered."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        limit = Patience.client() if self.limit is None else self.limit
        try:
            return super().wait(gen, interval, limit)
        except _WaitTimeout:
            self.pgconn.finish()
            _sulk(self.server)
            raise Unanswered(f"no answer within {limit:.0f} seconds") from None

    @contextmanager
    def within(self, seconds: float) -> Generator[None]:
        """Wait no longer than this for each answer in the block."""
        self.limit = seconds
        try:
            yield
        finally:
            self.limit = None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with these connections; it knows neither pools nor other levels of isolation."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Raises Unanswered, ConnectionTimeout, or whatever else psycopg says about a server that is not there."""
        server = f"{conn_params.get('host')}:{conn_params.get('port')}"
        if Patience.statement is not None and time.monotonic() < _down_until.get(server, 0.0):
            raise Unanswered("the database did not answer a moment ago")
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        if server in _down_until:
            _down_until[server] = time.monotonic() + SULK  # one tries whether it is back, the others hear at once
        try:
            connection = Connection.connect(**conn_params)
        except ConnectionTimeout:
            _sulk(server)
            raise
        connection.server = server
        _down_until.pop(server, None)
        return connection

    def is_usable(self) -> bool:
        """Whether the connection still works; asked before the first query of a request."""
        if self.connection is None:
            return False
        with cast(Connection, self.connection).within(PING):
            return bool(super().is_usable())


def _sulk(server: str) -> None:
    _down_until[server] = time.monotonic() + SULK
    logger.warning("The database at %s does not answer.", server)
