"""Script that upgrades a database of an earlier version and plays on.

Run it with ``python -m tests.platform.upgrade FILE``. It uses the database of the environment, which must be empty. Each file
in ``shipped/`` contains the rows of a demo as that version wrote them, with the names of its migrations. Prints one line of
JSON; an exception ends it.
"""

import base64
import gzip
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

MOVES = 8
FIRST_DAY = "first-day"


def main(path: Path) -> None:
    """Fill a database from the file, upgrade it, play on, check all tables and print the results."""
    django.setup()
    kept = json.loads(gzip.decompress(path.read_bytes()))
    MigrationExecutor(connection).migrate([tuple(node) for node in kept["migrations"]])
    if FIRST_DAY in path.name:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE tables_filedanswer DROP COLUMN kind")
    insert(kept["rows"])
    call_command("migrate", verbosity=0)
    played = play_on()
    call_command("verify_tables", verbosity=0, stdout=sys.stderr)
    sys.stdout.write(json.dumps({"moves": played, "pages": read_pages(), "filed": filed_kinds()}) + "\n")


def insert(tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Insert the rows as they were, ids included."""
    with transaction.atomic(), connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for table, held in tables.items():
            kinds = column_kinds(table)
            names = ", ".join(f'"{name}"' for name in held["columns"])
            places = ", ".join(["%s"] * len(held["columns"]))
            rows = [
                [value(cell, kinds.get(name, "")) for name, cell in zip(held["columns"], row, strict=True)]
                for row in held["rows"]
            ]
            cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({places})', rows)
            if connection.vendor == "postgresql" and "id" in held["columns"]:
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def column_kinds(table: str) -> Mapping[str, str]:
    """Return PostgreSQL's type name for each column. On SQLite, which accepts every value as it is, the mapping is empty."""
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s", [table])
        return dict(cursor.fetchall())


def value(cell: Any, kind: str) -> Any:
    """Return a value read from SQLite in the form that the current database needs."""
    if isinstance(cell, dict):
        return base64.b64decode(cell["base64"])
    if cell is None:
        return None
    match kind:
        case "boolean":
            return bool(cell)
        case "timestamp with time zone":
            return f"{cell}+00"
        case "ARRAY":
            return json.loads(cell)
    return cell


def play_on() -> Mapping[str, int]:
    """Play some moves at every running table, by people and bots. Return their number by game."""
    from engines import registry
    from tables.models import Seat, Table
    from tables.selectors.play import state
    from tables.services.play import bots
    from tests.site import factories

    played: dict[str, int] = {}
    for table in Table.objects.filter(status=Table.Status.RUNNING):
        before = table.seq
        while (asked := factories.waiting(table)) and table.seq < before + MOVES:
            seat = Seat.objects.select_related("table").get(table=table, index=asked[0].seat)
            if seat.bot or seat.steward_since:
                bots.think(table_id=table.pk, seat_id=seat.pk, key=asked[0].key, now=timezone.now())
            else:
                answer = registry.engine(table.game).bot(state.seen(table, seat), asked[0])
                factories.send(seat, answer, key=asked[0].key, now=timezone.now())
        played[table.game] = played.get(table.game, 0) + table.seq - before
    return played


def read_pages() -> int:
    """Read every table's page, as one of its players if it has any, and the archive page of every finished game.

    Return the number of tables.
    """
    from tables.models import Table

    tables = list(Table.objects.all())
    for table in tables:
        client = Client(headers={"host": "127.0.0.1"})
        if player := table.seats.filter(user__isnull=False).select_related("user").first():
            client.force_login(player.user)
        paths = [table.get_absolute_url(), *([f"/archive/{table.code}/"] if table.status == Table.Status.ENDED else [])]
        for path in paths:
            response = client.get(path, follow=True)
            assert response.status_code == 200, (path, response.status_code)
    return len(tables)


def filed_kinds() -> list[str]:
    """Return the kinds that the old version's queued turns have after the upgrade."""
    from tables.models import FiledAnswer

    return sorted(FiledAnswer.objects.values_list("kind", flat=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
