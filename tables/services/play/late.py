"""Decisions after their deadline: the site plays the draft marked for the deadline, then the game's default moves for the
rest."""

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
    """Decide for a seat at its deadline and save everything. Queue the turn for a decision in advance."""
    draft_actions = _drafted(locked, seat, due.key)
    if pending.when is When.AHEAD:
        file_for_place(locked, seat, due, draft_actions)
        return
    _finish_turn(locked, seat, _play(locked, seat, due.key, draft_actions))
    notify.notify_timed_out(table=locked.table, seat=seat, decision_key=due.key, now=locked.now)
    finish(locked)


def _drafted(locked: LockedTable, seat: Seat, key: str) -> Sequence[Any]:
    """Delete the draft marked for the deadline and return its actions; empty if there is none or it cannot be read."""
    draft = Draft.objects.filter(seat=seat, key=key, plays_at_deadline=True).first()
    if draft is None:
        return ()
    draft.delete()
    try:
        return coding.actions(locked.table.game, draft.actions)
    except msgspec.DecodeError:
        return ()


def _play(locked: LockedTable, seat: Seat, key: str, draft_actions: Sequence[Any]) -> str:
    """Play the legal steps of a draft as the owner's own moves; return the key of the last decision reached.

    Steps that come after a reaction of other players are queued.
    """
    for number, action in enumerate(draft_actions):
        if (pending := _open(locked, seat, key)) is None:
            prepared.keep_rest(locked, seat, draft_actions[number:])
            break
        # An illegal step is left out, as it is when its owner sends the draft.
        with suppress(Illegal, NotPending, Crashed):
            target = locked.pending_for(seat, action, likely=pending.key)
            if target == locked.rest_of_turn(seat):
                prepared.keep_rest(locked, seat, draft_actions[number:])
                break
            if target.key == pending.key:
                locked.play(seat, pending, action, via=Move.Via.DEADLINE, user_id=seat.user_id)
        key = pending.key
    return key


def _finish_turn(locked: LockedTable, seat: Seat, key: str) -> None:
    """Finish the overdue decision and the rest of its turn.

    Prepared answers of the seat come before the game's default move.
    """
    ready = prepared.load(locked)
    for _step in range(prepared.MAX_CHOICES):
        if (pending := _open(locked, seat, key)) is None:
            return
        key = pending.key
        if not prepared.answer(locked, ready, seat, pending):
            prepared.play_fallback(locked, seat, key, Move.Via.DEADLINE)


def _open(locked: LockedTable, seat: Seat, key: str) -> Pending | None:
    """Return the decision if the seat still has to make it, otherwise the next step of its turn."""
    own_pending = [pending for pending in locked.pending() if pending.seat == seat.index and pending.when is When.NOW]
    return next(
        (pending for pending in own_pending if pending.key == key or (seat.pk, pending.continues) in locked.turns), None
    )


def file_for_place(locked: LockedTable, seat: Seat, due: Decision, draft_actions: Sequence[Any] = ()) -> None:
    """Queue a turn for a decision in advance after its deadline, and mark it as answered. Keep a turn queued in time."""
    body = {"key": due.key, "actions": draft_actions, "how": "each" if draft_actions else "first", "otherwise": "fallback"}
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
    # The time is charged when the decision's turn comes, so that nobody can see earlier if something was prepared.
    clocks.hide(due)
    due.save(update_fields=["due_at", "remind_at", "claimed_until", "answered_at"])
