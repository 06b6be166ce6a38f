"""Standing orders as their owner sees them; nobody else ever does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet, Window
from django.db.models.functions import RowNumber

from config.database import statements
from tables.models import OrderDeed, Seat, StandingOrder
from tables.models.asking import order_number
from tables.models.hidden import Sealed, opened
from tables.selectors import coding

NEWEST = 3
"""So many of an order's deeds are shown."""


@dataclass(frozen=True)
class KeptOrder:
    """One order: its number among those of its seat and the Policy of its engine.

    ``lasting``: for all rounds; ``paused``: its owner lets it rest; ``disarmed_for``: the code of why it rests, empty if not.
    """

    number: int
    policy: Any
    lasting: bool
    paused: bool
    disarmed_for: str

    @property
    def is_armed(self) -> bool:
        """Whether it is tried."""
        return not self.paused and not self.disarmed_for


@dataclass(frozen=True)
class Deeds:
    """How often an order has answered, and the number and moment of the newest of these moves, newest first."""

    count: int
    newest: Sequence[tuple[int, datetime]]


def standing_orders(seat: Seat, game: str) -> Sequence[KeptOrder]:
    """All orders of a seat, in the order in which they are tried."""
    rows = _orders(seat.pk)
    return [KeptOrder(row.number, coding.policy(game, row.body), row.lasting, row.paused, row.disarmed_for) for row in rows]


@statements.read
def _orders(seat: int) -> QuerySet[StandingOrder]:
    return StandingOrder.objects.filter(seat=seat)


def deeds(seat: Seat) -> Mapping[int, Deeds]:
    """What each order of a seat has done, by the order's number; one query, however many there are."""
    every = OrderDeed.objects.filter(order__seat=seat)
    place = Window(RowNumber(), partition_by="order", order_by="-seq")
    numbered = every.annotate(place=place, count=Window(Count("pk"), partition_by="order")).filter(place__lte=NEWEST)
    by_order: dict[tuple[str, Sealed], tuple[int, list[tuple[int, datetime]]]] = {}
    columns = "order__row_id", "order__body", "count", "seq", "at"
    for row_id, body, count, *deed in numbered.order_by("order", "-seq").values_list(*columns):
        by_order.setdefault((row_id, body), (count, []))[1].append(tuple(deed))
    return {
        order_number(opened(StandingOrder, "body", body, row_id)): Deeds(count, newest)
        for (row_id, body), (count, newest) in by_order.items()
    }
