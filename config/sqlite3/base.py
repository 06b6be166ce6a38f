"""Connections to SQLite whose transactions and single statements that write wait in line (config/sqlite3/line.py).

A place is taken before ``BEGIN IMMEDIATE``, or before a statement that writes outside of transactions. It is given up once no
transaction is open any more: after commit or rollback, however they came about, and with the connection. Readers never wait.
"""

import re
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast

from django.db.backends.sqlite3 import base, operations

from config import characters
from config.sqlite3.line import Line, Place, line_of

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
    """Has a place in the line of writers while a transaction of its own is open; ``line`` is None in memory."""

    line: Line | None = None
    place: Place | None = None

    def stand_in_line(self) -> None:
        """Wait as long as SQLite would, and fail as it does: raises OperationalError."""
        if self.line is None:
            return
        try:
            self.place = self.line.enter(self._patience)
        except TimeoutError:
            raise sqlite3.OperationalError("database is locked") from None

    def step_aside(self) -> None:
        """Give up the place unless a transaction is open."""
        if self.place is not None and not self.in_transaction:
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
        place, self.place = self.place, None
        if place is not None:
            place.leave()

    def _patience(self) -> float:
        return float(self.execute("PRAGMA busy_timeout").fetchone()[0] / 1000)


class Cursor(base.SQLiteCursorWrapper):
    """Stands in line before it writes."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        """As Django's own."""
        if not self._has_place(query):
            return super().execute(query, params)
        try:
            return super().execute(query, params)
        finally:
            self.connection.step_aside()

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        """As Django's own."""
        if not self._has_place(query):
            return super().executemany(query, param_list)
        try:
            return super().executemany(query, param_list)
        finally:
            self.connection.step_aside()

    def _has_place(self, query: str) -> bool:
        """Whether there is a place in line that may have to be given up after this; takes one for what needs it."""
        connection = self.connection
        if connection.place is None and not connection.in_transaction and query.startswith(WRITING):
            connection.stand_in_line()
        return connection.place is not None


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
        """A connection that knows its line."""
        connection: Connection = super().get_new_connection(conn_params)
        # Django's lookups all name an escape character; SQL without one keeps SQLite's own LIKE.
        connection.create_function("like", 3, _like, deterministic=True)
        name = str(conn_params["database"])
        if not self.is_in_memory_db() and not name.startswith("file:"):
            connection.line = line_of(name)
        return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        """A cursor that stands in line."""
        return cast(Connection, self.connection).cursor(factory=Cursor)
