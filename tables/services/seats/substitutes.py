"""Taking over a seat that is open because its holder left or missed too many deadlines."""

from datetime import datetime

from django.db import IntegrityError

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Seat, Table, Tenure
from tables.selectors.people import relations
from tables.selectors.play import tables
from tables.services import suspensions
from tables.services.changes import record_change
from tables.services.lobby import admission
from tables.services.lobby.tables import is_rated
from tables.services.locking import guarded, lock
from tables.services.play import holding
from tables.services.play.advance import finish
from tables.services.play.locked_table import open_game


def take_seat(*, table_id: int, seat_id: int, user: User, invite: str | None = None, now: datetime) -> Seat:
    """Take over a seat from the steward, as described in ``holding.seat_substitute``.

    Raises a Refusal: already_seated, suspended, knows_hands, not_invited, members_only, seat_closed, rated_paused, those of
    ``admission.check`` and of a table not running.
    """
    with guarded(table_id, now):
        locked = open_game(lock(table_id), now)
        seat = locked.seat(seat_id)
        _check(locked.table, seat, user, invite, now)
        try:
            restarted = holding.seat_substitute(locked, seat, user)
        except IntegrityError:
            raise Refusal(Code.ALREADY_SEATED) from None
        finish(locked, restarted)
        record_change(locked.table)
    return seat


def has_seen_another_hand(seat: Seat, user: User) -> bool:
    """Return whether the user has held another seat of this game. They may know its hand, so they cannot play against it."""
    return Tenure.objects.filter(seat__table=seat.table_id, user=user).exclude(seat=seat).exists()


def _check(table: Table, seat: Seat, user: User, invite: str | None, now: datetime) -> None:
    if table.seats.filter(user=user).exists():
        raise Refusal(Code.ALREADY_SEATED)
    suspensions.check(user, now)
    if has_seen_another_hand(seat, user):
        raise Refusal(Code.KNOWS_HANDS)
    admission.check_member(table, user)
    if table.club_id is None and not tables.is_open_to(table, invite):
        raise Refusal(Code.NOT_INVITED)
    # The refusal for a block is the same as for a seat that has just been taken.
    if seat.opened_at is None or relations.are_apart_at(table, user.pk):
        raise Refusal(Code.SEAT_CLOSED)
    admission.check_manners(user, now, rated=is_rated(table))
    admission.check(table, user, now)
