"""Backups: a copy of the database in one file, and a database restored from such a file.

On PostgreSQL, pg_dump and pg_restore make and load the file.
"""

import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

POSTGRES, SQLITE = ".dump", ".sqlite3"


class Failed(Exception):
    """Error: a backup or restore failed. The message gives the reason."""


def suffix() -> str:
    """Return the file name suffix of a copy of this database."""
    return POSTGRES if _is_postgres() else SQLITE


def save(target: Path) -> None:
    """Write a consistent copy of the database to a file that only its owner can read. Raises Failed."""
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"):
        pass
    if _is_postgres():
        _run(["pg_dump", "--format=custom", "--no-owner", f"--file={target}"], _libpq(_own()))
        return
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(target)])


@contextmanager
def scratch(source: Path) -> Iterator[str]:
    """Restore a copy to a temporary database and yield its URL. Delete the database after the block. Raises Failed."""
    if not _is_postgres():
        with tempfile.TemporaryDirectory(prefix="staffetta-restore-") as folder:
            file = Path(folder) / "scratch.sqlite3"
            shutil.copyfile(source, file)
            _check_sqlite(file)
            yield f"sqlite:///{quote(str(file))}"
        return
    name = f"staffetta_scratch_{secrets.token_hex(4)}"
    server = connections[DEFAULT_DB_ALIAS]
    try:
        with server._nodb_cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
    except DatabaseError as error:
        raise Failed(f"No scratch database can be made on the server: {str(error).strip()}") from None
    try:
        _load(source, _own() | {"NAME": name})
        yield _address(_own() | {"NAME": name})
    finally:
        with server._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def check(source: Path, data_keys: Sequence[str]) -> list[str]:
    """Restore a copy to a temporary database and decrypt its sealed values. Return the report lines. Raises Failed."""
    with scratch(source) as address:
        variables = {"DATABASE_URL": address, "DATA_KEYS": ",".join(data_keys)}
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "rotate_keys", "--check"]
        return _run(command, variables).splitlines()


def is_empty() -> bool:
    """Return whether the configured database has no tables."""
    return not connections[DEFAULT_DB_ALIAS].introspection.table_names()


def restore(source: Path) -> None:
    """Replace the database with a copy. Raises Failed; on PostgreSQL nothing has changed then."""
    connections.close_all()
    if _is_postgres():
        _load(source, _own(), "--clean", "--if-exists", "--single-transaction")
        return
    database = Path(_own()["NAME"])
    fresh = database.with_name(f"{database.name}.restored")
    shutil.copyfile(source, fresh)
    _check_sqlite(fresh)
    # SQLite would apply leftover journals to the restored file.
    for ending in ("-wal", "-shm"):
        database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
    fresh.replace(database)


def _load(source: Path, database: Mapping[str, Any], *options: str) -> None:
    command = ["pg_restore", "--no-owner", "--exit-on-error", *options, f"--dbname={database['NAME']}", str(source)]
    _run(command, _libpq(database))


def _check_sqlite(file: Path) -> None:
    try:
        connection = sqlite3.connect(file)
        try:
            [[verdict]] = connection.execute("PRAGMA integrity_check(1)").fetchall()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        raise Failed(f"{file.name} is no database of SQLite: {error}") from None
    if verdict != "ok":
        raise Failed(f"{file.name} is damaged: {verdict}")


def _is_postgres() -> bool:
    return connections[DEFAULT_DB_ALIAS].vendor == "postgresql"


def _own() -> dict[str, Any]:
    return dict(connections[DEFAULT_DB_ALIAS].settings_dict)


def _libpq(database: Mapping[str, Any]) -> dict[str, str]:
    """Return the environment for PostgreSQL's tools, so that no password is part of a command."""
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    return {name: str(database[key]) for name, key in names.items() if database.get(key)}


def _address(database: Mapping[str, Any]) -> str:
    user, password, host = (quote(str(database.get(key) or ""), safe="") for key in ("USER", "PASSWORD", "HOST"))
    port = f":{database['PORT']}" if database.get("PORT") else ""
    return f"postgres://{user}{f':{password}' if password else ''}@{host}{port}/{database['NAME']}"


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    try:
        result = subprocess.run(  # noqa: S603 - our own commands, and file names as arguments
            command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise Failed(f"There is no {command[0]} on this machine; it comes with the client of PostgreSQL.") from None
    if result.returncode:
        raise Failed(f"{Path(command[0]).name} said: {result.stderr.strip() or result.stdout.strip()}")
    return result.stdout
