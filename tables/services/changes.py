"""Letting everybody who watches a table know that something happened there."""

from functools import partial

from django.db import transaction
from django.db.models import F

from tables.models import Table
from tables.selectors.play.pulse import Pulse, remember


def publish_change(table: Table) -> None:
    """Publish the count of changes that stands in the row, once this is committed."""
    pulse = Pulse(table.changes, table.status == Table.Status.ENDED)
    transaction.on_commit(partial(remember, table.pulse, pulse), robust=True)


def record_change(table: Table) -> None:
    """Count one more thing that others can notice, and publish it. The row must be locked."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1)
    table.changes += 1
    publish_change(table)
