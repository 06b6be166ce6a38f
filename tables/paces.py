"""What a pace may be, and how long a game takes at it: pure arithmetic, like tables.clock."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from tables.clock import DAY, HOUR, Pace

CUSTOM = "custom"
# So many missed answers in a row a table may excuse before the steward plays the seat.
EXCUSED = range(6)
# People answer, on average, after this share of the time they have: some at once, some on the last evening.
TYPICAL_SHARE = 1 / 3
DAYS_OF_A_WEEK, WORKDAYS = 7, 5


class Limits(NamedTuple):
    """The least and the most of one part of a pace, in minutes."""

    least: int
    most: int


LIMITS = {
    "decision": Limits(HOUR, 30 * DAY),
    "reply": Limits(HOUR, 30 * DAY),
    "grace": Limits(0, 2 * DAY),
    "bank": Limits(0, 60 * DAY),
    "increment": Limits(0, 7 * DAY),
    "cap": Limits(0, 60 * DAY),
}


class Fault(NamedTuple):
    """What is wrong with a part of a pace: outside its ``limits``, or ``above`` another part."""

    part: str
    limits: Limits | None = None
    above: str = ""


def faults(pace: Pace) -> Iterator[Fault]:
    """Everything that makes a pace none."""
    for part, limits in LIMITS.items():
        if not limits.least <= getattr(pace, part) <= limits.most:
            yield Fault(part, limits)
    if pace.reply > pace.decision:
        yield Fault("reply", above="decision")
    if pace.bank > pace.cap:
        yield Fault("bank", above="cap")


def estimate(pace: Pace, waits: int) -> timedelta:
    """How long a game takes that stands still so often for somebody, if people answer as they mostly do."""
    running = timedelta(minutes=pace.decision) * TYPICAL_SHARE * waits
    return running if pace.weekends else running * DAYS_OF_A_WEEK / WORKDAYS
