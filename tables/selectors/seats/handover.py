"""Plans and notes that a substitute gets from the previous player of the seat, if passed on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Filed
from tables.models import Draft, FiledAnswer, Seat, Table
from tables.selectors import coding

# Minimum and maximum number of moves that count as two rounds.
LEAST, MOST = 12, 60


@dataclass(frozen=True)
class Plans:
    """Plans at the time of the takeover, oldest first: queued turns, standing orders, a draft, notes."""

    filed: Sequence[Filed[Any]]
    orders: Sequence[Any]
    has_draft: bool
    notes: str

    def __bool__(self) -> bool:
        return bool(self.filed or self.orders or self.has_draft or self.notes)


def plans(seat: Seat, game: str) -> Plans:
    """Return the plans of the previous player; empty unless they passed them on. For the seat's player only."""
    queued = FiledAnswer.objects.filter(seat=seat, reason=FiledAnswer.LEFT, filed_at__lt=seat.taken_over_at).order_by("pk")
    orders = seat.standing_orders.filter(created_at__lt=seat.taken_over_at)
    drafts = Draft.objects.filter(seat=seat, updated_at__lt=seat.taken_over_at)
    return Plans(
        filed=[coding.filed(game, row.body) for row in queued],
        orders=[coding.policy(game, row.body) for row in orders],
        has_draft=any(draft.holds_actions for draft in drafts),
        notes=seat.notes,
    )


def has_moved(seat: Seat, user_id: int) -> bool:
    """Return whether this person has made a move for this seat."""
    return seat.moves.filter(user=user_id).exists()


def recap_length(table: Table) -> int:
    """Return the number of moves in about two rounds, from LEAST to MOST."""
    return min(max(2 * -(-table.seq // max(table.round, 1)), LEAST), MOST)
