"""Rows of the database in two worlds, and their differences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import models

type Rows = Mapping[type[models.Model], Mapping[Any, Mapping[str, Any]]]


@dataclass
class Difference:
    """Differences between two worlds: the values of each differing column, by model and field.

    ``tables`` are the names of the database tables that differ.
    """

    cells: dict[tuple[type[models.Model], str], set[Any]] = field(default_factory=dict)

    @property
    def tables(self) -> frozenset[str]:
        return frozenset(model._meta.db_table for model, _name in self.cells)

    def __or__(self, other: "Difference") -> "Difference":
        keys = self.cells.keys() | other.cells.keys()
        return Difference({key: self.cells.get(key, set()) | other.cells.get(key, set()) for key in keys})


def snapshot() -> Rows:
    """Return all rows by model and key."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed:
            found[model] = {row[model._meta.pk.attname]: row for row in model._base_manager.values()}
    return found


def difference(before: Rows, after: Rows) -> Difference:
    """Return the differences between two snapshots."""
    found = Difference()
    for model, rows in before.items():
        others = after[model]
        for key in rows.keys() | others.keys():
            one, other = rows.get(key, {}), others.get(key, {})
            for name in one.keys() | other.keys():
                if one.get(name) != other.get(name) or not (one and other):
                    values = {_plain(row[name]) for row in (one, other) if name in row}
                    found.cells.setdefault((model, name), set()).update(values)
    return found


def _plain(value: Any) -> Any:
    """Return the value in a hashable form."""
    if isinstance(value, memoryview):
        return bytes(value)
    return repr(value) if isinstance(value, list | dict) else value
