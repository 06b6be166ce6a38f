"""How long somebody has: pure arithmetic, no rows, no reading of the time.

A decision has a time of its own, a reply a shorter one; after it comes a grace that costs nothing, then the seat's bank pays.
Whoever answers within the decision's own time gains a little, up to a cap (a capped Fischer clock).

All of that is *running time*: it is counted only while the person's calendar lets the clock run. Quiet hours, weekends (where a
table takes them off) and announced absences stop it, in the person's own time zone, summer time included. How long a clock may
stand still for one decision is bounded by ``LONGEST_REST``, so no calendar makes a game endless.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from heapq import merge
from itertools import count
from typing import NamedTuple

# The reminder comes when this share of a decision's own time is over: before the bank is touched.
REMIND_AT = 0.8
HOUR, DAY = 60, 24 * 60
LONGEST_REST = timedelta(days=60)
LONGEST_QUIET = 12 * HOUR
SATURDAY = 5
ZERO = timedelta(0)


class Why(StrEnum):
    """Why a clock stands still."""

    QUIET = "quiet"
    WEEKEND = "weekend"
    ABSENCE = "absence"


@dataclass(frozen=True)
class Pace:
    """All times in whole minutes: per decision, per reply, the bank at the start, what an answer in time adds, its cap, grace.

    ``weekends``: whether Saturdays and Sundays count.
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
    """When one person's clock stands still at one table.

    ``quiet`` are minutes of the local day, from and until, over midnight if the first is the greater. ``absences`` are pairs of
    moments. ``weekends_off``: Saturdays and Sundays of the zone.
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
        """Nothing ever stops the clock."""
        return self.quiet is None and not self.absences and not self.weekends_off


def are_quiet_hours(start: int, until: int) -> bool:
    """Whether two minutes of the day make quiet hours: not none at all, and not so long that a clock would hardly run."""
    return all(0 <= minute < DAY for minute in (start, until)) and 0 < (until - start) % DAY <= LONGEST_QUIET


ALWAYS = Calendar()


class Rest(NamedTuple):
    """A time in which a clock stands still, and why."""

    start: datetime
    end: datetime
    why: Why


@dataclass(frozen=True)
class Allowance:
    """Running time for one decision: its own, an extension included, the grace after it, and the bank set aside for it."""

    own: timedelta
    grace: timedelta
    bank: timedelta

    @property
    def total(self) -> timedelta:
        """All of it."""
        return self.own + self.grace + self.bank


@dataclass(frozen=True)
class Due:
    """When the reminder goes out, own time is over, the bank starts to pay, and everything is over."""

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
# Never offered: a day without a time bank, with which the demo can say to the minute when a deadline passes.
DEMO = Pace("demo", DAY, DAY)


def allowance(pace: Pace, *, bank: timedelta, is_reply: bool, extension: timedelta = ZERO) -> Allowance:
    """What a seat with so much left in its bank gets for a decision."""
    own = timedelta(minutes=pace.reply if is_reply else pace.decision)
    return Allowance(own + extension, timedelta(minutes=pace.grace), bank)


def deadline(
    given: Allowance, calendar: Calendar, *, since: datetime, spent: timedelta = ZERO, rested: timedelta = ZERO
) -> Due:
    """The moments of a decision of which so much running time is spent, counted on from ``since``.

    ``rested``: how long its clock has stood still before. What is spent already lies at ``since``.
    """

    shares = (given.own * REMIND_AT, given.own, given.own + given.grace, given.total)
    return Due(*_moments(calendar, since, [max(share - spent, ZERO) for share in shares], rested))


def charge(pace: Pace, given: Allowance, *, used: timedelta, paid_for: timedelta | None = None) -> timedelta:
    """What is left in the bank after an answer that took so much running time.

    Within its own time it earns the increment, though a bank above its cap is not cut down; within the grace it costs nothing;
    after that the bank pays. ``paid_for``: another answer to what was asked at the same moment took so long and was charged;
    nobody earns or pays twice for the same time.
    """
    if paid_for is not None:
        return max(given.bank - max(_beyond(given, used) - _beyond(given, paid_for), ZERO), ZERO)
    if used <= given.own:
        return max(given.bank, min(given.bank + timedelta(minutes=pace.increment), timedelta(minutes=pace.cap)))
    return max(given.bank - _beyond(given, used), ZERO)


def _beyond(given: Allowance, used: timedelta) -> timedelta:
    """How much of the time used the bank pays."""
    return max(used - given.own - given.grace, ZERO)


def moment_after(calendar: Calendar, since: datetime, running: timedelta, *, rested: timedelta = ZERO) -> datetime:
    """The moment at which so much time has run on this calendar."""
    return _moments(calendar, since, [running], rested)[0]


def running_time(calendar: Calendar, since: datetime, until: datetime, *, rested: timedelta = ZERO) -> timedelta:
    """How much of the time between two moments runs on this calendar; nothing if ``until`` is the earlier."""
    if until <= since:
        return ZERO
    if calendar.always_runs:
        return until - since
    stood = ZERO
    for rest in _rests_within_bound(calendar, since, rested):
        if rest.start >= until:
            break
        stood += min(rest.end, until) - rest.start
    return until - since - stood


def rest_at(calendar: Calendar, now: datetime, *, rested: timedelta = ZERO) -> Rest | None:
    """Why and until when a clock stands still at this moment, None if it runs; ``start`` is this moment.

    ``rested``: how long it has stood still by now.
    """
    first = next(_rests_within_bound(calendar, now, rested), None)
    return first if first is not None and first.start <= now else None


def _moments(calendar: Calendar, since: datetime, runnings: Sequence[timedelta], rested: timedelta) -> list[datetime]:
    """The moments at which these lengths of time have run, the shortest first, in one walk through the calendar."""
    if calendar.always_runs:
        return [since + running for running in runnings]
    rests = _rests_within_bound(calendar, since, rested)
    rest, stood = next(rests, None), ZERO
    moments = []
    for running in runnings:
        while rest is not None and rest.start < since + stood + running:
            stood += rest.end - rest.start
            rest = next(rests, None)
        moments.append(since + stood + running)
    return moments


def _rests_within_bound(calendar: Calendar, since: datetime, rested: timedelta) -> Iterator[Rest]:
    """The rests after ``since``, until they would be longer in all than a clock may stand still."""
    left = LONGEST_REST - rested
    for rest in _rests(calendar, since):
        if left <= ZERO:
            return
        length = min(rest.end - rest.start, left)
        yield Rest(rest.start, rest.start + length, rest.why)
        left -= length


def _rests(calendar: Calendar, since: datetime) -> Iterator[Rest]:
    """All rests that end after ``since``, in order, without gaps or overlaps between touching ones, cut off at ``since``."""
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
    """Two rests that touch are one; the longer says why."""
    longer = max(one, next_one, key=lambda rest: rest.end - rest.start)
    return Rest(one.start, max(one.end, next_one.end), longer.why)


def _absences(calendar: Calendar) -> Iterator[Rest]:
    return (Rest(start, end, Why.ABSENCE) for start, end in calendar.absences)


def _nights(calendar: Calendar, since: datetime) -> Iterator[Rest]:
    """Quiet hours, beginning with those that may have begun the day before."""
    if calendar.quiet is None:
        return
    start, until = calendar.quiet
    for day in _days(calendar, since, before=2):
        end_day = day if start < until else day + timedelta(days=1)
        yield Rest(_moment(calendar, day, start), _moment(calendar, end_day, until), Why.QUIET)


def _weekends(calendar: Calendar, since: datetime) -> Iterator[Rest]:
    """Saturdays with their Sundays, beginning with one that may last."""
    if not calendar.weekends_off:
        return
    for day in _days(calendar, since, before=4):
        if day.weekday() == SATURDAY:
            yield Rest(_moment(calendar, day, 0), _moment(calendar, day + timedelta(days=2), 0), Why.WEEKEND)


def _days(calendar: Calendar, since: datetime, *, before: int) -> Iterator[date]:
    """Local days without end, from so many before that of ``since``. A zone that crosses the date line skips one of them."""
    today = since.astimezone(calendar.zone).date()
    return (today + timedelta(days=number) for number in count(-before))


def _moment(calendar: Calendar, day: date, minutes: int) -> datetime:
    """A minute of a local day; one that summer time leaves out is where it would have been."""
    return datetime.combine(day, time(minutes // 60, minutes % 60), calendar.zone).astimezone(UTC)
