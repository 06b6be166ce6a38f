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
from tables.services.play.locked_table import LockedTable, guarded, lock, sit_down
from tables.services.seats import holding

EndedBy = Table.EndedBy


def concede(*, table_id: int, user: User, now: datetime) -> None:
    """Give a game of two seats to the other one.

    Raises a Refusal: two_seats_only, not_seated, not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        locked = sit_down(lock(table_id), now)
        mine = _seat_of(locked, user)
        if len(locked.seats) != 2:
            raise Refusal(Code.TWO_SEATS_ONLY)
        _concede(locked, mine)


def resign(*, table_id: int, user: User, passes_plans: bool = False, now: datetime) -> None:
    """Leave a running game; until a substitute takes the seat its holder may come back.

    ``passes_plans``: whoever takes it gets what was filed, ordered and noted for it.
    Raises a Refusal: not_seated, not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        leave(sit_down(lock(table_id), now), user, passes_plans=passes_plans)


def leave(locked: LockedTable, user: User, *, passes_plans: bool = False) -> None:
    """As ``resign``, at a table that is open already. Raises Refusal: not_seated."""
    mine = _seat_of(locked, user)
    if len(locked.seats) == 2:
        _concede(locked, mine)
        return
    mine.passes_plans = passes_plans
    mine.save(update_fields=["passes_plans"])
    _resign(locked, mine)


def agree_to_end(*, table_id: int, user: User, now: datetime) -> bool:
    """Consent to end without a result; True if that was the last consent needed.

    Raises a Refusal as ``resign``, and steward_plays.
    """
    with guarded(table_id, now):
        locked = sit_down(lock(table_id), now)
        mine = _playing_seat(locked, user)
        Agreement.objects.get_or_create(seat=mine, defaults={"table": locked.table, "at": now})
        if end_if_agreed(locked):
            return True
        changed(locked.table)
        return False


def withdraw_agreement(*, table_id: int, user: User, now: datetime) -> None:
    """Take a consent back. Raises a Refusal as ``resign``."""
    with guarded(table_id, now):
        locked = sit_down(lock(table_id), now)
        if Agreement.objects.filter(seat=_seat_of(locked, user)).delete()[0]:
            changed(locked.table)


def _seat_of(locked: LockedTable, user: User) -> Seat:
    found = next((seat for seat in _persons(locked) if seat.user_id == user.pk), None)
    if found is None:
        raise Refusal(Code.NOT_SEATED)
    return found


def _playing_seat(locked: LockedTable, user: User) -> Seat:
    mine = _seat_of(locked, user)
    if mine.steward_since:
        raise StewardPlays()
    return mine


def _persons(locked: LockedTable) -> list[Seat]:
    """The seats whose holders have not left."""
    return [seat for seat in locked.seats.values() if seat.is_held_by_person]


def _concede(locked: LockedTable, mine: Seat) -> None:
    places = {index: 2 if seat is mine else 1 for index, seat in locked.seats.items()}
    end(locked.table, list(locked.seats.values()), ended_by=EndedBy.CONCEDED, places=places, now=locked.now)


def _abandon(locked: LockedTable, mine: Seat) -> None:
    """The last one leaves: no steward plays for nobody."""
    mine.resigned_at = mine.steward_since = locked.now
    mine.save(update_fields=["resigned_at", "steward_since"])
    site_events.record(table=locked.table, kind=SiteEvent.Kind.LEFT, seat=mine, user_id=mine.user_id, now=locked.now)
    end(locked.table, list(locked.seats.values()), ended_by=EndedBy.ABANDONED, places={}, now=locked.now)


def _resign(locked: LockedTable, mine: Seat) -> None:
    if _persons(locked) == [mine]:
        _abandon(locked, mine)
        return
    asked = holding.give_to_steward(locked, mine, SiteEvent.Kind.LEFT)
    if not end_if_agreed(locked):
        wake(locked, asked)
        changed(locked.table)
