"""End of a table: result, places and tenures; its secret becomes public. The engine does not know who left.

With two seats, leaving means conceding. With more, the steward plays on, the seat is open to a substitute, and it ranks last if
nobody takes it. When all persons have left, the table is abandoned. With the consent of all players it ends without a result.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from engines.contract import Outcome
from tables.errors import Code, Refusal, StewardPlays
from tables.models import Agreement, Seat, SiteEvent, Table, Tenure
from tables.selectors import coding
from tables.services import queue, site_events
from tables.services.changes import record_change, wake_event
from tables.services.locking import guarded, lock
from tables.services.mail import notify
from tables.services.play import decisions, holding
from tables.services.play.locked_table import LockedTable, open_game
from tables.services.time import agreeing

EndedBy = Table.EndedBy


def concede(*, table_id: int, user: User, now: datetime) -> None:
    """Concede a game of two seats.

    Raises a Refusal: two_seats_only, not_seated, not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        locked = open_game(lock(table_id), now)
        seat = _seat_of(locked, user)
        if len(locked.seats) != 2:
            raise Refusal(Code.TWO_SEATS_ONLY)
        _concede(locked, seat)


def resign(*, table_id: int, user: User, passes_plans: bool = False, now: datetime) -> None:
    """Leave a running game. The holder can return until a substitute takes the seat.

    ``passes_plans``: True if the substitute gets the queued turns, standing orders and notes. Raises a Refusal: not_seated,
    not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        table = lock(table_id)
        if table.event_id is not None:
            raise Refusal(Code.EVENT_TABLE)
        leave(open_game(table, now), user, passes_plans=passes_plans)


def leave(locked: LockedTable, user: User, *, passes_plans: bool = False) -> None:
    """Leave a game that ``open_game`` has already opened; otherwise like ``resign``. Raises Refusal: not_seated."""
    seat = _seat_of(locked, user)
    if len(locked.seats) == 2:
        _concede(locked, seat)
        return
    seat.passes_plans = passes_plans
    seat.save(update_fields=["passes_plans"])
    _resign(locked, seat)


def agree_to_end(*, table_id: int, user: User, now: datetime) -> bool:
    """Store a player's consent to end without a result. If it was the last one needed, end the game and return True.

    Raises the Refusals of ``resign``, and steward_plays.
    """
    with guarded(table_id, now):
        locked = open_game(lock(table_id), now)
        own_seat = _playing_seat(locked, user)
        if locked.table.event_id is not None:
            raise Refusal(Code.EVENT_TABLE)
        Agreement.objects.get_or_create(seat=own_seat, defaults={"table": locked.table, "at": now})
        if end_if_agreed(locked):
            return True
        record_change(locked.table)
        return False


def withdraw_agreement(*, table_id: int, user: User, now: datetime) -> None:
    """Withdraw a consent to end. Raises the Refusals of ``resign``."""
    with guarded(table_id, now):
        locked = open_game(lock(table_id), now)
        if Agreement.objects.filter(seat=_seat_of(locked, user)).delete()[0]:
            record_change(locked.table)


def finish(locked: LockedTable, outcome: Outcome) -> None:
    """End a finished game with the engine's outcome; only the places reflect who left."""
    decisions.sync(locked)
    places = places_of(outcome.ranking, {index for index, seat in locked.seats.items() if seat.resigned_at})
    locked.save(outcome=coding.to_text(outcome), advance_at=None, **_ended(EndedBy.FINISHED, locked.now))
    _close(locked.table, list(locked.seats.values()), places, locked.now, scores=outcome.scores)


def end(table: Table, seats: Sequence[Seat], *, ended_by: Table.EndedBy, places: Mapping[int, int], now: datetime) -> None:
    """End a locked table for a reason other than the engine's outcome. ``places`` is by the engine's index, empty without a
    result."""
    fields = {"advance_at": None} | _ended(ended_by, now)
    for name, value in fields.items():
        setattr(table, name, value)
    table.save(update_fields=list(fields))
    record_change(table)
    _close(table, seats, places, now)


def end_if_agreed(locked: LockedTable) -> bool:
    """End the table without a result if all playing persons agree. Seats played by the steward do not count."""
    playing = [seat for seat in locked.seats.values() if seat.is_played_by_person]
    agreed = set(locked.table.agreements.values_list("seat_id", flat=True))
    if not playing or not agreed.issuperset(seat.pk for seat in playing):
        return False
    end(locked.table, list(locked.seats.values()), ended_by=EndedBy.AGREED, places={}, now=locked.now)
    return True


def do_agreed(locked: LockedTable) -> bool:
    """End the game if all playing persons have agreed to that, and return True.

    Otherwise carry out other topics that all have agreed to. Then delete the agreements of seats with new decisions, except
    those to more time. Call it after changes of players or decisions.
    """
    if not locked.agreeing:
        return False
    if end_if_agreed(locked):
        return True
    agreeing.count_again(locked.table, now=locked.now)
    agreeing.forget(locked.seats_with_new_decisions & locked.agreeing)
    return False


def places_of(ranking: Sequence[Sequence[int]], resigned: set[int]) -> dict[int, int]:
    """Return the finishing place by seat; 1 is best, ties share. Seats that were left come last."""
    stayed = [[seat for seat in group if seat not in resigned] for group in ranking]
    departed = [[seat for seat in group if seat in resigned] for group in ranking]
    places: dict[int, int] = {}
    for group in [*stayed, *departed]:
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def _seat_of(locked: LockedTable, user: User) -> Seat:
    seat = next((seat for seat in _persons(locked) if seat.user_id == user.pk), None)
    if seat is None:
        raise Refusal(Code.NOT_SEATED)
    return seat


def _playing_seat(locked: LockedTable, user: User) -> Seat:
    seat = _seat_of(locked, user)
    if seat.steward_since:
        raise StewardPlays()
    return seat


def _persons(locked: LockedTable) -> list[Seat]:
    """Return the seats with holders who have not left."""
    return [seat for seat in locked.seats.values() if seat.is_held_by_person]


def _concede(locked: LockedTable, conceding: Seat) -> None:
    places = {index: 2 if seat is conceding else 1 for index, seat in locked.seats.items()}
    end(locked.table, list(locked.seats.values()), ended_by=EndedBy.CONCEDED, places=places, now=locked.now)


def _abandon(locked: LockedTable, seat: Seat) -> None:
    """Abandon the table when the last person leaves, instead of giving the seat to the steward."""
    seat.resigned_at = seat.steward_since = locked.now
    seat.save(update_fields=["resigned_at", "steward_since"])
    site_events.record(table=locked.table, kind=SiteEvent.Kind.LEFT, seat=seat, user_id=seat.user_id, now=locked.now)
    end(locked.table, list(locked.seats.values()), ended_by=EndedBy.ABANDONED, places={}, now=locked.now)


def _resign(locked: LockedTable, seat: Seat) -> None:
    if _persons(locked) == [seat] and locked.table.event_id is None:
        _abandon(locked, seat)
        return
    restarted = holding.give_to_steward(locked, seat, SiteEvent.Kind.LEFT)
    if not do_agreed(locked):
        decisions.wake(locked, restarted)
        record_change(locked.table)


def _ended(ended_by: Table.EndedBy, now: datetime) -> dict[str, Any]:
    return {"status": Table.Status.ENDED, "ended_by": ended_by, "ended_at": now}


def _close(
    table: Table, seats: Sequence[Seat], places: Mapping[int, int], now: datetime, scores: Sequence[int] | None = None
) -> None:
    decisions.close_all(table, now)
    Tenure.objects.filter(seat__in=[seat.pk for seat in seats], last_seq=None).update(last_seq=table.seq)
    for seat in seats:
        if seat.index is None:
            continue
        seat.place = places.get(seat.index)
        seat.score = scores[seat.index] if scores else None
        seat.opened_at = None
        seat.save(update_fields=["place", "score", "opened_at"])
    if table.started_at:
        notify.notify_finished(table=table, now=now)
    if table.event_id is not None:
        wake_event(table.event_id, now)
    if table.started_at and not table.practice:
        queue.later("archive_game", table.pk)
        queue.later("rate_games", table.game)
