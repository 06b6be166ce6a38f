"""Standing orders as their owner sees them; nobody else ever does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tables.models import Seat
from tables.selectors import coding


@dataclass(frozen=True)
class KeptOrder:
    """One order: its number on the site, the Policy of its engine, whether it rests."""

    number: int
    policy: Any
    paused: bool


def standing_orders(seat: Seat, game: str) -> Sequence[KeptOrder]:
    """All orders of a seat, in the order in which they are tried."""
    rows = seat.standing_orders.values_list("pk", "body", "paused")
    return [KeptOrder(number, coding.policy(game, body), paused) for number, body, paused in rows]
