"""What becomes of a decision whose time is over: the draft its owner wants sent then, the game's fallback for what is left."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from engines.contract import Pending, When
from tables.errors import Crashed, Illegal, NotPending
from tables.models import Decision, Draft, FiledAnswer, Move, Seat
from tables.selectors import coding
from tables.services.mail import notify
from tables.services.play import prepared
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable
from tables.services.time import clocks


def answer(locked: LockedTable, seat: Seat, pending: Pending, due: Decision) -> None:
    """Answer for a seat at its deadline and save everything; where its place has not come yet the answer is filed for it."""
    drafted = _drafted(locked, seat, due.key)
    if pending.when is When.AHEAD:
        file_for_place(locked, seat, due, drafted)
        return
    _finish_turn(locked, seat, _play(locked, seat, due.key, drafted))
    notify.notify_timed_out(table=locked.table, seat=seat, decision_key=due.key, now=locked.now)
    finish(locked)


def _drafted(locked: LockedTable, seat: Seat, key: str) -> Sequence[Any]:
    """The draft that is to be sent at the deadline; none if there is none, or it cannot be read any more."""
    draft = Draft.objects.filter(seat=seat, key=key, plays_at_deadline=True).first()
    if draft is None:
        return ()
    draft.delete()
    try:
        return coding.actions(locked.table.game, draft.actions)
    except msgspec.DecodeError:
        return ()


def _play(locked: LockedTable, seat: Seat, key: str, drafted: Sequence[Any]) -> str:
    """Play what of a draft is legal, as its owner's own answer; the key of the last step that was asked.

    What follows a step after which others react is filed for when they have.
    """
    for number, action in enumerate(drafted):
        if (pending := _open(locked, seat, key)) is None:
            prepared.keep_rest(locked, seat, drafted[number:])
            break
        # A step that is no longer legal is left out, as it is when its owner sends the draft.
        with suppress(Illegal, NotPending, Crashed):
            meant = locked.pending_for(seat, action, likely=pending.key)
            if meant == locked.rest_of_turn(seat):
                prepared.keep_rest(locked, seat, drafted[number:])
                break
            if meant.key == pending.key:
                locked.play(seat, pending, action, via=Move.Via.DEADLINE, user_id=seat.user_id)
        key = pending.key
    return key


def _finish_turn(locked: LockedTable, seat: Seat, key: str) -> None:
    """Answer the same decision and all that follows it in the same turn: its time is over too.

    What the seat has prepared for it goes before the game's fallback.
    """
    ready = prepared.load(locked)
    for _step in range(prepared.MAX_CHOICES):
        if (pending := _open(locked, seat, key)) is None:
            return
        key = pending.key
        if not prepared.answer(locked, ready, seat, pending):
            prepared.play_fallback(locked, seat, key, Move.Via.DEADLINE)


def _open(locked: LockedTable, seat: Seat, key: str) -> Pending | None:
    """The same decision while it waits for the seat, then what continues a step of the turn that was played here."""
    mine = [pending for pending in locked.pending() if pending.seat == seat.index and pending.when is When.NOW]
    return next((pending for pending in mine if pending.key == key or (seat.pk, pending.continues) in locked.turns), None)


def file_for_place(locked: LockedTable, seat: Seat, due: Decision, drafted: Sequence[Any] = ()) -> None:
    """The clock has run out before the place came. Anyone who filed an answer in time keeps it."""
    body = {"key": due.key, "actions": drafted, "how": "each" if drafted else "first", "otherwise": "fallback"}
    FiledAnswer.objects.get_or_create(
        seat=seat,
        key=due.key,
        status=FiledAnswer.Status.ACTIVE,
        defaults={
            "table": locked.table,
            "kind": due.kind,
            "body": coding.to_text(body),
            "reason": prepared.TIME_OVER,
            "filed_at": locked.now,
        },
    )
    due.answered_at = due.answered_at or locked.now
    # What it costs is settled at its place: until then nobody may see whether something lay ready.
    clocks.hide(due)
    due.save(update_fields=["due_at", "remind_at", "claimed_until", "answered_at"])
