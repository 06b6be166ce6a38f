"""What is hidden is sealed (config/safe/sealing), batch by batch: begun anew it goes on where it was.

Each batch is read back before its transaction ends. Where anything was sealed the files are written anew at the end, so that no
plain text is left in them. The same the other way round.
"""

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import migrations, transaction
from django.utils import timezone

from config.safe.sealing import keyring

type Convert = Callable[[bytes, str], bytes]

# Of each model what names its rows, and its columns with what they hold.
SEALED = {
    "Table": (("code",), {"secret": "bytes", "state": "text", "roots": "json"}),
    "Seat": (("row_id",), {"seen_public": "text", "notes": "text"}),
    "Move": (("table_id", "seq"), {"action": "text", "events": "text", "draws": "text", "salt": "bytes"}),
    "Draft": (("seat_id", "key"), {"actions": "text"}),
    "FiledAnswer": (("row_id",), {"body": "text"}),
    "StandingOrder": (("row_id",), {"body": "text"}),
    "PlanNode": (("row_id",), {"action": "text", "note": "text"}),
    "ReplyAddress": (("token",), {"choices": "text", "played": "text"}),
    "DataExportPart": (("export_id", "number"), {"content": "bytes"}),
}
BATCH = 200
IS_SEALED = re.compile(rb"s1:[0-9a-f]{8}:[A-Za-z0-9+/=]+")


def seal(apps: Any, schema_editor: Any) -> None:
    ring, known = keyring(), apps.get_model("tables", "DataKey").objects
    if unknown := set(known.values_list("pk", flat=True)) - set(ring.ids):
        raise RuntimeError(f"The database holds what was sealed with keys that DATA_KEYS does not have: {sorted(unknown)}.")
    known.get_or_create(key_id=ring.ids[0], defaults={"since": timezone.now()})
    _convert(apps, schema_editor, sealed)


def unseal(apps: Any, schema_editor: Any) -> None:
    _convert(apps, schema_editor, unsealed)


def sealed(value: bytes, place: str) -> bytes:
    """A value as it is to be stored, and how it is read back."""
    if IS_SEALED.fullmatch(value):
        keyring().open(value.decode(), place)
        return value
    made = keyring().seal(value, place).encode()
    if keyring().open(made.decode(), place) != value:
        raise RuntimeError(f"{place} does not open")
    return made


def unsealed(value: bytes, place: str) -> bytes:
    return keyring().open(value.decode(), place) if IS_SEALED.fullmatch(value) else value


def _convert(apps: Any, schema_editor: Any, convert: Convert) -> None:
    changed: list[str] = []
    for name, (bound, columns) in SEALED.items():
        model = apps.get_model("tables", name)
        if _convert_model(model, bound, columns, convert):
            changed.append(model._meta.db_table)
    _write_anew(schema_editor.connection, changed)


def _convert_model(model: Any, bound: Sequence[str], columns: Mapping[str, str], convert: Convert) -> int:
    last, count = 0, 0
    while True:
        with transaction.atomic():
            rows = list(model.objects.select_for_update().filter(pk__gt=last).order_by("pk")[:BATCH])
            wanted = {row.pk: values for row in rows if (values := _converted(row, bound, columns, convert))}
            for pk, values in wanted.items():
                model.objects.filter(pk=pk).update(**values)
            for row in model.objects.filter(pk__in=wanted):
                if any(_bytes(getattr(row, column)) != _bytes(value) for column, value in wanted[row.pk].items()):
                    raise RuntimeError(f"{model._meta.db_table}: row {row.pk} was not written as it should be")
        if not rows:
            return count
        last, count = rows[-1].pk, count + len(wanted)


def _converted(row: Any, bound: Sequence[str], columns: Mapping[str, str], convert: Convert) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if "row_id" in bound and not row.row_id:
        row.row_id = values["row_id"] = secrets.token_urlsafe(12)
    for column, kind in columns.items():
        old = getattr(row, column)
        if not old:
            continue
        place = "|".join(map(str, (row._meta.db_table, column, *(getattr(row, each) for each in bound))))
        before = _bytes(old) if kind != "json" or isinstance(old, str) else json.dumps(old).encode()
        after = convert(before, place)
        if after != before:
            values[column] = _stored(after, kind)
    return values


def _stored(data: bytes, kind: str) -> Any:
    if kind == "json" and not IS_SEALED.fullmatch(data):
        return json.loads(data)
    return data if kind == "bytes" else data.decode()


def _bytes(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    return json.dumps(value).encode() if isinstance(value, list) else bytes(value)


def _write_anew(connection: Any, tables: Sequence[str]) -> None:
    if not tables:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in tables:
                cursor.execute(f"VACUUM FULL {connection.ops.quote_name(table)}")
        else:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0038_sealed_rows")]
    operations = [migrations.RunPython(seal, unseal)]
