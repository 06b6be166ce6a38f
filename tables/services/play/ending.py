"""Leaving a running game: the engine knows nothing of it, the table carries on or ends.

At two seats whoever leaves concedes. At more, the steward plays on for the seat, which is open to a substitute and ranks last
if nobody takes it. When all persons have left the table is abandoned, and with the consent of all who play it ends without a
result.
"""

from datetime import datetime

from accounts.models import User
from tables.models import Agreement, Seat, SiteEvent, Table
from tables.services import site_events
from tables.services.beat import changed
from tables.services.errors import Code, Refusal, StewardPlays
from tables.services.play.advance import wake
from tables.services.play.finishing import end, end_if_agreed
from tables.services.play.sitting import Sitting, guarded, lock, sit_down
from tables.services.seats import holding

EndedBy = Table.EndedBy


def concede(*, table_id: int, user: User, now: datetime) -> None:
    """Give a game of two seats to the other one.

    Raises a Refusal: two_seats_only, not_seated, not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        sitting = sit_down(lock(table_id), now)
        mine = _seat_of(sitting, user)
        if len(sitting.seats) != 2:
            raise Refusal(Code.TWO_SEATS_ONLY)
        _concede(sitting, mine)


def resign(*, table_id: int, user: User, passes_plans: bool = False, now: datetime) -> None:
    """Leave a running game; until a substitute takes the seat its holder may come back.

    ``passes_plans``: whoever takes it gets what was filed, ordered and noted for it.
    Raises a Refusal: not_seated, not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        leave(sit_down(lock(table_id), now), user, passes_plans=passes_plans)


def leave(sitting: Sitting, user: User, *, passes_plans: bool = False) -> None:
    """As ``resign``, at a table that is open already. Raises Refusal: not_seated."""
    mine = _seat_of(sitting, user)
    if len(sitting.seats) == 2:
        _concede(sitting, mine)
        return
    mine.passes_plans = passes_plans
    mine.save(update_fields=["passes_plans"])
    _resign(sitting, mine)


def agree_to_end(*, table_id: int, user: User, now: datetime) -> bool:
    """Consent to end without a result; True if that was the last consent needed.

    Raises a Refusal as ``resign``, and steward_plays.
    """
    with guarded(table_id, now):
        sitting = sit_down(lock(table_id), now)
        mine = _playing_seat(sitting, user)
        Agreement.objects.get_or_create(seat=mine, defaults={"table": sitting.table, "at": now})
        if end_if_agreed(sitting):
            return True
        changed(sitting.table)
        return False


def withdraw_agreement(*, table_id: int, user: User, now: datetime) -> None:
    """Take a consent back. Raises a Refusal as ``resign``."""
    with guarded(table_id, now):
        sitting = sit_down(lock(table_id), now)
        if Agreement.objects.filter(seat=_seat_of(sitting, user)).delete()[0]:
            changed(sitting.table)


def _seat_of(sitting: Sitting, user: User) -> Seat:
    found = next((seat for seat in _persons(sitting) if seat.user_id == user.pk), None)
    if found is None:
        raise Refusal(Code.NOT_SEATED)
    return found


def _playing_seat(sitting: Sitting, user: User) -> Seat:
    mine = _seat_of(sitting, user)
    if mine.steward_since:
        raise StewardPlays()
    return mine


def _persons(sitting: Sitting) -> list[Seat]:
    """The seats whose holders have not left."""
    return [seat for seat in sitting.seats.values() if seat.is_held_by_person]


def _concede(sitting: Sitting, mine: Seat) -> None:
    places = {index: 2 if seat is mine else 1 for index, seat in sitting.seats.items()}
    end(sitting.table, list(sitting.seats.values()), ended_by=EndedBy.CONCEDED, places=places, now=sitting.now)


def _abandon(sitting: Sitting, mine: Seat) -> None:
    """The last one leaves: no steward plays for nobody."""
    mine.resigned_at = mine.steward_since = sitting.now
    mine.save(update_fields=["resigned_at", "steward_since"])
    site_events.record(table=sitting.table, kind=SiteEvent.Kind.LEFT, seat=mine, user_id=mine.user_id, now=sitting.now)
    end(sitting.table, list(sitting.seats.values()), ended_by=EndedBy.ABANDONED, places={}, now=sitting.now)


def _resign(sitting: Sitting, mine: Seat) -> None:
    if _persons(sitting) == [mine]:
        _abandon(sitting, mine)
        return
    asked = holding.give_to_steward(sitting, mine, SiteEvent.Kind.LEFT)
    if not end_if_agreed(sitting):
        wake(sitting, asked)
        changed(sitting.table)
