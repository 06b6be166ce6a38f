"""Notice of changes for everybody who watches a table."""

from functools import partial

from django.db import transaction
from django.db.models import F

from tables.models import Table
from tables.selectors.play.pulse import Pulse, remember


def publish_change(table: Table) -> None:
    """Publish the row's change counter after the commit."""
    pulse = Pulse(table.changes, table.status == Table.Status.ENDED)
    transaction.on_commit(partial(remember, table.pulse, pulse), robust=True)


def record_change(table: Table) -> None:
    """Count and publish one more visible change. The row must be locked."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1)
    table.changes += 1
    publish_change(table)
