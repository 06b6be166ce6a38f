"""Sealed values that do not open."""

import json
from typing import Any

from django.db import connection

from tables.models import Seat, Table
from tables.models.hidden import hidden

# How a row of a model with hidden columns leads to its table, where that is not ``table``.
_PATHS = {"Table": "pk", "Draft": "seat__table", "StandingOrder": "seat__table", "ReplyAddress": "seat__table"}


def broken(tables: Table | list[Table], model: Any, column: str) -> int:
    """Write what was sealed for another place into a column of all rows of some tables that hold something there.

    Returns how many rows it were. All rows of a model that belongs to no table are taken.
    """
    field, owners = hidden(model, column), tables if isinstance(tables, list) else [tables]
    names = {each.name for each in model._meta.local_fields}
    path = _PATHS.get(model.__name__) or ("table" if "table" in names else "")
    rows = model.objects.filter(**{f"{path}__in": [table.pk for table in owners]} if path else {})
    foreign = hidden(Seat, "notes").sealed("what somebody else wrote", "of-another-row").text
    with connection.cursor() as cursor:
        stored = {"BinaryField": foreign.encode(), "JSONField": json.dumps(foreign)}.get(field.stored.__name__, foreign)
        filled = [row for row in rows if getattr(row, field.attname)]
        for row in filled:
            cursor.execute(f"UPDATE {model._meta.db_table} SET {field.column} = %s WHERE id = %s", [stored, row.pk])
    return len(filled)
