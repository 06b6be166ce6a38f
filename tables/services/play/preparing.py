"""Private preparations of a seat: drafts and queued turns. They are rows of the site, not part of the game's state."""

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
    """Yield the locked table and the seat to prepare something for its holder. Then continue play, which may use it.

    Everything runs in one transaction. The seat's missed deadlines in a row are reset.

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
    """Queue a turn, replacing one for the same decision. Play it straight away if the decision's turn has come.

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
        # Only a decision in advance counts as answered, so that a player whose turn it is gains no time by an unplayable turn.
        _open_row(seat, filed.key).filter(answered_at=None, when=When.AHEAD).update(answered_at=now)


def withdraw_filed(*, seat_id: int, key: str, user_id: int | None = None, now: datetime) -> None:
    """Withdraw a queued turn and reopen its decision. The clock has kept running. Raises the Refusals of ``preparing``, and
    not_pending.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        active = seat.filed_answers.filter(key=key, status=Status.ACTIVE, done=0).exclude(reason=prepared.TIME_OVER)
        if not active.update(status=Status.DROPPED, reason="withdrawn"):
            raise NotPending()
        _reopen(locked, seat, key)


def save_draft(*, seat_id: int, key: str, actions: Sequence[Any], now: datetime) -> Draft:
    """Save the draft of an open decision. Raises a Refusal: not_pending, steward_plays, too_many."""
    if len(actions) > MAX_ACTIONS:
        raise Refusal(Code.TOO_MANY)
    open_rows = Decision.objects.open().filter(seat_id=seat_id, key=key)
    drafts = Draft.objects.filter(seat_id=seat_id, key=key)
    sent_at_deadline = Exists(drafts.filter(plays_at_deadline=True))
    row = open_rows.values("table_id", "seat__steward_since").annotate(sent_at_deadline=sent_at_deadline).first()
    if row is None:
        raise NotPending()
    if row["seat__steward_since"]:
        raise StewardPlays()
    values = {"actions": coding.to_text(list(actions)), "updated_at": now}
    with transaction.atomic():
        if row["sent_at_deadline"]:
            # The lock keeps the deadline from being handled at the same time, so that a draft reported as saved is the draft
            # sent.
            lock(row["table_id"])
            if not open_rows.exists():
                raise NotPending()
        return drafts.update_or_create(seat_id=seat_id, key=key, defaults=values)[0]


def play_at_deadline(*, seat_id: int, key: str, plays: bool) -> None:
    """Choose whether a draft replaces the default move at the deadline. Raises Refusal: not_pending."""
    # An optional replacement of an answer has no deadline.
    required = Decision.objects.required().filter(seat_id=seat_id, key=key)
    table_id = required.values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotPending()
    with transaction.atomic():
        # The lock keeps the deadline from being handled at the same time, so that a confirmed draft is really sent.
        lock(table_id)
        if not required.exists() or not Draft.objects.filter(seat_id=seat_id, key=key).update(plays_at_deadline=plays):
            raise NotPending()


def clear_draft(*, seat_id: int, key: str) -> None:
    """Delete a draft."""
    Draft.objects.filter(seat_id=seat_id, key=key).delete()


def _table_of(seat_id: int) -> int:
    table_id = Seat.objects.filter(pk=seat_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotYours()
    return table_id


def _note_presence(seat: Seat) -> None:
    """Reset the missed deadlines in a row, because a holder who prepares something is present."""
    if seat.defaults_in_a_row:
        seat.defaults_in_a_row = 0
        seat.save(update_fields=["defaults_in_a_row"])


def _check_says_something(filed: Filed[Any], pending: Pending) -> None:
    """Refuse an empty turn that asks the player, except in advance, where it waits for other seats."""
    if not filed.actions and filed.otherwise == "ask" and pending.when is not When.AHEAD:
        raise Refusal(Code.EMPTY)


def _check_could_be_played(locked: LockedTable, seat: Seat, filed: Filed[Any], pending: Pending) -> None:
    """Refuse a turn in advance if none of its actions is possibly legal, because it would only stop the clock."""
    if pending.when is When.AHEAD and filed.actions:
        legal = list(locked.engine.legal(locked.view(seat), pending))
        if not any(action in legal for action in filed.actions):
            raise Refusal(Code.NEVER_LEGAL)


def _reopen(locked: LockedTable, seat: Seat, key: str) -> None:
    """Reopen a decision in advance; its clock has kept running. Do nothing if a standing order decides it.

    If its deadline has passed, the decision is treated as if nothing had been queued.
    """
    for row in _open_row(seat, key).filter(when=When.AHEAD, ordered_after=None):
        if row.due_at is None and row.counted_at is not None:
            late.file_for_place(locked, seat, row)
        else:
            row.answered_at = None
            row.save(update_fields=["answered_at"])


def _open_row(seat: Seat, key: str) -> Any:
    return Decision.objects.open().filter(seat=seat, key=key)
