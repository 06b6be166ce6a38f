"""Time for decisions: pure arithmetic, without database rows and without reading the current time.

A decision has its own time; that of a reply is shorter. A free grace period follows, then the seat's time bank. A player who
decides within the decision time gains some time for the bank, up to a cap (a capped Fischer clock).

All of this is *running time*: it counts only while the person's calendar lets the clock run. Quiet hours, announced
absences and, at some tables, weekends stop the clock, in the person's own time zone with summer time.
``LONGEST_REST`` limits how long a clock can stand still for one decision, so no calendar makes a game endless.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from heapq import merge
from itertools import count
from typing import NamedTuple

# Share of a decision's own time after which the reminder is sent. It comes before the bank is used.
REMIND_AT = 0.8
HOUR, DAY = 60, 24 * 60
LONGEST_REST = timedelta(days=60)
LONGEST_QUIET = 12 * HOUR
SATURDAY = 5
ZERO = timedelta(0)


class Why(StrEnum):
    """Reason for a stopped clock."""

    QUIET = "quiet"
    WEEKEND = "weekend"
    ABSENCE = "absence"


@dataclass(frozen=True)
class Pace:
    """Pace of a table; all times are whole minutes.

    ``decision`` and ``reply`` are own times. ``bank`` is the initial time bank; a decision in its own time adds ``increment``,
    up to ``cap``. ``grace`` is free. ``weekends``: True if Saturdays and Sundays count.
    """

    slug: str
    decision: int
    reply: int
    bank: int = 0
    increment: int = 0
    cap: int = 0
    grace: int = 0
    weekends: bool = True


@dataclass(frozen=True)
class Calendar:
    """Times at which a person's clock stands still at a table.

    ``quiet``: start and end in minutes of the local day, across midnight if start is greater. ``absences``: pairs of start
    and end. ``weekends_off``: True if weekends stop the clock.
    """

    zone: tzinfo = UTC
    quiet: tuple[int, int] | None = None
    absences: tuple[tuple[datetime, datetime], ...] = ()
    weekends_off: bool = False

    def __post_init__(self) -> None:
        if self.quiet is not None and not are_quiet_hours(*self.quiet):
            raise ValueError(f"quiet hours of {self.quiet}")

    @property
    def always_runs(self) -> bool:
        """True if nothing ever stops the clock."""
        return self.quiet is None and not self.absences and not self.weekends_off


def are_quiet_hours(start: int, until: int) -> bool:
    """Return whether two minutes of the day make quiet hours, neither empty nor longer than ``LONGEST_QUIET``."""
    return all(0 <= minute < DAY for minute in (start, until)) and 0 < (until - start) % DAY <= LONGEST_QUIET


ALWAYS = Calendar()


class Rest(NamedTuple):
    """Period in which a clock stands still, and its reason."""

    start: datetime
    end: datetime
    why: Why


@dataclass(frozen=True)
class Allowance:
    """Running time for one decision: own time with extension, grace period, and time bank."""

    own: timedelta
    grace: timedelta
    bank: timedelta

    @property
    def total(self) -> timedelta:
        """Total running time."""
        return self.own + self.grace + self.bank


@dataclass(frozen=True)
class Due:
    """Times of the reminder, the end of the decision time, the first use of the bank, and the deadline."""

    remind_at: datetime
    over_at: datetime
    bank_at: datetime
    due_at: datetime


PACES = {
    pace.slug: pace
    for pace in (
        Pace("day", 24 * HOUR, 12 * HOUR, bank=3 * DAY, increment=6 * HOUR, cap=5 * DAY, grace=8 * HOUR),
        Pace("three", 3 * DAY, 36 * HOUR, bank=5 * DAY, increment=12 * HOUR, cap=7 * DAY, grace=12 * HOUR),
        Pace("week", 7 * DAY, 3 * DAY, bank=7 * DAY, increment=DAY, cap=14 * DAY, grace=12 * HOUR),
    )
}
# This pace is never offered. It has no time bank, so the demo can give deadlines to the minute.
DEMO = Pace("demo", DAY, DAY)


def allowance(pace: Pace, *, bank: timedelta, is_reply: bool, extension: timedelta = ZERO) -> Allowance:
    """Return the running time for a decision of a seat with ``bank`` left."""
    own = timedelta(minutes=pace.reply if is_reply else pace.decision)
    return Allowance(own + extension, timedelta(minutes=pace.grace), bank)


def deadline(
    time_allowed: Allowance, calendar: Calendar, *, since: datetime, spent: timedelta = ZERO, rested: timedelta = ZERO
) -> Due:
    """Return the deadlines of a decision, counted from ``since``, with ``spent`` running time already used.

    ``rested``: time for which its clock has already been stopped.
    """

    shares = (time_allowed.own * REMIND_AT, time_allowed.own, time_allowed.own + time_allowed.grace, time_allowed.total)
    return Due(*_moments(calendar, since, [max(share - spent, ZERO) for share in shares], rested))


def charge(pace: Pace, time_allowed: Allowance, *, used: timedelta, paid_for: timedelta | None = None) -> timedelta:
    """Return the bank that is left after a decision that used ``used`` running time.

    A decision within its own time earns the increment; a bank above its cap is not cut. The grace period is free, later time
    comes from the bank. ``paid_for`` is the time already charged for another decision opened at the same moment: no time is
    credited or charged twice.
    """
    if paid_for is not None:
        return max(time_allowed.bank - max(_beyond(time_allowed, used) - _beyond(time_allowed, paid_for), ZERO), ZERO)
    if used <= time_allowed.own:
        return max(time_allowed.bank, min(time_allowed.bank + timedelta(minutes=pace.increment), timedelta(minutes=pace.cap)))
    return max(time_allowed.bank - _beyond(time_allowed, used), ZERO)


def _beyond(time_allowed: Allowance, used: timedelta) -> timedelta:
    """Return the part of the used time that the bank pays."""
    return max(used - time_allowed.own - time_allowed.grace, ZERO)


def moment_after(calendar: Calendar, since: datetime, running: timedelta, *, rested: timedelta = ZERO) -> datetime:
    """Return the moment at which ``running`` time has passed on this calendar."""
    return _moments(calendar, since, [running], rested)[0]


def running_time(calendar: Calendar, since: datetime, until: datetime, *, rested: timedelta = ZERO) -> timedelta:
    """Return the running time between two moments on this calendar; zero if ``until`` comes first."""
    if until <= since:
        return ZERO
    if calendar.always_runs:
        return until - since
    stopped_time = ZERO
    for rest in _rests_within_bound(calendar, since, rested):
        if rest.start >= until:
            break
        stopped_time += min(rest.end, until) - rest.start
    return until - since - stopped_time


def rest_at(calendar: Calendar, now: datetime, *, rested: timedelta = ZERO) -> Rest | None:
    """Return the current pause of a clock with its reason, or None if the clock runs. The pause starts at ``now``.

    ``rested``: time for which the clock has already been stopped.
    """
    first = next(_rests_within_bound(calendar, now, rested), None)
    return first if first is not None and first.start <= now else None


def _moments(calendar: Calendar, since: datetime, runnings: Sequence[timedelta], rested: timedelta) -> list[datetime]:
    """Return the moments at which these running times have passed, shortest first, in one walk through the calendar."""
    if calendar.always_runs:
        return [since + running for running in runnings]
    rests = _rests_within_bound(calendar, since, rested)
    rest, stopped_time = next(rests, None), ZERO
    moments = []
    for running in runnings:
        while rest is not None and rest.start < since + stopped_time + running:
            stopped_time += rest.end - rest.start
            rest = next(rests, None)
        moments.append(since + stopped_time + running)
    return moments


def _rests_within_bound(calendar: Calendar, since: datetime, rested: timedelta) -> Iterator[Rest]:
    """Yield the pauses after ``since``, up to the maximum total for which a clock can stand still."""
    left = LONGEST_REST - rested
    for rest in _rests(calendar, since):
        if left <= ZERO:
            return
        length = min(rest.end - rest.start, left)
        yield Rest(rest.start, rest.start + length, rest.why)
        left -= length


def _rests(calendar: Calendar, since: datetime) -> Iterator[Rest]:
    """Yield the pauses that end after ``since``, in order.

    Touching pauses are joined, and the first pause is cut at ``since``.
    """
    current: Rest | None = None
    for span in _after(since, merge(sorted(_absences(calendar)), _nights(calendar, since), _weekends(calendar, since))):
        if current is None:
            current = span
        elif span.start > current.end:
            yield current
            current = span
        else:
            current = _joined(current, span)
    if current is not None:
        yield current


def _after(since: datetime, rests: Iterable[Rest]) -> Iterator[Rest]:
    for rest in rests:
        if rest.end > max(rest.start, since):
            yield Rest(max(rest.start, since), rest.end, rest.why)


def _joined(one: Rest, next_one: Rest) -> Rest:
    """Return two touching pauses as one, with the reason of the longer pause."""
    longer = max(one, next_one, key=lambda rest: rest.end - rest.start)
    return Rest(one.start, max(one.end, next_one.end), longer.why)


def _absences(calendar: Calendar) -> Iterator[Rest]:
    return (Rest(start, end, Why.ABSENCE) for start, end in calendar.absences)


def _nights(calendar: Calendar, since: datetime) -> Iterator[Rest]:
    """Yield quiet hours endlessly, starting with those that may have begun before ``since``."""
    if calendar.quiet is None:
        return
    start, until = calendar.quiet
    for day in _days(calendar, since, before=2):
        end_day = day if start < until else day + timedelta(days=1)
        yield Rest(_moment(calendar, day, start), _moment(calendar, end_day, until), Why.QUIET)


def _weekends(calendar: Calendar, since: datetime) -> Iterator[Rest]:
    """Yield weekends endlessly, starting with one that may have begun before ``since``."""
    if not calendar.weekends_off:
        return
    for day in _days(calendar, since, before=4):
        if day.weekday() == SATURDAY:
            yield Rest(_moment(calendar, day, 0), _moment(calendar, day + timedelta(days=2), 0), Why.WEEKEND)


def _days(calendar: Calendar, since: datetime, *, before: int) -> Iterator[date]:
    """Yield local days endlessly, starting ``before`` days before ``since``. A zone that crosses the date line skips one."""
    today = since.astimezone(calendar.zone).date()
    return (today + timedelta(days=number) for number in count(-before))


def _moment(calendar: Calendar, day: date, minutes: int) -> datetime:
    """Return a minute of a local day in UTC. A minute that summer time skips keeps its nominal place."""
    return datetime.combine(day, time(minutes // 60, minutes % 60), calendar.zone).astimezone(UTC)
