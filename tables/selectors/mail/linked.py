"""What a link of a mail is still good for."""

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
    """Why a link is worth nothing any more."""

    EXPIRED = "expired"
    MOVED_ON = "moved_on"
    OTHER_HANDS = "other_hands"
    STEWARD = "steward"
    QUARANTINED = "quarantined"
    ENDED = "ended"


class IsOver(Exception):
    """The link is worth nothing any more; ``why``."""

    def __init__(self, why: Over) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True)
class LinkedDecision:
    """A decision that is still open, and what its seat sees of the game."""

    seat: Seat
    row: Decision
    pending: Pending
    seen: Seen[Any, Any]

    @property
    def table(self) -> Table:
        """Where it is asked."""
        return self.seat.table


def seat_of(link: Link) -> Seat | None:
    """The seat it was made for, with its table and whoever holds it now; None if there is no such seat any more."""
    return Seat.objects.with_table().filter(pk=link.seat_id).first()


def reader_of(link: Link) -> User | None:
    """Whom it was made for; None if their account is gone."""
    return User.objects.filter(pk=link.user_id).first()


def linked_decision(link: Link, seat: Seat, *, now: datetime) -> LinkedDecision:
    """What the link is about. Raises :class:`IsOver`, and Unreadable as every look at a game."""
    if why := _why_over(link, seat, now):
        raise IsOver(why)
    found = next((asked for asked in _asked(seat) if asked.row.key == link.key), None)
    if found is None:
        raise IsOver(Over.MOVED_ON)
    return found


def next_decision(link: Link, *, now: datetime) -> LinkedDecision | None:
    """Return what the seat of the link is asked now, first deadline first; None if nothing, or if the link is over."""
    seat = seat_of(link)
    return None if seat is None or _why_over(link, seat, now) else next(_asked(seat), None)


def _asked(seat: Seat) -> Iterator[LinkedDecision]:
    seen = state.seen(seat.table, seat)
    pending = {one.key: one for one in registry.engine(seat.table.game).pending(seen.public) if one.seat == seat.index}
    for row in seat.decisions.required().unanswered().order_by(F("due_at").asc(nulls_last=True), "pk"):
        if row.key in pending and pending[row.key].when is not When.MAY:
            yield LinkedDecision(seat, row, pending[row.key], seen)


def was_sent(seat: Seat, token: str) -> bool:
    """Whether something was sent under this token: a button pressed twice is one answer."""
    return Submission.objects.filter(seat=seat, token=token).exists()


def _why_over(link: Link, seat: Seat, now: datetime) -> Over | None:
    """What speaks against the link before anything of the game is looked at."""
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
