"""A seat whose holder prepares something: the table under its lock, and what follows once it is prepared."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from tables.models import Seat
from tables.services.errors import NotYours, StewardPlays
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable, guarded, lock, sit_down


@contextmanager
def preparing(seat_id: int, user_id: int | None, now: datetime) -> Iterator[tuple[LockedTable, Seat]]:
    """One transaction in which a seat's holder prepares something; then the table goes on, perhaps by what was prepared.

    Raises a Refusal: not_yours, steward_plays, and those of a table that is not running.
    """
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        locked = sit_down(lock(table_id), now)
        seat = locked.seat(seat_id)
        if user_id is not None and seat.user_id != user_id:
            raise NotYours()
        if seat.steward_since:
            raise StewardPlays()
        _note_presence(seat)
        yield locked, seat
        finish(locked)


def _table_of(seat_id: int) -> int:
    found = Seat.objects.filter(pk=seat_id).values_list("table_id", flat=True).first()
    if found is None:
        raise NotYours()
    return found


def _note_presence(seat: Seat) -> None:
    """Whoever prepares something is here, however many deadlines answered for them before."""
    if seat.defaults_in_a_row:
        seat.defaults_in_a_row = 0
        seat.save(update_fields=["defaults_in_a_row"])
