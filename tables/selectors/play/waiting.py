"""Public view of the decisions a table waits for, with their clocks, for everyone but the seat's own player.

It follows from ``pending(public)`` and from public clocks. A seat that has decided in advance is included until its turn comes.
Drafts, queued turns and orders change nothing: their columns are not read here. ``tables.selectors.play.asking`` returns the
decisions that a seat's own player still has to make.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from config.database import statements
from tables.models import Decision, Table
from tables.selectors.time.clocks import FIRST_DUE, MOMENTS, Clock, read_clock


@dataclass(frozen=True)
class Wait:
    """Decision that others wait for: the id of its seat, its key and kind, and its clock."""

    seat_id: int
    key: str
    kind: str
    clock: Clock


def waits(tables: Iterable[Table]) -> Mapping[int, Sequence[Wait]]:
    """Return the decisions running tables wait for, by id of the table, first deadline first; in one query."""
    by_table: dict[int, list[Wait]] = {}
    for table_id, seat_id, key, kind, *moments in _awaited_decisions([table.pk for table in tables]):
        by_table.setdefault(table_id, []).append(Wait(seat_id, key, kind, read_clock(*moments)))
    return by_table


@statements.read
def _awaited_decisions(tables: Collection[int]) -> QuerySet[Decision, Any]:
    rows = Decision.objects.required().filter(table__pk__in=tables)
    in_order = rows.order_by(*FIRST_DUE, "seat__index", "key")
    return in_order.values_list("table_id", "seat_id", "key", "kind", *MOMENTS)
