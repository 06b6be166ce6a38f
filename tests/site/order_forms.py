"""The page of standing orders in tests: whose seat, where, what is kept, and sending its forms."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tables.models import Seat, Table
from tables.selectors.orders import standing_orders


def seat_of(table: Table, name: str) -> Seat:
    """The seat of whoever is called so, as it is now."""
    return table.seats.select_related("user", "table").get(user__display_name__startswith=name)


def address(table: Table) -> str:
    """Where the orders of a table are."""
    return reverse("tables:orders", args=[table.code])


def kept(seat: Seat) -> Sequence[Any]:
    """The policies of a seat, in the order in which they are tried."""
    return [order.policy for order in standing_orders(seat, seat.table.game)]


def post(client: Client, table: Table, **fields: str) -> HttpResponse:
    """What follows a form of orders."""
    return client.post(address(table), {"do": "order", **fields}, follow=True)
