"""Reading and writing of rows in tests, including rows with sealed columns."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet


def rewrite(rows: "QuerySet[Any] | Iterable[Model]", **columns: Any) -> None:
    """Set columns like ``rows.update(**columns)``, but one instance at a time. ``update`` refuses sealed columns."""
    for row in rows:
        for name, value in columns.items():
            setattr(row, name, value)
        row.save(update_fields=list(columns))


def columns(rows: Iterable[Any], *names: str) -> list[Any]:
    """Return columns as ``values_list`` does, but from instances, so that sealed columns are decrypted. One column is flat."""
    return [tuple(getattr(row, name) for name in names) if len(names) > 1 else getattr(row, names[0]) for row in rows]


def files_of_sqlite() -> bytes:
    """Return every byte of the database's files, as another process reads them.

    This process must not open the files itself: closing one would drop all its locks on that file (POSIX). The next process
    to close the database would then act as the last user and remove the log, into which this process still writes.
    """
    name = Path(connection.settings_dict["NAME"])
    files = sorted(name.parent.glob(f"{name.name}*"))
    return subprocess.run(["cat", *files], capture_output=True, check=True, timeout=60).stdout
