"""Corrupted sealed values, which cannot be decrypted."""

import json
from typing import Any

from django.db import connection

from tables.models import Seat, Table
from tables.models.hidden import hidden

# Path from a model with hidden columns to its table, unless the path is ``table``.
_PATHS = {"Table": "pk", "Draft": "seat__table", "StandingOrder": "seat__table", "ReplyAddress": "seat__table"}


def broken(tables: Table | list[Table], model: Any, column: str) -> int:
    """Overwrite a column with values sealed for another row, in all rows of these tables with a value. Return their number.

    If the model does not belong to a table, change all its rows.
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
