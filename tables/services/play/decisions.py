"""Decision rows and their clocks, kept in step with the engine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from config.database import statements
from engines.contract import Pending, When
from tables.models import Decision, FiledAnswer, Move, Seat, Table
from tables.services import queue
from tables.services.mail import notify
from tables.services.play.locked_table import LockedTable
from tables.services.time import clocks

# Time for a bot's task before the sweep checks if it was lost.
CHECK_AFTER = timedelta(minutes=1)
_CLOCK = ["counted_at", "spent_seconds", "rested_seconds", "extension_seconds", "ordered_after", "over_at"]
_COLUMNS = [
    *_CLOCK,
    "holder",
    "result",
    "used_seconds",
    "when",
    "asked_at",
    "bank_at",
    "due_at",
    "remind_at",
    "think_at",
    "claimed_until",
    "askings",
    "renewed",
    "answered_at",
    "closed_at",
]
type Ready = Callable[[int, str], bool]
_BY_HAND = (Move.Via.PAGE, Move.Via.MAIL, Move.Via.API)
_STILL = {"due_at": None, "remind_at": None, "think_at": None, "claimed_until": None}
_CLOSED = ["result", "used_seconds", "closed_at", *_STILL]
_REOPENED = [*(name for name in _COLUMNS if name != "askings"), "kind", "sealed", "reply"]


def is_deserted(locked: LockedTable) -> bool:
    """Return whether no person plays at the table any more. Bots and stewards then stop until a person plays again.

    Tables of events are played to the end.
    """
    return locked.table.event_id is None and not any(seat.is_played_by_person for seat in locked.seats.values())


def waits(when: str) -> bool:
    """Return whether other players wait for a decision of this urgency."""
    return when != When.MAY


def nothing_prepared(seat_id: int, key: str) -> bool:
    """Return False: no turn is queued and no standing order is active."""
    return False


def sync(locked: LockedTable, *, holds: Ready = nothing_prepared, speaks: Ready = nothing_prepared) -> list[Decision]:
    """Create, update and close rows to match the engine's open decisions.

    Returns the rows that a seat now has to answer: new ones, those to be answered again, and those that an order or a queued
    turn no longer holds. ``holds`` returns whether a turn is queued for a decision. If it is gone but its decision is open, the
    seat gets the decision again. ``speaks`` returns whether a standing order will make a decision in advance; then the seat is
    not notified. A player who sends a turn step by step is not notified again and gets no new time.
    """
    open_pending = {(locked.seats[pending.seat].pk, pending.key): pending for pending in locked.pending()}
    rows = {(row.seat_id, row.key): row for row in _open_rows(locked)}
    continued = _going_on(locked, open_pending, rows)
    if continued:
        _leave(locked, continued.values())
    _close(locked, [row for name, row in rows.items() if name not in open_pending and row not in continued.values()])
    remaining = [(row, open_pending[name]) for name, row in rows.items() if name in open_pending]
    asked_again = [row for row, pending in remaining if _carry_on(locked, row, pending, holds)]
    released = [row for row, _pending in remaining if _keep_or_release(locked, row, holds, speaks)]
    created = [_ask(locked, pending, continued.get(name), speaks) for name, pending in open_pending.items() if name not in rows]
    unique_columns = ["table", "seat", "key"]
    Decision.objects.bulk_create(created, update_conflicts=True, unique_fields=unique_columns, update_fields=_REOPENED)
    new_decisions = [*asked_again, *(row for row in created if (row.seat_id, row.key) not in continued)]
    locked.seats_with_new_decisions |= {row.seat_id for row in new_decisions if waits(row.when)} | _asked_and_answered(
        locked, rows
    )
    new_or_released = [*new_decisions, *released]
    return [row for row in new_or_released if row.answered_at is None]


def _asked_and_answered(locked: LockedTable, rows: Mapping[tuple[int, str], Decision]) -> set[int]:
    """Return the IDs of the seats that got and made a decision since the last ``sync``."""
    answered = [(move, rows.get((move.seat_id or 0, locked.turns[move.seat_id or 0, move.key]))) for move in locked.moves]
    # A sealed answer can still be replaced although nobody waits for it. Such a decision is not new.
    return {move.seat_id or 0 for move, row in answered if row is None or not (waits(row.when) or move.sealed)}


def _open_rows(locked: LockedTable) -> Sequence[Decision]:
    """Return the table's open rows, linked to the table and seats that are already loaded."""
    seats = {seat.pk: seat for seat in locked.seats.values()}
    rows = _open(locked.table.pk)
    for row in rows:
        row.table, row.seat = locked.table, seats[row.seat_id]
    return rows


@statements.read
def _open(table: int) -> QuerySet[Decision]:
    return Decision.objects.filter(table=table).open()


def _going_on(
    locked: LockedTable, open_pending: Mapping[tuple[int, str], Pending], rows: Mapping[tuple[int, str], Decision]
) -> dict[tuple[int, str], Decision]:
    """Return, by open step, the row of the step that the holder has just sent; the open step continues its clock."""
    previous = {name: rows.get((name[0], pending.continues)) for name, pending in open_pending.items() if waits(pending.when)}
    return {
        name: row
        for name, row in previous.items()
        if row is not None and row.holder_id and not locked.seats[open_pending[name].seat].is_automatic
    }


def close_all(table: Table, now: datetime) -> None:
    """Close all open decisions of the table and drop its queued turns."""
    table.decisions.open().update(closed_at=now, due_at=None, remind_at=None, think_at=None, claimed_until=None)
    table.filed_answers.filter(status=FiledAnswer.Status.ACTIVE).update(status=FiledAnswer.Status.DROPPED, reason="ended")


def restart(locked: LockedTable, seat: Seat, *, is_back: bool = False) -> list[Decision]:
    """Hand the decisions of a seat that others wait for to its new player. Return their rows.

    The first substitute for a decision gets a fresh clock; later ones continue with the time left. ``is_back``: True if the
    holder has returned; they get only the time they had left, so that leaving gains no time.
    """
    rows = [row for row in locked.table.decisions.open().filter(seat=seat) if waits(row.when)]
    for row in rows:
        row.seat = seat
        if seat.is_automatic:
            _lay_down(locked, row)
        elif row.renewed or (is_back and (row.spent_seconds or row.rested_seconds or row.extension_seconds)):
            row.holder_id = None if locked.table.practice else seat.user_id
            row.think_at = None
            clocks.take_up(row, seat, locked.calendar(seat), now=locked.now)
        else:
            row.asked_at, row.renewed = locked.now, not is_back
            _start(locked, row, seat)
        row.answered_at = None
        _save(row)
    return rows


def _lay_down(locked: LockedTable, row: Decision) -> None:
    """Leave a decision to the bot or steward of its seat, and stop the holder's clock."""
    clocks.lay_down(row, locked.calendar(row.seat), now=locked.now)
    row.holder_id = row.claimed_until = row.used_seconds = None
    row.result = ""
    row.think_at = locked.now + CHECK_AFTER if row.when == When.NOW and not is_deserted(locked) else None


def _ask(locked: LockedTable, pending: Pending, previous: Decision | None, speaks: Ready) -> Decision:
    seat = locked.seats[pending.seat]
    row = Decision(
        table=locked.table,
        seat=seat,
        key=pending.key,
        kind=pending.kind,
        when=pending.when,
        sealed=pending.sealed,
        reply=pending.reply,
        asked_at=locked.now,
    )
    if previous is not None:
        clocks.run_on(row, previous)
    elif waits(pending.when):
        _start(locked, row, seat)
        if speaks(seat.pk, pending.key):
            _hold(locked, row, seat)
    return row


def _carry_on(locked: LockedTable, row: Decision, pending: Pending, holds: Callable[[int, str], bool]) -> bool:
    """Update a row that stays open; return True if its seat gets it again."""
    seat, old_when = locked.seats[pending.seat], row.when
    is_ordered = row.ordered_after is not None and pending.when is When.AHEAD
    is_refused = waits(old_when) and row.answered_at is not None and not is_ordered and not holds(row.seat_id, row.key)
    row.when = pending.when
    if waits(old_when) and not waits(pending.when):
        _stop(locked, row)
        row.answered_at = locked.now
    elif waits(pending.when) and (is_refused or not waits(old_when)):
        row.asked_at, row.answered_at = locked.now, None
        row.askings += is_refused
        _start(locked, row, seat)
    elif old_when != pending.when and seat.is_automatic:
        _start(locked, row, seat)
    elif old_when == pending.when:
        return False
    row.seat = seat
    _save(row)
    return waits(pending.when) and (is_refused or not waits(old_when) or seat.is_automatic)


def _keep_or_release(locked: LockedTable, row: Decision, holds: Ready, speaks: Ready) -> bool:
    """Let a standing order hold a decision in advance. Return True if neither an order nor a queued turn holds it any more.

    Time that the clock only seemed to use is returned when the decision's turn comes. If it were returned earlier, others could
    notice.
    """
    seat = next(seat for seat in locked.seats.values() if seat.pk == row.seat_id)
    was_answered = row.answered_at is not None
    if not was_answered and speaks(row.seat_id, row.key):
        _hold(locked, row, seat)
    elif row.ordered_after is None or speaks(row.seat_id, row.key):
        return False
    else:
        row.answered_at = row.answered_at if holds(row.seat_id, row.key) else None
        if row.when != When.AHEAD:
            clocks.release(row, seat, locked.calendar(seat), now=locked.now)
    _save(row)
    return was_answered and row.answered_at is None


def _hold(locked: LockedTable, row: Decision, seat: Seat) -> None:
    """Stop the seat’s clock: a standing order decides when the turn comes and uses no time."""
    if row.ordered_after is None:
        clocks.hold(row, locked.calendar(seat), now=locked.now)
    row.answered_at = locked.now


def _start(locked: LockedTable, row: Decision, seat: Seat) -> None:
    """Start the clock of a person. A bot has no clock: once it must decide, only the time of the sweep's check is set."""
    row.seat, row.holder_id, row.claimed_until = seat, None, None
    clocks.clear(row)
    if seat.is_automatic:
        row.think_at = locked.now + CHECK_AFTER if row.when == When.NOW and not is_deserted(locked) else None
        return
    # Practice does not count for reliability.
    row.holder_id = None if locked.table.practice else seat.user_id
    clocks.start(row, seat, locked.calendar(seat), now=locked.now)


def _leave(locked: LockedTable, rows: Iterable[Decision]) -> None:
    """Close rows whose clock is stopped or continues in another step of the same turn."""
    Decision.objects.filter(pk__in=[row.pk for row in rows]).update(closed_at=locked.now, **_STILL)


def _close(locked: LockedTable, rows: list[Decision]) -> None:
    """Close rows. Results are written row by row, because one statement for all takes ten times as long to build."""
    unchanged = []
    for row in rows:
        old_result = row.result
        _stop(locked, row)
        if row.result == old_result:
            unchanged.append(row)
        else:
            row.closed_at = locked.now
            row.save(update_fields=_CLOSED)
    if unchanged:
        _leave(locked, unchanged)


def _stop(locked: LockedTable, row: Decision) -> None:
    """Stop the clock. A decision made uses the bank or earns the increment; a decision not made costs nothing.

    An answer prepared before its turn delays nobody: it is in time, but uses and earns no time. Queued turns and standing
    orders are treated alike and only when their turn comes, because others could notice a difference.
    """
    seat = next(seat for seat in locked.seats.values() if seat.pk == row.seat_id)
    if row.holder_id and not row.result and _answered(locked, row):
        by_deadline = _by_deadline(locked, row)
        # Its turn came and the answer was played in the same transaction.
        was_prepared = row.when == When.AHEAD or row.answered_at is not None
        if was_prepared and not by_deadline:
            row.result = Decision.Result.IN_TIME
        else:
            settle(locked, row, seat, answered_at=row.answered_at or locked.now, by_deadline=by_deadline)
            if seat.index is not None:
                locked.changed.add(seat.index)
    row.due_at = row.remind_at = row.think_at = row.claimed_until = row.ordered_after = None


def settle(locked: LockedTable, row: Decision, seat: Seat, *, answered_at: datetime, by_deadline: bool) -> None:
    """Charge a seat for a decision; those opened at one moment count once, with the longest time."""
    longest = max((seconds for (seconds,) in _charged(seat.pk, row.asked_at, row.key)), default=None)
    clocks.settle(
        row,
        seat,
        locked.calendar(seat),
        answered_at=answered_at,
        by_deadline=by_deadline,
        paid_for=None if longest is None else timedelta(seconds=longest),
    )


@statements.read
def _charged(seat: int, now: datetime, key: str) -> QuerySet[Decision, Any]:
    """Return the times of a seat's other decisions opened at one moment, in seconds."""
    others = _beside(seat, now).exclude(key=key).exclude(result=statements.Constant(""))
    return others.filter(used_seconds__isnull=False).values_list("used_seconds")


def _beside(seat: int, asked_at: datetime) -> QuerySet[Decision]:
    """Return all decisions of a seat opened at one moment, except those closed by then."""
    return Decision.objects.filter(Q(closed_at=None) | Q(closed_at__gt=asked_at), seat=seat, asked_at=asked_at)


def _answered(locked: LockedTable, row: Decision) -> bool:
    return any(move.seat_id == row.seat_id and move.key == row.key for move in locked.moves)


def _by_deadline(locked: LockedTable, row: Decision) -> bool:
    """Return whether the deadline made the decision or a part of its turn."""
    turn = locked.turns.get((row.seat_id, row.key))
    moves = (move for move in locked.moves if move.seat_id == row.seat_id and _is_default(move))
    return any(locked.turns[row.seat_id, move.key] == turn for move in moves)


def _is_default(move: Move) -> bool:
    """Return whether the site made a default move. A queued turn, or a draft sent at the deadline, counts as the player's own
    move."""
    return move.via == Move.Via.DEADLINE and move.user_id is None


def _save(row: Decision) -> None:
    row.save(update_fields=_COLUMNS)


def automatic_moves(locked: LockedTable, rows: Iterable[Decision]) -> list[Decision]:
    """Return the new decisions that a bot or the steward must make."""
    if is_deserted(locked):
        return []
    return [row for row in rows if row.when == When.NOW and locked.seats[_index(row)].is_automatic]


def wake(locked: LockedTable, rows: Sequence[Decision]) -> None:
    """Notify people of new decisions, and queue the tasks of bots and stewards."""
    notify.notify_turns(table=locked.table, decisions=rows, now=locked.now)
    for row in automatic_moves(locked, rows):
        queue.later("think_bot", locked.table.pk, row.seat_id, row.key)


def _index(row: Decision) -> int:
    assert row.seat.index is not None, "a seat without an index is asked nothing"
    return row.seat.index


def count_defaults(locked: LockedTable) -> None:
    """Update each seat's number of missed deadlines in a row; decisions opened at one moment, or of one turn, count once.

    An action by the holder resets the count. Queued turns and standing orders leave it unchanged, because the holder may be
    away.
    """
    counted: set[tuple[int, str]] = set()
    for move in locked.moves:
        seat = move.seat
        if seat is None:
            continue
        if move.via in _BY_HAND:
            seat.defaults_in_a_row = 0
        elif _is_default(move) and (seat.pk, locked.turns[seat.pk, move.key]) not in counted:
            same_moment = _asked_at_once(seat, locked.turns[seat.pk, move.key])
            counted |= {(seat.pk, key) for key in same_moment}
            seat.defaults_in_a_row += not _missed_before(locked, seat, same_moment)


def _asked_at_once(seat: Seat, key: str) -> set[str]:
    """Return the keys of all decisions that a seat got at the same moment, including this one."""
    asked_at = seat.decisions.filter(key=key).values_list("asked_at", flat=True).first()
    return {key} if asked_at is None else {key, *_beside(seat.pk, asked_at).values_list("key", flat=True)}


def _missed_before(locked: LockedTable, seat: Seat, keys: set[str]) -> bool:
    """Return whether an earlier transaction made a default move for one of these decisions at its deadline."""
    earlier = seat.moves.filter(key__in=keys, via=Move.Via.DEADLINE, user=None, seq__lte=locked.first_seq)
    return earlier.exists()
