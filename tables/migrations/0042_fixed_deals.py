"""Tables of guides keep the key of their draws with their record, as ``tables.selectors.archive.roots`` reads it.

Until now such a table looked as if its draws followed from its secret. Its start shows the guide to which it belongs.
"""

import json
from typing import Any

import msgspec
from django.db import migrations

from config.safe.sealing import keyring
from engines import chance
from engines.contract import Draw

# Of the guides that there were until now.
KEYS = (
    "ec66205bc1f236f2fb85923c01e54e0176abdb80cc923d08fe9be5238f5a1a03",
    "bd4f61d2ab9ac8adf0de82e26e30ce50d1afcbf6012477df65406808bfb43cbf",
    "fda49f10fb0e70d75784b1da625ab69d26ab74d6f2ae6ba988b8fe6fb2fd60f1",
    "b2a99207f0f4663a4d57e2d7196f0b32bfc4d9f68d6aa3230659036aff91d109",
)
ALWAYS = 2**31 - 1


def keep_keys(apps: Any, _schema_editor: Any) -> None:
    tables = apps.get_model("tables", "Table").objects
    starts = apps.get_model("tables", "Move").objects.filter(table__practice=True, seq=0)
    for start in starts.select_related("table").order_by("pk").iterator(chunk_size=200):
        key = None if start.table.roots else _key(start)
        if key:
            place = f"tables_table|roots|{start.table.code}"
            tables.filter(pk=start.table_id).update(roots=keyring().seal(json.dumps([[ALWAYS, key]]).encode(), place))


def _key(start: Any) -> str | None:
    """The key of the guide whose draws these are; None for any other table, and for a row that cannot be read."""
    try:
        raw = keyring().open(start.draws, f"tables_move|draws|{start.table_id}|0")
        draws = msgspec.json.decode(raw, type=tuple[Draw, ...])
    except msgspec.MsgspecError:
        return None
    return next((key for key in KEYS if _all_follow(bytes.fromhex(key), draws)), None)


def _all_follow(key: bytes, draws: tuple[Draw, ...]) -> bool:
    return bool(draws) and all(draw.size > 0 and chance.recompute(key, draw) == draw for draw in draws)


class Migration(migrations.Migration):
    dependencies = [("tables", "0041_stable_names")]
    operations = [migrations.RunPython(keep_keys, migrations.RunPython.noop)]
