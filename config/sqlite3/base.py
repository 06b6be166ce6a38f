"""Connections to SQLite whose transactions and single statements that write take turns (config/sqlite3/line.py).

A connection takes the turn before ``BEGIN IMMEDIATE``, or before a statement that writes outside of transactions. It gives the
turn up once no transaction is open any more: after commit or rollback, and with the connection. Readers never wait.
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
from config.sqlite3.line import Line, line_of

# A page reads some hundred times, and mostly those that the page before it read.
KEPT = 8_192


@lru_cache(KEPT)
def _read_time(text: bytes) -> datetime:
    return datetime.fromisoformat(text.decode())


@lru_cache(KEPT)
def _in_utc(naive: datetime) -> datetime:
    return naive.replace(tzinfo=UTC)


sqlite3.register_converter("datetime", _read_time)

_WILD = {"%": ".*", "_": "."}

# How Django and SQL of our own begin what takes the lock of writers. Whatever begins otherwise waits as SQLite does.
WRITING = ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP")


@lru_cache
def _pattern(like: str, escape: str) -> re.Pattern[str]:
    parts = re.findall(f"{re.escape(escape)}.|.", like, re.DOTALL)
    return re.compile("".join(_WILD.get(part) or re.escape(part.removeprefix(escape)) for part in parts), re.DOTALL)


def _like(pattern: str | None, text: str | None, escape: str) -> bool | None:
    """Return SQL's ``text LIKE pattern ESCAPE escape``, without regard to case in every script; SQLite knows ASCII only."""
    if pattern is None or text is None:
        return None
    return _pattern(characters.folded(pattern), escape).fullmatch(characters.folded(str(text))) is not None


class Connection(sqlite3.Connection):
    """Has the turn to write while a transaction of its own is open; ``line`` is None in memory."""

    line: Line | None = None
    turn: Callable[[], object] | None = None

    def take_turn(self) -> None:
        """Wait as long as SQLite would. Raises OperationalError with its words after that."""
        if self.line is None:
            return
        [milliseconds] = self.execute("PRAGMA busy_timeout").fetchone()
        try:
            turn = self.line.enter(milliseconds / 1000)
        except TimeoutError:
            raise sqlite3.OperationalError("database is locked") from None
        # With the connection at the latest: its thread may end in the middle of a transaction.
        self.turn = weakref.finalize(self, self.line.leave, turn)

    def step_aside(self) -> None:
        """Give up the turn unless a transaction is open."""
        if self.turn is not None and not self.in_transaction:
            self._leave()

    def commit(self) -> None:
        """As sqlite3's own."""
        try:
            super().commit()
        finally:
            self.step_aside()

    def rollback(self) -> None:
        """As sqlite3's own."""
        try:
            super().rollback()
        finally:
            self.step_aside()

    def close(self) -> None:
        """As sqlite3's own."""
        try:
            super().close()
        finally:
            self._leave()

    def _leave(self) -> None:
        turn, self.turn = self.turn, None
        if turn is not None:
            turn()


class Cursor(base.SQLiteCursorWrapper):
    """Takes the turn before it writes."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        """As Django's own."""
        if not self._has_turn(query):
            return super().execute(query, params)
        try:
            return super().execute(query, params)
        finally:
            self.connection.step_aside()

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        """As Django's own."""
        if not self._has_turn(query):
            return super().executemany(query, param_list)
        try:
            return super().executemany(query, param_list)
        finally:
            self.connection.step_aside()

    def _has_turn(self, query: str) -> bool:
        """Return whether the connection has the turn; take it for a query that writes."""
        connection = self.connection
        if connection.turn is None and not connection.in_transaction and query.startswith(WRITING):
            connection.take_turn()
        return connection.turn is not None


class Operations(operations.DatabaseOperations):
    """Reads times by the shortest way."""

    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """As Django's own."""
        if type(value) is datetime and value.tzinfo is None and self.connection.timezone is UTC:
            return _in_utc(value)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with these connections."""

    ops_class = Operations

    def get_connection_params(self) -> dict[str, Any]:
        """What sqlite3 is called with."""
        return super().get_connection_params() | {"factory": Connection}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Return a connection that knows its line."""
        connection: Connection = super().get_new_connection(conn_params)
        # Django's lookups all name an escape character; SQL without one keeps SQLite's own LIKE.
        connection.create_function("like", 3, _like, deterministic=True)
        name = str(conn_params["database"])
        if not self.is_in_memory_db() and not name.startswith("file:"):
            connection.line = line_of(os.path.realpath(name))
        return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Return a cursor that takes turns."""
        return cast(Connection, self.connection).cursor(factory=Cursor)
