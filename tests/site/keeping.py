"""Scenes that are expensive to make, such as a game played to its end: made once in each process of the tests.

``kept`` wraps what makes one. The first call makes it and notes which rows that added or changed; later calls with the same
arguments write these rows again and return a copy of what was returned then. Everything that is kept has numbers of its own, so
whatever is kept goes together, in any order.
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
# Filled when a database is made.
OF_THE_SITE = ("contenttypes", "auth", "sites")
# How many rows of a table one scene may add.
ROOM = 100_000
_rooms = count(1)


def kept[**P, R](make: Callable[P, R]) -> Callable[P, R]:
    """Make it once for the same arguments, and keep its rows."""
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
    """People of these names, the same in all tests of this process."""
    return _makes_people(*names)()


def _number_on() -> None:
    """Let new rows have numbers that nothing kept has. PostgreSQL never gives a number twice."""
    start = next(_rooms) * ROOM
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            names = [[model._meta.db_table] for model in _models()]
            cursor.executemany("DELETE FROM sqlite_sequence WHERE name = %s", names)
            cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [[name, start] for [name] in names])


def _models() -> list[type[models.Model]]:
    """Everything with rows of its own, whose numbers count on."""
    found = apps.get_models(include_auto_created=True)
    return [
        model for model in found if model._meta.managed and not model._meta.proxy and model._meta.app_label not in OF_THE_SITE
    ]


def _rows() -> Rows:
    """Every row of every table, as the database writes it, by primary key."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in _models():
            columns = [field.column for field in model._meta.local_concrete_fields]
            cursor.execute(f"SELECT {', '.join(map(_quoted, columns))} FROM {_quoted(model._meta.db_table)}")
            at = columns.index(model._meta.pk.column)
            found[model] = {row[at]: tuple(row) for row in cursor.fetchall()}
    return found


def _differing(rows: Rows, others: Rows) -> Rows:
    """Those rows that are not the same among the others."""
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
