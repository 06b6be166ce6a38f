"""Leaving a running game: the engine knows nothing of it, the table carries on or ends.

At two seats whoever leaves concedes. At more, the steward plays on for the seat, which ranks last; with no person left the
table is abandoned, and with the consent of all persons it ends without a result.
"""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tables.models import Agreement, Seat, Table, Tenure
from tables.services import decisions
from tables.services.advance import wake
from tables.services.beat import changed
from tables.services.errors import Refusal
from tables.services.finishing import end
from tables.services.sitting import Sitting, lock, sit_down

STEWARD = "steward"
EndedBy = Table.EndedBy


def concede(*, table_id: int, user: User, now: datetime) -> None:
    """Give a game of two seats to the other one.

    Raises a Refusal: two_seats_only, not_seated, not_running, ended, quarantined.
    """
    with transaction.atomic():
        sitting = sit_down(lock(table_id), now)
        mine = _seat_of(sitting, user)
        if len(sitting.seats) != 2:
            raise Refusal("two_seats_only")
        _concede(sitting, mine)


def resign(*, table_id: int, user: User, now: datetime) -> None:
    """Leave a running game for good. Raises a Refusal: not_seated, not_running, ended, quarantined."""
    with transaction.atomic():
        sitting = sit_down(lock(table_id), now)
        mine = _seat_of(sitting, user)
        if len(sitting.seats) == 2:
            _concede(sitting, mine)
        else:
            _resign(sitting, mine)


def agree_to_end(*, table_id: int, user: User, now: datetime) -> bool:
    """Consent to end without a result; True if that was the last consent needed. Raises a Refusal as ``resign``."""
    with transaction.atomic():
        sitting = sit_down(lock(table_id), now)
        mine = _seat_of(sitting, user)
        Agreement.objects.get_or_create(seat=mine, defaults={"table": sitting.table, "at": now})
        if _end_if_agreed(sitting):
            return True
        changed(sitting.table)
        return False


def withdraw_agreement(*, table_id: int, user: User, now: datetime) -> None:
    """Take a consent back. Raises a Refusal as ``resign``."""
    with transaction.atomic():
        sitting = sit_down(lock(table_id), now)
        if Agreement.objects.filter(seat=_seat_of(sitting, user)).delete()[0]:
            changed(sitting.table)


def _seat_of(sitting: Sitting, user: User) -> Seat:
    found = next((seat for seat in _persons(sitting) if seat.user_id == user.pk), None)
    if found is None:
        raise Refusal("not_seated")
    return found


def _persons(sitting: Sitting) -> list[Seat]:
    """The seats whose holders have not left."""
    return [seat for seat in sitting.seats.values() if seat.user_id and not seat.bot and not seat.resigned_at]


def _concede(sitting: Sitting, mine: Seat) -> None:
    places = {index: 2 if seat is mine else 1 for index, seat in sitting.seats.items()}
    end(sitting.table, list(sitting.seats.values()), ended_by=EndedBy.CONCEDED, places=places, now=sitting.now)


def _resign(sitting: Sitting, mine: Seat) -> None:
    table = sitting.table
    mine.resigned_at = mine.steward_since = sitting.now
    mine.save(update_fields=["resigned_at", "steward_since"])
    Agreement.objects.filter(seat=mine).delete()
    mine.tenures.filter(last_seq=None).update(last_seq=table.seq)
    Tenure.objects.create(seat=mine, bot=STEWARD, first_seq=table.seq + 1)
    if not _persons(sitting):
        end(table, list(sitting.seats.values()), ended_by=EndedBy.ABANDONED, places={}, now=sitting.now)
    elif not _end_if_agreed(sitting):
        mine.filed_answers.filter(status="active").update(status="dropped", reason="left")
        mine.standing_orders.update(paused=True)
        wake(sitting, decisions.restart(sitting, mine))
        changed(table)


def _end_if_agreed(sitting: Sitting) -> bool:
    table = sitting.table
    if table.agreements.count() < len(_persons(sitting)):
        return False
    end(table, list(sitting.seats.values()), ended_by=EndedBy.AGREED, places={}, now=sitting.now)
    return True
