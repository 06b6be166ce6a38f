"""Answers given before their place comes: rows of the site, never state, always private to their seat."""

from datetime import datetime
from typing import Any

from engines.contract import Filed, Pending, When
from tables.models import Decision, FiledAnswer, Seat
from tables.services.errors import Code, NotPending, Refusal
from tables.services.play import prepared
from tables.services.play.locked_table import LockedTable
from tables.services.play.preparing import preparing
from tables.services.time import late

MAX_ACTIONS = 50
Status = FiledAnswer.Status


def file_answer(*, seat_id: int, filed: Filed[Any], user_id: int | None = None, now: datetime) -> None:
    """Keep an answer for its place; it replaces what was filed for the same decision and is played at once if its place is now.

    Raises a Refusal: not_yours, not_pending, empty, never_legal, too_many and those of a table that is not running.
    """
    if len(filed.actions) > MAX_ACTIONS:
        raise Refusal(Code.TOO_MANY)
    with preparing(seat_id, user_id, now) as (locked, seat):
        pending = locked.pending_of(seat, filed.key)
        if pending is None or pending.sealed:
            raise NotPending()
        _check_says_something(filed, pending)
        _check_could_be_played(locked, seat, filed, pending)
        prepared.keep(locked, seat, filed, pending)
        # Only ahead of one's place: whose turn it is must not win time by filing what cannot be played.
        _open_row(seat, filed.key).filter(answered_at=None, when=When.AHEAD).update(answered_at=now)


def withdraw_filed(*, seat_id: int, key: str, user_id: int | None = None, now: datetime) -> None:
    """Take back what was filed; the clock has been running on. Raises a Refusal: not_yours, not_pending."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        mine = seat.filed_answers.filter(key=key, status=Status.ACTIVE, done=0).exclude(reason=prepared.TIME_OVER)
        if not mine.update(status=Status.DROPPED, reason="withdrawn"):
            raise NotPending()
        _reopen(locked, seat, key)


def _check_says_something(filed: Filed[Any], pending: Pending) -> None:
    """Who is asked ahead may wait for those before them; at any other time an empty answer that asks again says nothing."""
    if not filed.actions and filed.otherwise == "ask" and pending.when is not When.AHEAD:
        raise Refusal(Code.EMPTY)


def _check_could_be_played(locked: LockedTable, seat: Seat, filed: Filed[Any], pending: Pending) -> None:
    """Ahead of a place the legal list holds all that could be legal there: what is not in it would only stop the clock."""
    if pending.when is When.AHEAD and filed.actions:
        legal = list(locked.engine.legal(locked.view(seat), pending))
        if not any(action in legal for action in filed.actions):
            raise Refusal(Code.NEVER_LEGAL)


def _reopen(locked: LockedTable, seat: Seat, key: str) -> None:
    """What was filed ahead is asked again, on the clock that has been running on; where an order speaks nothing changes.

    If its time is over meanwhile, it is as if nothing had ever been filed.
    """
    for row in _open_row(seat, key).filter(when=When.AHEAD, ordered_after=None):
        if row.due_at is None and row.counted_at is not None:
            late.file_for_place(locked, seat, row)
        else:
            row.answered_at = None
            row.save(update_fields=["answered_at"])


def _open_row(seat: Seat, key: str) -> Any:
    return Decision.objects.open().filter(seat=seat, key=key)
