"""Standing orders of a seat, for their owner's pages only."""

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
"""Number of newest moves shown for an order."""


@dataclass(frozen=True)
class KeptOrder:
    """Standing order: its number within its seat and the Policy of its engine.

    ``lasting``: for all rounds; ``paused``: its owner has paused it; ``disarmed_for``: the reason for which it is
    not tried, otherwise empty.
    """

    number: int
    policy: Any
    lasting: bool
    paused: bool
    disarmed_for: str

    @property
    def is_armed(self) -> bool:
        """True if the order is neither paused nor disarmed."""
        return not self.paused and not self.disarmed_for


@dataclass(frozen=True)
class Deeds:
    """Count of an order's moves, and ``seq`` and time of the newest ones, newest first."""

    count: int
    newest: Sequence[tuple[int, datetime]]


def standing_orders(seat: Seat, game: str) -> Sequence[KeptOrder]:
    """Return all orders of a seat, in the order in which they are tried."""
    rows = _orders(seat.pk)
    return [KeptOrder(row.number, coding.policy(game, row.body), row.lasting, row.paused, row.disarmed_for) for row in rows]


@statements.read
def _orders(seat: int) -> QuerySet[StandingOrder]:
    return StandingOrder.objects.filter(seat=seat)


def deeds(seat: Seat) -> Mapping[int, Deeds]:
    """Return the moves of each order of a seat, by the order's number, in one query."""
    moves = OrderDeed.objects.filter(order__seat=seat)
    rank = Window(RowNumber(), partition_by="order", order_by="-seq")
    ranked = moves.annotate(place=rank, count=Window(Count("pk"), partition_by="order")).filter(place__lte=NEWEST)
    by_order: dict[tuple[str, Sealed], tuple[int, list[tuple[int, datetime]]]] = {}
    columns = "order__row_id", "order__body", "count", "seq", "at"
    for row_id, body, count, *move in ranked.order_by("order", "-seq").values_list(*columns):
        by_order.setdefault((row_id, body), (count, []))[1].append(tuple(move))
    return {
        order_number(opened(StandingOrder, "body", body, row_id)): Deeds(count, newest)
        for (row_id, body), (count, newest) in by_order.items()
    }
