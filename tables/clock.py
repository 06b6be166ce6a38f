"""How long somebody has: pure arithmetic, no rows, no reading of the time.

A decision has a time of its own, a reply a shorter one. When it is over, the seat's bank runs; whoever answers before that
gains a little, up to a cap (a capped Fischer clock). Everything is counted in UTC, so summer time shortens nobody's day.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

# The reminder comes when this share of a decision's own time is over: before the bank is touched.
REMIND_AT = 0.8
HOUR, DAY = 60, 24 * 60


@dataclass(frozen=True)
class Pace:
    """All times in whole minutes: per decision, per reply, the bank at the start, what an answer in time adds, and the cap."""

    slug: str
    decision: int
    reply: int
    bank: int = 0
    increment: int = 0
    cap: int = 0


@dataclass(frozen=True)
class Due:
    """When the reminder goes out, when the bank starts to run and when the time is over."""

    remind_at: datetime
    bank_at: datetime
    due_at: datetime


PACES = {
    pace.slug: pace
    for pace in (
        Pace("day", 24 * HOUR, 12 * HOUR, bank=3 * DAY, increment=6 * HOUR, cap=5 * DAY),
        Pace("three", 3 * DAY, 36 * HOUR, bank=5 * DAY, increment=12 * HOUR, cap=7 * DAY),
        Pace("week", 7 * DAY, 3 * DAY, bank=7 * DAY, increment=DAY, cap=14 * DAY),
    )
}
# Never offered: a day without reserve, with which the demo can say to the minute when a deadline passes.
DEMO = Pace("demo", DAY, DAY)


def deadline(pace: Pace, *, bank: timedelta, asked_at: datetime, is_reply: bool) -> Due:
    """The three moments of a decision asked at ``asked_at`` of a seat with so much left in its bank."""
    time = timedelta(minutes=pace.reply if is_reply else pace.decision)
    return Due(remind_at=asked_at + time * REMIND_AT, bank_at=asked_at + time, due_at=asked_at + time + bank)


def charge(pace: Pace, *, bank: timedelta, bank_at: datetime, answered_at: datetime) -> timedelta:
    """What is left in the bank after an answer: what it took is gone, an answer in time adds the increment.

    A bank that is already above its cap is not cut down.
    """
    if answered_at > bank_at:
        return max(bank - (answered_at - bank_at), timedelta(0))
    return max(bank, min(bank + timedelta(minutes=pace.increment), timedelta(minutes=pace.cap)))
