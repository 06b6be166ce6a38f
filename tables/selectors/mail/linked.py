"""Checks that a link in an email is still valid."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import F

from accounts.models import User
from engines import registry
from engines.contract import Pending, Seen, When
from tables.models import Decision, Seat, Submission, Table
from tables.selectors.mail.links import Link
from tables.selectors.play import state


class Over(StrEnum):
    """Reason for which a link is no longer valid."""

    EXPIRED = "expired"
    MOVED_ON = "moved_on"
    OTHER_HANDS = "other_hands"
    STEWARD = "steward"
    QUARANTINED = "quarantined"
    ENDED = "ended"


class LinkOver(Exception):
    """Error: the link is no longer valid; ``why`` is the reason."""

    def __init__(self, why: Over) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True)
class LinkedDecision:
    """Open decision with its seat's view of the game."""

    seat: Seat
    row: Decision
    pending: Pending
    seen: Seen[Any, Any]

    @property
    def table(self) -> Table:
        """Table of the decision."""
        return self.seat.table


def seat_of(link: Link) -> Seat | None:
    """Return the link's seat with its table and current player; None if the seat no longer exists."""
    return Seat.objects.with_table().filter(pk=link.seat_id).first()


def reader_of(link: Link) -> User | None:
    """Return the recipient of the link; None if their account is gone."""
    return User.objects.filter(pk=link.user_id).first()


def linked_decision(link: Link, seat: Seat, *, now: datetime) -> LinkedDecision:
    """Return the link's decision. Raises :class:`LinkOver`, and Unreadable as every read of a game."""
    if reason := _why_over(link, seat, now):
        raise LinkOver(reason)
    decision = next((candidate for candidate in _open_decisions(seat) if candidate.row.key == link.key), None)
    if decision is None:
        raise LinkOver(Over.MOVED_ON)
    return decision


def next_decision(link: Link, *, now: datetime) -> LinkedDecision | None:
    """Return the next decision of the link's seat, first deadline first; None if there is none or the link is over."""
    seat = seat_of(link)
    return None if seat is None or _why_over(link, seat, now) else next(_open_decisions(seat), None)


def _open_decisions(seat: Seat) -> Iterator[LinkedDecision]:
    seen = state.seen(seat.table, seat)
    pending = {one.key: one for one in registry.engine(seat.table.game).pending(seen.public) if one.seat == seat.index}
    for row in seat.decisions.required().unanswered().order_by(F("due_at").asc(nulls_last=True), "pk"):
        if row.key in pending and pending[row.key].when is not When.MAY:
            yield LinkedDecision(seat, row, pending[row.key], seen)


def was_sent(seat: Seat, token: str) -> bool:
    """Return whether a request with this token was sent: pressing a button twice counts once."""
    return Submission.objects.filter(seat=seat, token=token).exists()


def _why_over(link: Link, seat: Seat, now: datetime) -> Over | None:
    """Return the reason for which the link is no longer valid, or None. The position of the game is not read."""
    table, user = seat.table, seat.user
    if seat.user_id != link.user_id or not seat.is_held_by_person or user is None or not user.is_active:
        return Over.OTHER_HANDS
    if table.status != Table.Status.RUNNING:
        return Over.ENDED
    if table.quarantined_at:
        return Over.QUARANTINED
    if seat.steward_since:
        return Over.STEWARD
    return None if link.is_fresh(now) else Over.EXPIRED
