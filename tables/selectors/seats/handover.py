"""What a substitute is handed: the plans and notes of whoever sat there before, if they pass them on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Filed
from tables.models import Draft, FiledAnswer, Seat, Table
from tables.selectors import coding

# Two rounds of play, but at least and at most so many moves.
LEAST, MOST = 12, 60


@dataclass(frozen=True)
class Plans:
    """What lay ready when the seat changed hands, oldest first: filed answers, standing orders, a draft, notes."""

    filed: Sequence[Filed[Any]]
    orders: Sequence[Any]
    has_draft: bool
    notes: str

    def __bool__(self) -> bool:
        return bool(self.filed or self.orders or self.has_draft or self.notes)


def plans(seat: Seat, game: str) -> Plans:
    """The plans of whoever sat there before; nothing unless they passed them on. Only for the holder of the seat."""
    before = FiledAnswer.objects.filter(seat=seat, reason=FiledAnswer.LEFT, filed_at__lt=seat.taken_over_at).order_by("pk")
    orders = seat.standing_orders.filter(created_at__lt=seat.taken_over_at)
    drafts = Draft.objects.filter(seat=seat, updated_at__lt=seat.taken_over_at)
    return Plans(
        filed=[coding.filed(game, row.body) for row in before],
        orders=[coding.policy(game, row.body) for row in orders],
        has_draft=any(draft.holds_actions for draft in drafts),
        notes=seat.notes,
    )


def has_moved(seat: Seat, user_id: int) -> bool:
    """Whether this person has made a move of this seat."""
    return seat.moves.filter(user=user_id).exists()


def recap_length(table: Table) -> int:
    """How many moves make up about two rounds."""
    return min(max(2 * -(-table.seq // max(table.round, 1)), LEAST), MOST)
