"""Helpers for tests of the standing orders page: seats, address, saved orders, and sending forms."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tables.models import Seat, Table
from tables.selectors.orders import standing_orders


def seat_of(table: Table, name: str) -> Seat:
    """Return the current seat of the player whose name begins with ``name``."""
    return table.seats.select_related("user", "table").get(user__display_name__startswith=name)


def address(table: Table) -> str:
    """Return the address of a table's standing orders page."""
    return reverse("tables:orders", args=[table.code])


def kept(seat: Seat) -> Sequence[Any]:
    """Return the policies of a seat's standing orders, in the order in which they are tried."""
    return [order.policy for order in standing_orders(seat, seat.table.game)]


def post(client: Client, table: Table, **fields: str) -> HttpResponse:
    """Send a form of the standing orders page, and return the response."""
    return client.post(address(table), {"do": "order", **fields}, follow=True)
