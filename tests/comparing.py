"""Comparison of rows found by ``config.database.statements`` with the rows of their QuerySets."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext


def picture(found: Any, around: tuple[int, ...] = ()) -> Any:
    """Return everything that can be compared about a row.

    For a model instance, this is its values, deferred fields and related instances.
    """
    if not isinstance(found, Model):
        return type(found), found
    if id(found) in around:
        return "seen above"
    state, held = found._state, sorted(found._state.fields_cache.items())
    known = {name: value for name, value in vars(found).items() if name != "_state"}
    others = [(name, picture(other, (*around, id(found)))) for name, other in held]
    return type(found), known, found.get_deferred_fields(), state.db, state.adding, others


def asked(act: Callable[[], Any]) -> tuple[Any, list[str]]:
    """Return the result of a function, and the SQL statements that it sends."""
    with CaptureQueriesContext(connection) as seen:
        found = act()
    return found, [query["sql"] for query in seen.captured_queries]


def without_brackets(statements: Sequence[str]) -> list[str]:
    """Return SQL without the brackets that Django puts around a value in place of a parameter."""
    return [re.sub(r"(?<=[=<>] )\(('(?:[^']|'')*'(?:::\w+)?|[^()' ]+)\)", r"\1", sql) for sql in statements]
