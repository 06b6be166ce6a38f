"""The standing orders of a seat in words, for its holder alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.models import Seat
from tables.selectors import orders
from tables.views.page import TablePage


@dataclass(frozen=True)
class OrderLine:
    """One order: its number on the site, what it says."""

    number: int
    words: str


def order_lines(page: TablePage, seat: Seat) -> Sequence[OrderLine]:
    """All orders of the seat, in the order in which they are tried."""
    kept = orders.standing_orders(seat, page.table.game)
    return [OrderLine(order.number, page.presenter.order_words(order.policy, page.players)) for order in kept]
