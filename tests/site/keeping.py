"""Expensive test scenes, made once in each test process, for example a game played to its end.

``kept`` wraps a function that makes a scene. The first call makes the scene and records the rows added, changed or deleted.
Later calls with the same arguments write these changes again and return a copy of the first result. Every scene has its own
ids, so scenes can be combined in any order.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import cache, wraps
from itertools import count
from typing import Any

from django.apps import apps
from django.core.cache import cache as memory
from django.db import connection, models, transaction

from accounts.models import User
from tests.site import factories

type Rows = dict[type[models.Model], dict[Any, tuple[Any, ...]]]
# Apps with tables that are filled when a database is created.
OF_THE_SITE = ("contenttypes", "auth", "sites")
# Maximum number of rows that one wrapped call may add to a table.
ROOM = 100_000
_rooms = count(1)


def kept[**P, R](make: Callable[P, R]) -> Callable[P, R]:
    """Wrap a function so that it runs once for the same arguments, and restore its rows on later calls."""
    found: list[tuple[Any, Any, Rows, Rows]] = []

    @wraps(make)
    def again(*given: P.args, **named: P.kwargs) -> R:
        for asked, returned, gone, written in found:
            if asked == (given, named):
                _write(gone, written)
                return deepcopy(returned)  # type: ignore[no-any-return]
        asked = deepcopy((given, named))
        _number_on()
        before = _rows()
        made = make(*given, **named)
        after = _rows()
        found.append((asked, deepcopy(made), _differing(before, after), _differing(after, before)))
        memory.clear()
        return made

    return again


@cache
def _makes_people(*names: str) -> Callable[[], list[User]]:
    return kept(lambda: [factories.person(name) for name in names])


def people(*names: str) -> list[User]:
    """Return users with these names, the same in all tests of this process."""
    return _makes_people(*names)()


def _number_on() -> None:
    """Move SQLite's counters to ids that no kept row has. PostgreSQL never assigns an id twice."""
    start = next(_rooms) * ROOM
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            names = [[model._meta.db_table] for model in _models()]
            cursor.executemany("DELETE FROM sqlite_sequence WHERE name = %s", names)
            cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [[name, start] for [name] in names])


def _models() -> list[type[models.Model]]:
    """Return all models with their own tables, except those filled when a database is created."""
    found = apps.get_models(include_auto_created=True)
    return [
        model for model in found if model._meta.managed and not model._meta.proxy and model._meta.app_label not in OF_THE_SITE
    ]


def _rows() -> Rows:
    """Return the rows of all models of :func:`_models` as stored in the database, by model and primary key."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in _models():
            columns = [field.column for field in model._meta.local_concrete_fields]
            cursor.execute(f"SELECT {', '.join(map(_quoted, columns))} FROM {_quoted(model._meta.db_table)}")
            at = columns.index(model._meta.pk.column)
            found[model] = {row[at]: tuple(row) for row in cursor.fetchall()}
    return found


def _differing(rows: Rows, others: Rows) -> Rows:
    """Return the rows that are missing or different in ``others``."""
    return {model: {key: row for key, row in held.items() if others[model].get(key) != row} for model, held in rows.items()}


def _write(gone: Rows, written: Rows) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for model, rows in gone.items():
            if rows:
                table, own = _quoted(model._meta.db_table), _quoted(model._meta.pk.column)
                cursor.executemany(f"DELETE FROM {table} WHERE {own} = %s", [[key] for key in rows])
        for model, rows in written.items():
            if rows:
                columns = [_quoted(field.column) for field in model._meta.local_concrete_fields]
                names, places = ", ".join(columns), ", ".join(["%s"] * len(columns))
                table = _quoted(model._meta.db_table)
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", list(rows.values()))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
