"""What a seat prepares, for itself alone: drafts, and answers given before their place comes. Rows of the site, never state."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists

from engines.contract import Filed, Pending, When
from tables.errors import Code, NotPending, NotYours, Refusal, StewardPlays
from tables.models import Decision, Draft, FiledAnswer, Seat
from tables.selectors import coding
from tables.services.locking import guarded, lock
from tables.services.play import late, prepared
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable, open_game
from tables.services.play.moves import MAX_ACTIONS

FILED_AT_MOST = 50
Status = FiledAnswer.Status


@contextmanager
def preparing(seat_id: int, user_id: int | None, now: datetime) -> Iterator[tuple[LockedTable, Seat]]:
    """One transaction in which a seat's holder prepares something; then the table goes on, perhaps by what was prepared.

    Raises a Refusal: not_yours, steward_plays, and those of a table that is not running.
    """
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        locked = open_game(lock(table_id), now)
        seat = locked.seat(seat_id)
        if user_id is not None and seat.user_id != user_id:
            raise NotYours()
        if seat.steward_since:
            raise StewardPlays()
        _note_presence(seat)
        yield locked, seat
        finish(locked)


def file_answer(*, seat_id: int, filed: Filed[Any], user_id: int | None = None, now: datetime) -> None:
    """Keep an answer for its place; it replaces what was filed for the same decision and is played at once if its place is now.

    Raises a Refusal: not_yours, not_pending, empty, never_legal, too_many and those of a table that is not running.
    """
    if len(filed.actions) > FILED_AT_MOST:
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


def save_draft(*, seat_id: int, key: str, actions: Sequence[Any], now: datetime) -> Draft:
    """Keep the actions tried out for an open decision. Raises a Refusal: not_pending, steward_plays, too_many."""
    if len(actions) > MAX_ACTIONS:
        raise Refusal(Code.TOO_MANY)
    is_open = Decision.objects.open().filter(seat_id=seat_id, key=key)
    kept = Draft.objects.filter(seat_id=seat_id, key=key)
    sent_at_deadline = Exists(kept.filter(plays_at_deadline=True))
    row = is_open.values("table_id", "seat__steward_since").annotate(sent_at_deadline=sent_at_deadline).first()
    if row is None:
        raise NotPending()
    if row["seat__steward_since"]:
        raise StewardPlays()
    values = {"actions": coding.to_text(list(actions)), "updated_at": now}
    with transaction.atomic():
        if row["sent_at_deadline"]:
            # Not while the deadline answers: what somebody is told is kept is what it sends.
            lock(row["table_id"])
            if not is_open.exists():
                raise NotPending()
        return kept.update_or_create(seat_id=seat_id, key=key, defaults=values)[0]


def play_at_deadline(*, seat_id: int, key: str, plays: bool) -> None:
    """Choose whether a draft is sent instead of the game's fallback if the time runs out. Raises Refusal: not_pending."""
    # What may still be answered again, but need not be, has no deadline.
    required = Decision.objects.required().filter(seat_id=seat_id, key=key)
    table_id = required.values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotPending()
    with transaction.atomic():
        # Not while the deadline answers: whoever is told yes has their draft sent.
        lock(table_id)
        if not required.exists() or not Draft.objects.filter(seat_id=seat_id, key=key).update(plays_at_deadline=plays):
            raise NotPending()


def clear_draft(*, seat_id: int, key: str) -> None:
    """Forget what was tried out."""
    Draft.objects.filter(seat_id=seat_id, key=key).delete()


def _table_of(seat_id: int) -> int:
    table_id = Seat.objects.filter(pk=seat_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotYours()
    return table_id


def _note_presence(seat: Seat) -> None:
    """Anyone who prepares something is here, however many deadlines answered for them before."""
    if seat.defaults_in_a_row:
        seat.defaults_in_a_row = 0
        seat.save(update_fields=["defaults_in_a_row"])


def _check_says_something(filed: Filed[Any], pending: Pending) -> None:
    """A seat asked ahead may wait for those before it; at any other time an empty answer that asks again says nothing."""
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
