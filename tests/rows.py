"""Rows as a test wants them, whatever their columns hold."""

from collections.abc import Iterable
from typing import Any

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
