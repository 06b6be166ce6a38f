"""Specimen tables for tests of standing orders."""

from datetime import datetime
from typing import Any

from engines.specimen.actions import SealRoad
from tables.models import Seat
from tests.site import factories


def saddled(**more: Any) -> list[Seat]:
    """Let three couriers seal their roads. Return their seats in turn order. The first can offer a letter next."""
    table = factories.running_table(*(factories.person() for _each in range(3)), pace=factories.BANKED, **more)
    by_index = {seat.index: seat for seat in table.seats.select_related("table", "user")}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    return [by_index[(asked.seat + place) % 3] for place in range(3)]


def offer(first: Seat, now: datetime = factories.NOW) -> None:
    """Offer a letter as the first courier. The second courier then has a decision now, and the third in advance."""
    asked = factories.waiting(first.table)[0]
    factories.send(first, next(one for one in factories.legal(first, asked) if type(one).__name__ == "Offer"), now=now)
