"""Who is waited for, since when and until when: the one answer for everybody but whoever is asked.

It follows from ``pending(public)`` and from clocks that all may see. Who is asked ahead of their place is waited for until that
place has come, whatever they have drafted, filed or ordered meanwhile: columns that tell of it are not read here. What a seat's
own holder still has to do is told by ``tables.selectors.play.asking``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from tables.models import Decision, Table
from tables.selectors.time.clocks import MOMENTS, Clock, read_clock


@dataclass(frozen=True)
class Wait:
    """One decision others wait for: the id of its seat, its key and kind, and its clock."""

    seat_id: int
    key: str
    kind: str
    clock: Clock


def waits(tables: Iterable[Table]) -> Mapping[int, Sequence[Wait]]:
    """What running tables wait for, by id of the table, first deadline first; in one query."""
    rows = Decision.objects.required().filter(table__in=[table.pk for table in tables])
    in_order = rows.order_by(F("due_at").asc(nulls_last=True), "seat__index", "key")
    found: dict[int, list[Wait]] = {}
    for table_id, seat_id, key, kind, *moments in in_order.values_list("table_id", "seat_id", "key", "kind", *MOMENTS):
        found.setdefault(table_id, []).append(Wait(seat_id, key, kind, read_clock(*moments)))
    return found
