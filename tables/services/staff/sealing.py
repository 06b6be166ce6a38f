"""Keys of the encrypted data in the database: checking that all are present, and rotating them."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.utils import timezone

from config.safe.sealing import key_of, keyring
from tables.models import DataKey
from tables.models.hidden import Hidden, Sealed
from tables.selectors.sealed import Column, sealed_models

logger = logging.getLogger(__name__)
BATCH = 100


class WrongKeys(Exception):
    """Error raised if the database has data encrypted with keys (by name) that are missing from ``DATA_KEYS``."""

    def __init__(self, missing: Sequence[str]) -> None:
        super().__init__(*missing)
        self.missing = missing

    def __str__(self) -> str:
        return (
            f"What is hidden in this database was sealed with a key that DATA_KEYS does not have ({', '.join(self.missing)}). "
            "Nothing was changed. Put that key back; docs/operations.md says where keys are kept."
        )


def check_keys(*, now: datetime) -> None:
    """Check that ``DATA_KEYS`` has every recorded key, and record the current one. Raises WrongKeys if keys are missing."""
    ring = keyring()
    stored = set(DataKey.objects.values_list("pk", flat=True))
    if missing := sorted(stored - set(ring.ids)):
        raise WrongKeys(missing)
    if ring.ids[0] not in stored:
        DataKey.objects.get_or_create(key_id=ring.ids[0], defaults={"since": now})


def refuse_without_keys() -> None:
    """Check the keys when a server or worker starts. Raises SystemExit with the reason if keys are missing. A database error is
    only logged."""
    try:
        check_keys(now=timezone.now())
    except WrongKeys as wrong:
        raise SystemExit(str(wrong)) from None
    except DatabaseError as error:
        logger.warning("Nobody can tell whether all keys are there: %s", error)
    finally:
        connections[DEFAULT_DB_ALIAS].close()


def before_migrating(*, using: str, **_more: Any) -> None:
    """Check the keys before ``migrate`` changes anything. Raises CommandError."""
    if DataKey._meta.db_table in connections[using].introspection.table_names():
        try:
            check_keys(now=timezone.now())
        except WrongKeys as wrong:
            raise CommandError(str(wrong)) from None


def rotate(*, now: datetime, on_progress: Callable[[str, int], None]) -> int:
    """Encrypt all sealed values with the first key, verify them, and forget the other keys. Return the number of changed rows.

    Rows are encrypted and read back in batches, one transaction each, so the command can be interrupted and repeated.
    ``on_progress`` gets a table name and its number of changed rows. Raises CannotOpen, WrongKeys.
    """
    check_keys(now=now)
    total = 0
    # Repeat until no row is found, because processes with the old key may still save rows.
    while count := sum(_rotate(column, on_progress) for column in sealed_models()):
        total += count
    DataKey.objects.exclude(pk=keyring().ids[0]).delete()
    return total


def opened_by_key() -> Counter[str]:
    """Decrypt all sealed values and return their number per key (by name). Raises CannotOpen for the first failure."""
    counts: Counter[str] = Counter()
    for column in sealed_models():
        for row in column.model._base_manager.order_by("pk").iterator(chunk_size=BATCH):
            for field in column.fields:
                value = row.__dict__[field.attname]
                if type(value) is Sealed:
                    getattr(row, field.attname)
                    counts[key_of(value.text)] += 1
    return counts


def vacuum_database() -> None:
    """Rewrite the database files, so that no old content remains in them. The site serves no pages until it is done."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for column in sealed_models():
                cursor.execute(f"VACUUM FULL {connection.ops.quote_name(column.model._meta.db_table)}")
        else:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rotate(column: Column, on_progress: Callable[[str, int], None]) -> int:
    last, count = 0, 0
    rows: Any = column.model._base_manager
    while True:
        with transaction.atomic():
            batch = list(rows.select_for_update(no_key=True).filter(pk__gt=last).order_by("pk")[:BATCH])
            if not batch:
                return count
            stale = [row for row in batch if _is_stale(row, column.fields)]
            values = {row.pk: [getattr(row, field.attname) for field in column.fields] for row in stale}
            for row in stale:
                row.save(update_fields=[field.name for field in column.fields])
            for row in rows.filter(pk__in=values):
                if _is_stale(row, column.fields) or values[row.pk] != [getattr(row, field.attname) for field in column.fields]:
                    raise RuntimeError(f"{column.model._meta.db_table}: row {row.pk} was not written as it should be")
        last, count = batch[-1].pk, count + len(stale)
        if stale:
            on_progress(column.model._meta.db_table, count)


def _is_stale(row: models.Model, fields: Sequence[Hidden]) -> bool:
    """Return whether a loaded row has a value encrypted with a key other than the first."""
    loaded = (row.__dict__[field.attname] for field in fields)
    return any(type(value) is Sealed and key_of(value.text) != keyring().ids[0] for value in loaded)
