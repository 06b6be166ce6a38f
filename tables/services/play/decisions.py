"""Keeping the rows of what is asked in step with the engine, and with them the clocks."""

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

# How long a bot's task may take before the sweep looks whether it was lost.
PATIENCE = timedelta(minutes=1)
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
    """Whether no person plays any more; then bots and stewards stop as well, and the table waits for somebody to come back."""
    return not any(seat.is_played_by_person for seat in locked.seats.values())


def waits(when: str) -> bool:
    """Whether others wait for such a decision."""
    return when != When.MAY


def nothing_prepared(seat_id: int, key: str) -> bool:
    """No answer lies ready for anybody, and no order speaks."""
    return False


def sync(locked: LockedTable, *, holds: Ready = nothing_prepared, speaks: Ready = nothing_prepared) -> list[Decision]:
    """Make the open rows those the engine asks for, and return the ones newly put to their seat.

    ``holds`` tells whether a filed answer still lies ready. A seat that had filed one ahead of its place is asked again once
    that answer is gone and the question is not. ``speaks`` tells whether an order will answer what is asked ahead: as long as
    it does nobody is asked. Somebody who sends a turn step by step is not told again, and has no new time.
    """
    wanted = {(locked.seats[pending.seat].pk, pending.key): pending for pending in locked.pending()}
    rows = {(row.seat_id, row.key): row for row in _open_rows(locked)}
    going_on = _going_on(locked, wanted, rows)
    if going_on:
        _leave(locked, going_on.values())
    _close(locked, [row for name, row in rows.items() if name not in wanted and row not in going_on.values()])
    kept = [(row, wanted[name]) for name, row in rows.items() if name in wanted]
    asked_again = [row for row, pending in kept if _carry_on(locked, row, pending, holds)]
    released = [row for row, _asked in kept if _keep_or_release(locked, row, holds, speaks)]
    fresh = [_ask(locked, pending, going_on.get(name), speaks) for name, pending in wanted.items() if name not in rows]
    same = ["table", "seat", "key"]
    Decision.objects.bulk_create(fresh, update_conflicts=True, unique_fields=same, update_fields=_REOPENED)
    asked = [*asked_again, *(row for row in fresh if (row.seat_id, row.key) not in going_on)]
    locked.asked |= {row.seat_id for row in asked if waits(row.when)} | _asked_meanwhile(locked, rows)
    newly = [*asked, *released]
    return [row for row in newly if row.answered_at is None]


def _asked_meanwhile(locked: LockedTable, rows: Mapping[tuple[int, str], Decision]) -> set[int]:
    """Return the ids of the seats that were asked something since the last ``sync`` and have answered it already."""
    answered = [(move, rows.get((move.seat_id or 0, locked.turns[move.seat_id or 0, move.key]))) for move in locked.moves]
    # An answer under seal may be replaced though nobody waits for it; that is not asked of anybody.
    return {move.seat_id or 0 for move, row in answered if row is None or not (waits(row.when) or move.sealed)}


def _open_rows(locked: LockedTable) -> Sequence[Decision]:
    """What is asked so far, with table and seat as they are in hand."""
    seats = {seat.pk: seat for seat in locked.seats.values()}
    rows = _open(locked.table.pk)
    for row in rows:
        row.table, row.seat = locked.table, seats[row.seat_id]
    return rows


@statements.read
def _open(table: int) -> QuerySet[Decision]:
    return Decision.objects.filter(table=table).open()


def _going_on(
    locked: LockedTable, wanted: Mapping[tuple[int, str], Pending], rows: Mapping[tuple[int, str], Decision]
) -> dict[tuple[int, str], Decision]:
    """The steps of a turn whose clock runs on from the step before, which its holder has just sent."""
    before = {name: rows.get((name[0], pending.continues)) for name, pending in wanted.items() if waits(pending.when)}
    return {
        name: row
        for name, row in before.items()
        if row is not None and row.holder_id and not locked.seats[wanted[name].seat].is_automatic
    }


def close_all(table: Table, now: datetime) -> None:
    """Nothing is asked any more."""
    table.decisions.open().update(closed_at=now, due_at=None, remind_at=None, think_at=None, claimed_until=None)
    table.filed_answers.filter(status=FiledAnswer.Status.ACTIVE).update(status=FiledAnswer.Status.DROPPED, reason="ended")


def restart(locked: LockedTable, seat: Seat, *, is_back: bool = False) -> list[Decision]:
    """Put what is open to the new player of the seat. Returns what is newly asked.

    The first substitute for a decision has a fresh clock; later ones go on with the time that was left. ``is_back``: its
    holder has come back, and has the time that they had left when they went. So nobody gains any by going.
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
    """Leave a decision to the bot or steward of its seat, with the clock of its holder as it stands."""
    clocks.lay_down(row, locked.calendar(row.seat), now=locked.now)
    row.holder_id = row.claimed_until = row.used_seconds = None
    row.result = ""
    row.think_at = locked.now + PATIENCE if row.when == When.NOW and not is_deserted(locked) else None


def _ask(locked: LockedTable, pending: Pending, before: Decision | None, speaks: Ready) -> Decision:
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
    if before is not None:
        clocks.run_on(row, before)
    elif waits(pending.when):
        _start(locked, row, seat)
        if speaks(seat.pk, pending.key):
            _hold(locked, row, seat)
    return row


def _carry_on(locked: LockedTable, row: Decision, pending: Pending, holds: Callable[[int, str], bool]) -> bool:
    """Bring a row that stays open up to date; True if it is newly put to its seat."""
    seat, before = locked.seats[pending.seat], row.when
    is_ordered = row.ordered_after is not None and pending.when is When.AHEAD
    is_refused = waits(before) and row.answered_at is not None and not is_ordered and not holds(row.seat_id, row.key)
    row.when = pending.when
    if waits(before) and not waits(pending.when):
        _stop(locked, row)
        row.answered_at = locked.now
    elif waits(pending.when) and (is_refused or not waits(before)):
        row.asked_at, row.answered_at = locked.now, None
        row.askings += is_refused
        _start(locked, row, seat)
    elif before != pending.when and seat.is_automatic:
        _start(locked, row, seat)
    elif before == pending.when:
        return False
    row.seat = seat
    _save(row)
    return waits(pending.when) and (is_refused or not waits(before) or seat.is_automatic)


def _keep_or_release(locked: LockedTable, row: Decision, holds: Ready, speaks: Ready) -> bool:
    """Let orders speak for what is asked ahead; True if it is put to its seat because none does any more.

    What its clock only seemed to use is given back once its place has come: before that others could tell by it.
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
    """Nobody waits for the seat: an order answers at its place, and is charged nothing."""
    if row.ordered_after is None:
        clocks.hold(row, locked.calendar(seat), now=locked.now)
    row.answered_at = locked.now


def _start(locked: LockedTable, row: Decision, seat: Seat) -> None:
    """The clock of a person runs; a bot is only looked after once it is its turn."""
    row.seat, row.holder_id, row.claimed_until = seat, None, None
    clocks.clear(row)
    if seat.is_automatic:
        row.think_at = locked.now + PATIENCE if row.when == When.NOW and not is_deserted(locked) else None
        return
    # Practice says nothing of how reliably somebody answers.
    row.holder_id = None if locked.table.practice else seat.user_id
    clocks.start(row, seat, locked.calendar(seat), now=locked.now)


def _leave(locked: LockedTable, rows: Iterable[Decision]) -> None:
    """Close rows whose clock has been stopped, or is that of another step of the same turn now."""
    Decision.objects.filter(pk__in=[row.pk for row in rows]).update(closed_at=locked.now, **_STILL)


def _close(locked: LockedTable, rows: list[Decision]) -> None:
    """What became of a row is written row by row: a statement that names them all takes ten times as long to make."""
    alike = []
    for row in rows:
        before = row.result
        _stop(locked, row)
        if row.result == before:
            alike.append(row)
        else:
            row.closed_at = locked.now
            row.save(update_fields=_CLOSED)
    if alike:
        _leave(locked, alike)


def _stop(locked: LockedTable, row: Decision) -> None:
    """Stop the clock: an answer costs what it took of the bank or earns the increment; who was not to answer pays nothing.

    An answer that lay ready when its place came kept nobody waiting: it was in time, costs nothing and earns nothing. Were one
    that is filed charged otherwise than one that an order gives, or counted where its place never came, others could tell.
    """
    seat = next(seat for seat in locked.seats.values() if seat.pk == row.seat_id)
    if row.holder_id and not row.result and _answered(locked, row):
        by_deadline = _by_deadline(locked, row)
        # Its place came and was filled in one and the same transaction.
        lay_ready = row.when == When.AHEAD or row.answered_at is not None
        if lay_ready and not by_deadline:
            row.result = Decision.Result.IN_TIME
        else:
            settle(locked, row, seat, answered_at=row.answered_at or locked.now, by_deadline=by_deadline)
            if seat.index is not None:
                locked.changed.add(seat.index)
    row.due_at = row.remind_at = row.think_at = row.claimed_until = row.ordered_after = None


def settle(locked: LockedTable, row: Decision, seat: Seat, *, answered_at: datetime, by_deadline: bool) -> None:
    """Charge a seat for an answer; several to what was asked at one moment count as one, as long as the longest of them."""
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
    """How long its other answers took to what a seat was asked at one moment."""
    others = _beside(seat, now).exclude(key=key).exclude(result=statements.Constant(""))
    return others.filter(used_seconds__isnull=False).values_list("used_seconds")


def _beside(seat: int, asked_at: datetime) -> QuerySet[Decision]:
    """All that a seat was asked at one moment; not what was over by then."""
    return Decision.objects.filter(Q(closed_at=None) | Q(closed_at__gt=asked_at), seat=seat, asked_at=asked_at)


def _answered(locked: LockedTable, row: Decision) -> bool:
    return any(move.seat_id == row.seat_id and move.key == row.key for move in locked.moves)


def _by_deadline(locked: LockedTable, row: Decision) -> bool:
    """Whether the deadline answered, be it a part of the turn."""
    turn = locked.turns.get((row.seat_id, row.key))
    moves = (move for move in locked.moves if move.seat_id == row.seat_id and _is_default(move))
    return any(locked.turns[row.seat_id, move.key] == turn for move in moves)


def _is_default(move: Move) -> bool:
    """Whether the deadline made a move. What its owner had filed in time, or drafted for the deadline, is their own answer."""
    return move.via == Move.Via.DEADLINE and move.user_id is None


def _save(row: Decision) -> None:
    row.save(update_fields=_COLUMNS)


def automatic_moves(locked: LockedTable, rows: Iterable[Decision]) -> list[Decision]:
    """Which of the newly asked decisions a bot or the steward has to think about."""
    if is_deserted(locked):
        return []
    return [row for row in rows if row.when == When.NOW and locked.seats[_index(row)].is_automatic]


def wake(locked: LockedTable, rows: Sequence[Decision]) -> None:
    """Tell persons what they are asked, and set bots and stewards to think."""
    notify.notify_turns(table=locked.table, decisions=rows, now=locked.now)
    for row in automatic_moves(locked, rows):
        queue.later("think_bot", locked.table.pk, row.seat_id, row.key)


def _index(row: Decision) -> int:
    assert row.seat.index is not None, "a seat without an index is asked nothing"
    return row.seat.index


def count_defaults(locked: LockedTable) -> None:
    """How many of a seat's latest decisions the deadline made; what was asked at one moment, a whole turn too, counts once.

    What its holder does themselves resets the count. What they filed or ordered ahead leaves it as it is: they may have
    been gone for long.
    """
    counted: set[tuple[int, str]] = set()
    for move in locked.moves:
        seat = move.seat
        if seat is None:
            continue
        if move.via in _BY_HAND:
            seat.defaults_in_a_row = 0
        elif _is_default(move) and (seat.pk, locked.turns[seat.pk, move.key]) not in counted:
            together = _asked_at_once(seat, locked.turns[seat.pk, move.key])
            counted |= {(seat.pk, key) for key in together}
            seat.defaults_in_a_row += not _missed_before(locked, seat, together)


def _asked_at_once(seat: Seat, key: str) -> set[str]:
    """The keys of all that a seat was asked at the same moment, this one among them."""
    asked_at = seat.decisions.filter(key=key).values_list("asked_at", flat=True).first()
    return {key} if asked_at is None else {key, *_beside(seat.pk, asked_at).values_list("key", flat=True)}


def _missed_before(locked: LockedTable, seat: Seat, keys: set[str]) -> bool:
    """Whether the deadline has answered one of these already."""
    earlier = seat.moves.filter(key__in=keys, via=Move.Via.DEADLINE, user=None, seq__lte=locked.first_seq)
    return earlier.exists()
