"""Rows as a test wants them, whatever their columns hold."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet


def rewrite(rows: "QuerySet[Any] | Iterable[Model]", **columns: Any) -> None:
    """As ``rows.update(**columns)``, which takes nothing for columns that are sealed: an instance at a time."""
    for row in rows:
        for name, value in columns.items():
            setattr(row, name, value)
        row.save(update_fields=list(columns))


def columns(rows: Iterable[Any], *names: str) -> list[Any]:
    """As ``values_list`` of instances, which opens what is sealed; the values alone of one column."""
    return [tuple(getattr(row, name) for name in names) if len(names) > 1 else getattr(row, names[0]) for row in rows]


def files_of_sqlite() -> bytes:
    """Every byte of the files of the database, as another process reads them.

    When this one closes a file, POSIX takes all its locks on that file. Whoever closes the database next would hold itself for
    the last, and remove the log into which this process goes on writing.
    """
    name = Path(connection.settings_dict["NAME"])
    files = sorted(name.parent.glob(f"{name.name}*"))
    return subprocess.run(["cat", *files], capture_output=True, check=True, timeout=60).stdout
