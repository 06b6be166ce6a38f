"""A database of SQLite with all migrations, made once for all runs: to migrate takes longer than most files of tests.

It lies in pytest's cache under a name made of all that migrations are made of. Where none lies there, the database is migrated
from nothing, as it is on PostgreSQL. ``migrate`` runs in any case and finds nothing left to do.
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
    """The name of the file that fits these migrations, the fields they are made of and what applies them."""
    found = hashlib.sha256(f"{django.__version__} {sqlite3.sqlite_version} {settings.INSTALLED_APPS}".encode())
    for path in sorted(_sources()):
        found.update(f"{path} ".encode() + path.read_bytes())
    return f"{found.hexdigest()[:32]}.sqlite3"


def bring(folder: Path, database: Path) -> bool:
    """Put the migrated database where the tests want theirs; False if there is none."""
    with suppress(FileNotFoundError):
        shutil.copyfile(folder / name(), database)
        return True
    return False


def keep(folder: Path) -> None:
    """Keep the database of this process, which has just been migrated, instead of all that are there."""
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
