"""Lock of a table, held by changes to its game, so that they run one after another."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from config.database import statements
from tables.errors import Broken, NotYours, Quarantined, Stale
from tables.models import Table
from tables.services import quarantine


def lock(table_id: int) -> Table:
    """Return the table's row without its secret, locked until the transaction ends. Raises NotYours if there is none."""
    table = _locked.first(table_id)
    if table is None:
        raise NotYours()
    return table


@statements.read
def _locked(table: int) -> QuerySet[Table]:
    # With no_key, writers of rows that refer to this one (a reminder) do not wait; otherwise a deadlock is possible.
    return Table.objects.select_for_update(no_key=True).readable().filter(pk=table)


@contextmanager
def guarded(table_id: int, now: datetime) -> Iterator[None]:
    """Run one transaction of play at a table. If the game is broken, roll back and put the table on hold in a second
    transaction.

    Raises Quarantined in that case, and Stale if another writer was faster. Do not call this in an outer transaction, which
    would roll back the second transaction too.
    """
    try:
        with transaction.atomic():
            yield
    except Broken as fault:
        quarantine.quarantine(table_id=table_id, where=fault.where, now=now)
        raise Quarantined() from None
    except IntegrityError as error:
        # Without row locks, the second of two writers fails because the sequence number or token is already taken.
        raise Stale() from error
