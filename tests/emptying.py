"""Fast reset of the SQLite database after a test that commits: tables get the content that ``migrate`` gave them.

Django empties all tables and then makes content types and permissions again, which takes longer than most tests. This module
keeps both, unless a test has changed them or needs Django's own reset.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import TransactionTestCase

FILLED = [model._meta.db_table for model in (ContentType, Permission)]


def quickly() -> None:
    """Replace Django's reset after tests that commit. The new one keeps content types and permissions if they are unchanged."""
    filled = _filled()
    thoroughly: Callable[[Any], None] = TransactionTestCase._fixture_teardown

    def empty(case: TransactionTestCase) -> None:
        nonlocal filled
        if case.available_apps is None and not case.serialized_rollback and _filled() == filled:
            _empty()
        else:
            thoroughly(case)
            filled = _filled()

    TransactionTestCase._fixture_teardown = empty  # type: ignore[method-assign]


def _filled() -> list[list[tuple[Any, ...]]]:
    with connection.cursor() as cursor:
        return [cursor.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in FILLED]


def _empty() -> None:
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with connection.constraint_checks_disabled(), transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            if table not in FILLED:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
