"""The lock that every change of a table holds, so that one follows the other."""

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
    """The table's row without its secret, locked until the transaction ends. Raises NotYours if there is none."""
    table = _locked.first(table_id)
    if table is None:
        raise NotYours()
    return table


@statements.read
def _locked(table: int) -> QuerySet[Table]:
    # no_key: whoever only writes a row that points here (a reminder) must not have to wait, or the two wait for each other.
    return Table.objects.select_for_update(no_key=True).readable().filter(pk=table)


@contextmanager
def guarded(table_id: int, now: datetime) -> Iterator[None]:
    """One transaction around playing at a table: a broken game undoes all of it and quarantines the table in another.

    Raises Quarantined then. No other transaction may be around this one, or it would undo the quarantine too.
    """
    try:
        with transaction.atomic():
            yield
    except Broken as fault:
        quarantine.quarantine(table_id=table_id, where=fault.where, now=now)
        raise Quarantined() from None
    except IntegrityError as error:
        # Two writers without row locks: the second finds the sequence number or the token taken.
        raise Stale() from error
