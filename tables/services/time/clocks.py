"""Clock of one decision: start, recount, charge. All arithmetic is in tables.clock.

Running time is stored as ``spent_seconds`` at ``counted_at``, together with the time for which the clock had stood still by
then (``rested_seconds``). The row's deadlines follow from these, the time allowed and the person's calendar, so a calendar
change affects only the future. While a table is paused, ``counted_at`` is empty, and a pause does not count as standing still.
"""

from datetime import datetime, timedelta

from tables import clock
from tables.clock import Allowance, Calendar
from tables.models import Decision, Seat, Table

MOMENTS = ["counted_at", "spent_seconds", "rested_seconds", "remind_at", "over_at", "bank_at", "due_at"]


def pace_of(table: Table) -> clock.Pace:
    """Return the pace of a table."""
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
    """Clear the clock, as if it had never run for this opening of the decision."""
    row.remind_at = row.over_at = row.bank_at = row.due_at = row.think_at = row.counted_at = row.used_seconds = None
    row.spent_seconds = row.rested_seconds = row.extension_seconds = 0
    row.ordered_after = None
    row.result = ""


def start(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Start a person's clock for a new decision; at a paused table it starts after the pause."""
    row.counted_at = now if _runs(seat.table) else None
    _set_moments(row, seat, calendar, is_reminded=False)


def run_on(row: Decision, previous: Decision) -> None:
    """Continue the clock of the previous step of the same turn."""
    for name in ("holder_id", "asked_at", "renewed", "extension_seconds", *MOMENTS):
        setattr(row, name, getattr(previous, name))


def hold(row: Decision, calendar: Calendar, *, now: datetime) -> None:
    """Hold the clock for a standing order; from now on it only seems to run."""
    row.ordered_after = _seconds(_used(row, calendar, now))


def release(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Continue a clock that a standing order has stopped, because no order will decide."""
    row.spent_seconds, row.ordered_after = row.ordered_after or 0, None
    is_reminded = timedelta(seconds=row.spent_seconds) > clock.REMIND_AT * allowance_of(row, seat).own
    row.counted_at = now if _runs(seat.table) else None
    _set_moments(row, seat, calendar, is_reminded=is_reminded)


def hide(row: Decision) -> None:
    """Remove the deadline and reminder, because nothing happens at the end of this clock."""
    row.due_at = row.remind_at = row.claimed_until = None


def stop(row: Decision, calendar: Calendar, *, now: datetime) -> None:
    """Stop a clock until ``resume``."""
    _count(row, calendar, until=now)
    row.counted_at = row.remind_at = row.over_at = row.bank_at = row.due_at = None


def lay_down(row: Decision, calendar: Calendar, *, now: datetime) -> None:
    """Stop the clock of a person who no longer plays; their used time is kept for a return."""
    if row.ordered_after is not None:
        row.spent_seconds, row.ordered_after, row.counted_at = row.ordered_after, None, None
    stop(row, calendar, now=row.answered_at or now)


def take_up(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Continue a stopped clock with the time it had left. Do nothing at a paused or practice table."""
    if _runs(seat.table):
        resume(row, seat, calendar, now=now)


def resume(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Resume a stopped clock with the time it had left."""
    is_reminded = timedelta(seconds=row.spent_seconds) > clock.REMIND_AT * allowance_of(row, seat).own
    row.counted_at = now
    _set_moments(row, seat, calendar, is_reminded=is_reminded)


def restart(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> None:
    """Restart a running clock at the table's current pace. If an order will decide, it only seems to run."""
    row.spent_seconds = row.rested_seconds = row.extension_seconds = 0
    if row.ordered_after is not None:
        row.ordered_after = 0
    row.counted_at = now
    _set_moments(row, seat, calendar, is_reminded=False)


def recount(
    row: Decision, seat: Seat, old_calendar: Calendar, new_calendar: Calendar, *, now: datetime, until: datetime | None = None
) -> None:
    """Continue on another calendar from ``now`` on. Time up to ``until`` (default: ``now``) uses the old one."""
    if row.counted_at is None:
        return
    is_reminded = row.remind_at is None
    _count(row, old_calendar, until=until or now)
    row.counted_at = now
    _set_moments(row, seat, new_calendar, is_reminded=is_reminded)


def is_over(row: Decision, seat: Seat, calendar: Calendar, *, now: datetime) -> bool:
    """Recount the deadline on the holder's current calendar; return whether it has passed. If not, clear the claim."""
    _set_moments(row, seat, calendar, is_reminded=row.remind_at is None)
    if row.due_at is None or row.due_at > now:
        row.claimed_until = None
        return False
    return True


def extend(row: Decision, seat: Seat, calendar: Calendar, *, by: timedelta) -> None:
    """Add to a decision's own time; its reminder is sent again."""
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
    """Charge or credit the seat's bank for a decision, and store the time it took.

    ``paid_for``: as in :func:`tables.clock.charge`.
    """
    used = _used(row, calendar, answered_at)
    row.used_seconds = _seconds(used)
    row.result = Decision.Result.TIMED_OUT if by_deadline else Decision.Result.IN_TIME
    seat.bank_seconds = _seconds(clock.charge(pace_of(seat.table), allowance_of(row, seat), used=used, paid_for=paid_for))


def allowance_of(row: Decision, seat: Seat) -> Allowance:
    """Return the time that the seat has for this decision."""
    return clock.allowance(
        pace_of(seat.table),
        bank=timedelta(seconds=seat.bank_seconds),
        is_reply=row.reply,
        extension=timedelta(seconds=row.extension_seconds),
    )


def _runs(table: Table) -> bool:
    """Return whether clocks run at a table; practice tables have none."""
    return not table.paused_at and not table.practice


def _used(row: Decision, calendar: Calendar, until: datetime) -> timedelta:
    """Return the running time from the opening of the decision to ``until``."""
    spent = timedelta(seconds=row.spent_seconds)
    if row.counted_at is None:
        return spent
    return spent + clock.running_time(calendar, row.counted_at, until, rested=_rested(row))


def _count(row: Decision, calendar: Calendar, *, until: datetime) -> None:
    """Add the time since the last count as running or standing still."""
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
    due = clock.deadline(allowance_of(row, seat), calendar, since=row.counted_at, spent=spent, rested=_rested(row))
    row.over_at, row.bank_at, row.due_at = due.over_at, due.bank_at, due.due_at
    row.remind_at = None if is_reminded else due.remind_at


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())
