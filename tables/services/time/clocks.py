"""The clock of one decision: started, recounted, charged. All arithmetic is in tables.clock.

Running time is kept as ``spent_seconds`` at ``counted_at``, with how long the clock had stood still by then
(``rested_seconds``). Every moment of the row follows from these and the calendar of the person who is asked, so a calendar
that changes while a clock runs changes only what is still to come. While a table is paused ``counted_at`` is empty; a pause is
no rest.
"""

from datetime import datetime, timedelta

from tables import clock
from tables.clock import Allowance, Calendar
from tables.models import Decision, Seat, Table

MOMENTS = ["counted_at", "spent_seconds", "rested_seconds", "remind_at", "over_at", "bank_at", "due_at"]


def pace_of(table: Table) -> clock.Pace:
    """The pace of a table."""
    return clock.Pace(
        slug=table.pace,
        decision=table.decision_minutes,
        reply=table.reply_minutes,
        bank=table.bank_minutes,
        increment=table.increment_minutes,
        cap=table.bank_cap_minutes,
        grace=table.grace_minutes,
        weekends=table.weekends,
    )


def clear(row: Decision) -> None:
    """No clock runs, and none ever did for this asking."""
    row.remind_at = row.over_at = row.bank_at = row.due_at = row.think_at = row.counted_at = row.used_seconds = None
    row.spent_seconds = row.rested_seconds = row.extension_seconds = 0
    row.ordered_after = None
    row.result = ""


def start(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Start the clock of a person for a decision just asked; at a paused table it starts when the pause is over."""
    row.counted_at = now if _runs(seat.table) else None
    _set_moments(row, seat, calendar, is_reminded=False)


def run_on(row: Decision, before: Decision) -> None:
    """Go on with the clock of the step before in the same turn."""
    for name in ("holder_id", "asked_at", "renewed", "extension_seconds", *MOMENTS):
        setattr(row, name, getattr(before, name))


def hold(row: Decision, calendar: Calendar, *, now: datetime) -> None:
    """An order will answer: from now on the clock only seems to run."""
    row.ordered_after = _seconds(_used(row, calendar, now))


def release(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """No order answers at the place that has come: the clock goes on from where it stood when one began to speak."""
    row.spent_seconds, row.ordered_after = row.ordered_after or 0, None
    is_reminded = timedelta(seconds=row.spent_seconds) > clock.REMIND_AT * given(row, seat).own
    row.counted_at = now if _runs(seat.table) else None
    _set_moments(row, seat, calendar, is_reminded=is_reminded)


def hide(row: Decision) -> None:
    """Nobody is waited for, and nothing is to be done at the end of a clock."""
    row.due_at = row.remind_at = row.claimed_until = None


def stop(row: Decision, calendar: Calendar, *, now: datetime) -> None:
    """Let a clock stand still until ``resume``."""
    _count(row, calendar, until=now)
    row.counted_at = row.remind_at = row.over_at = row.bank_at = row.due_at = None


def lay_down(row: Decision, calendar: Calendar, *, now: datetime) -> None:
    """Stop the clock of a person who plays no longer; what they have used stays used, in case they come back."""
    if row.ordered_after is not None:
        row.spent_seconds, row.ordered_after, row.counted_at = row.ordered_after, None, None
    stop(row, calendar, now=row.answered_at or now)


def take_up(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Let a clock run on from where it was laid down, for its holder who has come back or for somebody else."""
    if _runs(seat.table):
        resume(row, seat, calendar, now=now)


def resume(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Let a clock run again from where it stood."""
    is_reminded = timedelta(seconds=row.spent_seconds) > clock.REMIND_AT * given(row, seat).own
    row.counted_at = now
    _set_moments(row, seat, calendar, is_reminded=is_reminded)


def restart(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Let a clock that runs begin anew, at the table's pace as it is now. Where an order will answer it only seems to."""
    row.spent_seconds = row.rested_seconds = row.extension_seconds = 0
    if row.ordered_after is not None:
        row.ordered_after = 0
    row.counted_at = now
    _set_moments(row, seat, calendar, is_reminded=False)


def recount(
    row: Decision, seat: Seat, before: Calendar, after: Calendar, *, now: datetime, until: datetime | None = None
) -> None:
    """Recount from ``now`` on another calendar; what ran before did so on the old one, at the latest until ``until``."""
    if row.counted_at is None:
        return
    is_reminded = row.remind_at is None
    _count(row, before, until=until or now)
    row.counted_at = now
    _set_moments(row, seat, after, is_reminded=is_reminded)


def is_over(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> bool:
    """Whether the time of a decision is over on its holder's calendar as it is now; if not, its moments are set again."""
    _set_moments(row, seat, calendar, is_reminded=row.remind_at is None)
    if row.due_at is None or row.due_at > now:
        row.claimed_until = None
        return False
    return True


def extend(row: Decision, seat: Seat, calendar: Calendar, *, by: timedelta) -> None:
    """Add to a decision's own time; its reminder comes again."""
    row.extension_seconds += _seconds(by)
    _set_moments(row, seat, calendar, is_reminded=False)


def settle(
    row: Decision,
    seat: Seat,
    calendar: Calendar,
    *,
    answered_at: datetime,
    by_deadline: bool,
    paid_for: timedelta | None = None,
) -> None:
    """Charge the seat's bank with an answer, or credit it, and keep how long it took.

    ``paid_for``: as in :func:`tables.clock.charge`.
    """
    used = _used(row, calendar, answered_at)
    row.used_seconds = _seconds(used)
    row.result = Decision.Result.TIMED_OUT if by_deadline else Decision.Result.IN_TIME
    seat.bank_seconds = _seconds(clock.charge(pace_of(seat.table), given(row, seat), used=used, paid_for=paid_for))


def given(row: Decision, seat: Seat) -> Allowance:
    """What the seat has for this decision."""
    return clock.allowance(
        pace_of(seat.table),
        bank=timedelta(seconds=seat.bank_seconds),
        is_reply=row.reply,
        extension=timedelta(seconds=row.extension_seconds),
    )


def _runs(table: Table) -> bool:
    """Whether clocks run at a table: practice has none."""
    return not table.paused_at and not table.practice


def _used(row: Decision, calendar: Calendar, until: datetime) -> timedelta:
    """Running time from the asking until then."""
    spent = timedelta(seconds=row.spent_seconds)
    if row.counted_at is None:
        return spent
    return spent + clock.running_time(calendar, row.counted_at, until, rested=_rested(row))


def _count(row: Decision, calendar: Calendar, *, until: datetime) -> None:
    """Book the time since the row was last counted: it ran, or it was rest."""
    if row.counted_at is None or until <= row.counted_at:
        return
    used = _used(row, calendar, until)
    ran = used - timedelta(seconds=row.spent_seconds)
    row.rested_seconds += _seconds(until - row.counted_at - ran)
    row.spent_seconds = _seconds(used)


def _rested(row: Decision) -> timedelta:
    return timedelta(seconds=row.rested_seconds)


def _set_moments(row: Decision, seat: Seat, calendar: Calendar, *, is_reminded: bool) -> None:
    if row.counted_at is None:
        row.remind_at = row.over_at = row.bank_at = row.due_at = None
        return
    spent = timedelta(seconds=row.spent_seconds)
    due = clock.deadline(given(row, seat), calendar, since=row.counted_at, spent=spent, rested=_rested(row))
    row.over_at, row.bank_at, row.due_at = due.over_at, due.bank_at, due.due_at
    row.remind_at = None if is_reminded else due.remind_at


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())
