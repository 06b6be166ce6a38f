"""Who is waited for, since when and until when: the one answer for everybody but the holder of the seat.

It follows from ``pending(public)`` and from clocks that all may see. A seat that is asked ahead of its place is waited for
until that place has come, whatever its holder has drafted, filed or ordered meanwhile: columns that tell of it are not read
here. What a seat's own holder still has to do is told by ``tables.selectors.play.asking``.
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
    """One decision others wait for: the id of its seat, its key and kind, and its clock."""

    seat_id: int
    key: str
    kind: str
    clock: Clock


def waits(tables: Iterable[Table]) -> Mapping[int, Sequence[Wait]]:
    """What running tables wait for, by id of the table, first deadline first; in one query."""
    by_table: dict[int, list[Wait]] = {}
    for table_id, seat_id, key, kind, *moments in _asked([table.pk for table in tables]):
        by_table.setdefault(table_id, []).append(Wait(seat_id, key, kind, read_clock(*moments)))
    return by_table


@statements.read
def _asked(tables: Collection[int]) -> QuerySet[Decision, Any]:
    rows = Decision.objects.required().filter(table__pk__in=tables)
    in_order = rows.order_by(*FIRST_DUE, "seat__index", "key")
    return in_order.values_list("table_id", "seat_id", "key", "kind", *MOMENTS)
