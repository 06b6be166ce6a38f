"""Upgrades of shipped databases, with games that continue afterwards; databases that are refused; and rules for migrations."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddIndex, CreateModel
from django.db.migrations.recorder import MigrationRecorder

from config import schema
from config.operations import AddIndexConcurrently

SHIPPED = Path(__file__).parent / "shipped"
STATES = sorted(path.name.removesuffix(".json.gz") for path in SHIPPED.glob("*.json.gz"))
HASHES = SHIPPED / "migrations.txt"


@pytest.fixture
def empty_database(django_db_blocker: Any) -> Iterator[str]:
    """Yield the address of a fresh database on the test server, or an empty string for SQLite."""
    if connection.vendor == "sqlite":
        yield ""
        return
    name = f"upgrade_{os.getpid()}"
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.slow
@pytest.mark.database
@pytest.mark.usefixtures("_broker")
@pytest.mark.parametrize("state", STATES)
def test_a_database_of_that_version_upgrades_and_plays_on(state: str, empty_database: str, tmp_path: Path) -> None:
    own = {"DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path), "DEBUG": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", "tests.platform.upgrade", str(SHIPPED / f"{state}.json.gz")]
    ended = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, timeout=240, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    told = json.loads(ended.stdout.splitlines()[-1])
    assert min(told["moves"].values()) >= 2
    assert told["pages"] >= 4
    assert all(told["filed"])


def test_every_state_that_shipped_is_kept_here() -> None:
    """The states after four shipped migrations have files in ``shipped/``.

    A new shipped migration gets a file too: see docs/operations.md.
    """
    kept = {state[:4] for state in STATES}
    assert {"0001", "0002", "0005", "0009"} <= kept


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused_with_advice() -> None:
    MigrationRecorder(connection).record_applied("tables", "9999_from_the_future")
    with pytest.raises(schema.Unfit, match=r"tables\.9999_from_the_future.*restore a backup"):
        call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_a_database_without_a_column_that_the_code_reads_is_refused_with_advice() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_chatmessage RENAME COLUMN text TO words")
    try:
        with pytest.raises(schema.Unfit, match=r"lacks tables_chatmessage\.text.*restore a backup"):
            call_command("migrate", verbosity=0)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE tables_chatmessage RENAME COLUMN words TO text")


@pytest.mark.django_db(transaction=True)
def test_columns_and_indexes_that_were_added_to_a_shipped_migration_are_made_up_for() -> None:
    """A database made a day earlier lacks a count of each clock and two indexes; ``migrate`` adds them."""
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX table_paused")
        cursor.execute("DROP INDEX table_quarantined")
        cursor.execute("ALTER TABLE tables_decision DROP COLUMN rested_seconds")
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, "tables_decision")
        constraints = connection.introspection.get_constraints(cursor, "tables_table")
    assert "rested_seconds" in {column.name for column in described}
    assert {"table_paused", "table_quarantined"} <= constraints.keys()


def shipped() -> dict[str, str]:
    """Return the hash of every shipped migration by its path."""
    lines = HASHES.read_text().splitlines()
    return {path: found for found, path in (line.split() for line in lines if not line.startswith("#"))}


def migrations() -> Iterator[Path]:
    """Yield the migrations of our own apps."""
    for app in schema.OURS:
        yield from sorted(Path(apps.get_app_config(app).path, "migrations").glob("0*.py"))


def test_no_shipped_migration_was_edited_renamed_or_removed() -> None:
    """A database that applied a migration never runs it again, so later changes need a new migration."""
    known = shipped()
    assert known.keys() <= {str(path.relative_to(settings.BASE_DIR)) for path in migrations()}
    for path in migrations():
        name = str(path.relative_to(settings.BASE_DIR))
        line = f"{hashlib.sha256(path.read_bytes()).hexdigest()} {name}"
        assert known.get(name) == line.split()[0], f"New? Then add this line to {HASHES.name}; edited? Then withdraw: {line}"


def is_older_than_the_rule(app: str, name: str) -> bool:
    """Return whether a migration shipped before indexes had to be built concurrently."""
    return name[:4] <= {"tables": "0009", "accounts": "0002"}[app]


def test_indexes_of_tables_with_rows_are_built_without_locking_them() -> None:
    for node, migration in MigrationLoader(None).disk_migrations.items():
        if node[0] not in schema.OURS or is_older_than_the_rule(*node):
            continue
        made = {operation.name_lower for operation in migration.operations if isinstance(operation, CreateModel)}
        for operation in migration.operations:
            if isinstance(operation, AddIndex) and operation.model_name_lower not in made:
                assert isinstance(operation, AddIndexConcurrently), f"{node}: use config.operations.AddIndexConcurrently"
                assert not migration.atomic, (
                    f"{node}: an index is built concurrently outside of a transaction; set atomic = False"
                )


@pytest.mark.django_db(transaction=True)
def test_an_index_is_built_beside_running_games_and_taken_away_again() -> None:
    built: list[str] = []
    state = MigrationLoader(connection).project_state()
    after = state.clone()
    operation = AddIndexConcurrently("chatmessage", models.Index(fields=["at"], name="chat_at"))
    operation.state_forwards("tables", after)
    with connection.execute_wrapper(lambda execute, sql, *more: (built.append(sql), execute(sql, *more))[1]):
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("tables", editor, state, after)
        assert "chat_at" in indexes("tables_chatmessage")
        with connection.schema_editor(atomic=False) as editor:
            operation.database_backwards("tables", editor, after, state)
    assert "chat_at" not in indexes("tables_chatmessage")
    assert any("CONCURRENTLY" in sql for sql in built) == (connection.vendor == "postgresql")


def indexes(table: str) -> set[str]:
    """Return the names of the indexes of a table."""
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, table))
