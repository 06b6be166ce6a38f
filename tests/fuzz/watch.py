"""Watch over changed rows: triggers on every table record them within the changing transaction."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from django.db import connection

NOTES = "fuzz_changes"


class Change(NamedTuple):
    """Database table with a changed row, and the game table that the row belongs to, or None."""

    table: str
    game_table: int | None


def install() -> None:
    """Create the table of changes, and triggers on every other table; SQLite only."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {NOTES} (name TEXT, game_table INTEGER)")
        for table in connection.introspection.table_names(cursor):
            if table == NOTES:
                continue
            columns = {column.name for column in connection.introspection.get_table_description(cursor, table)}
            for event, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
                game_table = f"{row}.table_id" if "table_id" in columns else f"{row}.id" if table == "tables_table" else "NULL"
                cursor.execute(
                    f"CREATE TRIGGER fuzz_{table}_{event} AFTER {event} ON {table} "
                    f"BEGIN INSERT INTO {NOTES} VALUES ('{table}', {game_table}); END"
                )


def changes() -> set[Change]:
    """Return the recorded changes, and clear the record."""
    with connection.cursor() as cursor:
        found = {Change(*row) for row in cursor.execute(f"SELECT DISTINCT name, game_table FROM {NOTES}").fetchall()}
        if found:
            cursor.execute(f"DELETE FROM {NOTES}")
    return found


class Snapshot:
    """Copy of the current database, from which it can be restored."""

    def __init__(self, path: Path) -> None:
        connection.ensure_connection()
        self.kept = sqlite3.connect(path)
        connection.connection.backup(self.kept)

    def restore(self) -> None:
        """Restore the database to the copy."""
        self.kept.backup(connection.connection)

    def close(self) -> None:
        """Close the copy."""
        self.kept.close()
