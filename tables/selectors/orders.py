"""Standing orders as their owner sees them; nobody else ever does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tables.models import Seat
from tables.selectors import coding


@dataclass(frozen=True)
class KeptOrder:
    """One order: its number on the site and the Policy of its engine.

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


def standing_orders(seat: Seat, game: str) -> Sequence[KeptOrder]:
    """All orders of a seat, in the order in which they are tried."""
    rows = seat.standing_orders.all()
    return [KeptOrder(row.pk, coding.policy(game, row.body), row.lasting, row.paused, row.disarmed_for) for row in rows]
