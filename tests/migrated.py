"""SQLite database with all migrations, made once for all runs. Migrating takes longer than most test files.

It is kept in pytest's cache. Its name is a hash of everything the migrations depend on. If the cache has no such file, the
database is migrated from scratch, as on PostgreSQL. ``migrate`` always runs and finds nothing left to do.
"""

import hashlib
import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.db import connection

from config import schema

OF_CONFIG = ("operations.py", "schema.py")


def name() -> str:
    """Return the file name for these migrations: a hash of everything they depend on."""
    found = hashlib.sha256(f"{django.__version__} {sqlite3.sqlite_version} {settings.INSTALLED_APPS}".encode())
    for path in sorted(_sources()):
        found.update(f"{path} ".encode() + path.read_bytes())
    return f"{found.hexdigest()[:32]}.sqlite3"


def bring(folder: Path, database: Path) -> bool:
    """Copy the migrated database to ``database``. Return False if the cache has no migrated database."""
    with suppress(FileNotFoundError):
        shutil.copyfile(folder / name(), database)
        return True
    return False


def keep(folder: Path) -> None:
    """Keep the freshly migrated database of this process in place of all older ones."""
    wanted = folder / name()
    unfinished = wanted.with_suffix(f".{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(unfinished)])
    for old in folder.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    unfinished.rename(wanted)


def _sources() -> set[Path]:
    found = {settings.BASE_DIR / "config" / each for each in OF_CONFIG}
    for app in apps.get_app_configs():
        found.update(Path(app.path, "migrations").rglob("*.py"))
        if app.label in schema.OURS:
            found.update(Path(app.path).glob("models.py"), Path(app.path, "models").rglob("*.py"))
    return found
