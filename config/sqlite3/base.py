"""SQLite connections that take turns to write (config/sqlite3/writer_queue.py).

A connection takes its turn before ``BEGIN IMMEDIATE``, or before a writing statement outside a transaction. It ends its turn
after commit or rollback, and when it closes. Readers do not wait for a turn.
"""

import os
import re
import sqlite3
import weakref
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast

from django.db.backends.sqlite3 import base, operations

from config import characters
from config.sqlite3.writer_queue import WriterQueue, queue_for

# Maximum number of cached timestamps. A page reads about a hundred, most of which the previous page has read too.
KEPT = 8_192


@lru_cache(KEPT)
def _read_time(text: bytes) -> datetime:
    return datetime.fromisoformat(text.decode())


@lru_cache(KEPT)
def _in_utc(naive: datetime) -> datetime:
    return naive.replace(tzinfo=UTC)


sqlite3.register_converter("datetime", _read_time)

_WILD = {"%": ".*", "_": "."}

# Start of each statement that takes the write lock. Any other statement waits as SQLite does.
WRITING = ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP")


@lru_cache
def _pattern(like: str, escape: str) -> re.Pattern[str]:
    parts = re.findall(f"{re.escape(escape)}.|.", like, re.DOTALL)
    return re.compile("".join(_WILD.get(part) or re.escape(part.removeprefix(escape)) for part in parts), re.DOTALL)


def _like(pattern: str | None, text: str | None, escape: str) -> bool | None:
    """Return SQL's ``text LIKE pattern ESCAPE escape``, case-insensitive in every script.

    SQLite does this only for ASCII.
    """
    if pattern is None or text is None:
        return None
    return _pattern(characters.folded(pattern), escape).fullmatch(characters.folded(str(text))) is not None


class Connection(sqlite3.Connection):
    """SQLite connection that holds the turn during its own transaction; ``line`` is None for a database in memory."""

    line: WriterQueue | None = None
    turn: Callable[[], object] | None = None

    def take_turn(self) -> None:
        """Wait for the turn, at most as long as SQLite would. Raises OperationalError with SQLite's message after that."""
        if self.line is None:
            return
        [milliseconds] = self.execute("PRAGMA busy_timeout").fetchone()
        try:
            turn = self.line.enter(milliseconds / 1000)
        except TimeoutError:
            raise sqlite3.OperationalError("database is locked") from None
        # The turn ends with the connection at the latest: its thread may end in the middle of a transaction.
        self.turn = weakref.finalize(self, self.line.leave, turn)

    def step_aside(self) -> None:
        """End the turn unless a transaction is open."""
        if self.turn is not None and not self.in_transaction:
            self._leave()

    def commit(self) -> None:
        """Commit, then end the turn."""
        try:
            super().commit()
        finally:
            self.step_aside()

    def rollback(self) -> None:
        """Roll back, then end the turn."""
        try:
            super().rollback()
        finally:
            self.step_aside()

    def close(self) -> None:
        """Close the connection and end the turn."""
        try:
            super().close()
        finally:
            self._leave()

    def _leave(self) -> None:
        turn, self.turn = self.turn, None
        if turn is not None:
            turn()


class Cursor(base.SQLiteCursorWrapper):
    """Cursor that takes the turn before it writes."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        """Execute a query, in turn if it writes."""
        if not self._has_turn(query):
            return super().execute(query, params)
        try:
            return super().execute(query, params)
        finally:
            self.connection.step_aside()

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        """Execute a query for many parameters, in turn if it writes."""
        if not self._has_turn(query):
            return super().executemany(query, param_list)
        try:
            return super().executemany(query, param_list)
        finally:
            self.connection.step_aside()

    def _has_turn(self, query: str) -> bool:
        """Take the turn if a query writes outside a transaction. Return whether the connection has the turn."""
        connection = self.connection
        if connection.turn is None and not connection.in_transaction and query.startswith(WRITING):
            connection.take_turn()
        return connection.turn is not None


class Operations(operations.DatabaseOperations):
    """Database operations that convert times by a shortcut."""

    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Convert a datetime as Django does, faster if it is in UTC."""
        if type(value) is datetime and value.tzinfo is None and self.connection.timezone is UTC:
            return _in_utc(value)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's database wrapper with these connections."""

    ops_class = Operations

    def get_connection_params(self) -> dict[str, Any]:
        """Return the arguments for sqlite3, with the connection class."""
        return super().get_connection_params() | {"factory": Connection}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Open a connection, with a queue of writers if the database is a file."""
        connection: Connection = super().get_new_connection(conn_params)
        # Django's lookups always name an escape character; SQL without one keeps SQLite's own LIKE.
        connection.create_function("like", 3, _like, deterministic=True)
        name = str(conn_params["database"])
        if not self.is_in_memory_db() and not name.startswith("file:"):
            connection.line = queue_for(os.path.realpath(name))
        return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Return a cursor that takes turns to write."""
        return cast(Connection, self.connection).cursor(factory=Cursor)
