"""The keys of what is hidden in the database: whether they are all there, and sealing everything with another one."""

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
    """The database holds what was sealed with keys (by their names) that ``DATA_KEYS`` does not have."""

    def __init__(self, missing: Sequence[str]) -> None:
        super().__init__(*missing)
        self.missing = missing

    def __str__(self) -> str:
        return (
            f"What is hidden in this database was sealed with a key that DATA_KEYS does not have ({', '.join(self.missing)}). "
            "Nothing was changed. Put that key back; docs/operations.md says where keys are kept."
        )


def check_keys(*, now: datetime) -> None:
    """Note the key that seals from now on. Raises WrongKeys if what is sealed already could not be read."""
    ring = keyring()
    known = set(DataKey.objects.values_list("pk", flat=True))
    if missing := sorted(known - set(ring.ids)):
        raise WrongKeys(missing)
    if ring.ids[0] not in known:
        DataKey.objects.get_or_create(key_id=ring.ids[0], defaults={"since": now})


def refuse_without_keys() -> None:
    """What a process that serves or works does first. Raises SystemExit with the reason; that the database is away is none."""
    try:
        check_keys(now=timezone.now())
    except WrongKeys as wrong:
        raise SystemExit(str(wrong)) from None
    except DatabaseError as error:
        logger.warning("Nobody can tell whether all keys are there: %s", error)
    finally:
        connections[DEFAULT_DB_ALIAS].close()


def before_migrating(*, using: str, **_more: Any) -> None:
    """What ``migrate`` does before anything is changed. Raises CommandError."""
    if DataKey._meta.db_table in connections[using].introspection.table_names():
        try:
            check_keys(now=timezone.now())
        except WrongKeys as wrong:
            raise CommandError(str(wrong)) from None


def rotate(*, now: datetime, told: Callable[[str, int], None]) -> int:
    """Seal everything with the first key, read it back, and forget the other keys; how many rows were sealed anew.

    A row is sealed and read back in one transaction, a batch at a time, so it can be ended and begun anew. ``told`` gets the
    name of a table and how many of its rows were sealed anew. Raises CannotOpen, WrongKeys.
    """
    check_keys(now=now)
    total = 0
    # Whoever saved a row meanwhile may have been started with the old key first: until nothing is found.
    while count := sum(_rotate(column, told) for column in sealed_models()):
        total += count
    DataKey.objects.exclude(pk=keyring().ids[0]).delete()
    return total


def opened_by_key() -> Counter[str]:
    """Open everything; how many values each key (by its name) opened. Raises CannotOpen for the first that does not open."""
    found: Counter[str] = Counter()
    for column in sealed_models():
        for row in column.model._base_manager.order_by("pk").iterator(chunk_size=BATCH):
            for field in column.fields:
                value = row.__dict__[field.attname]
                if type(value) is Sealed:
                    getattr(row, field.attname)
                    found[key_of(value.text)] += 1
    return found


def write_anew() -> None:
    """Write the files of the database anew, so that nothing of what stood in them is left; no page is answered meanwhile."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for column in sealed_models():
                cursor.execute(f"VACUUM FULL {connection.ops.quote_name(column.model._meta.db_table)}")
        else:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rotate(column: Column, told: Callable[[str, int], None]) -> int:
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
            told(column.model._meta.db_table, count)


def _is_stale(row: models.Model, fields: Sequence[Hidden]) -> bool:
    """Whether something in a row, as it was loaded, is sealed with another key than the first one."""
    loaded = (row.__dict__[field.attname] for field in fields)
    return any(type(value) is Sealed and key_of(value.text) != keyring().ids[0] for value in loaded)
