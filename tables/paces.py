"""What a pace may be, and how long a game takes at it: pure arithmetic, like tables.clock."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from tables.clock import DAY, HOUR, PACES, Pace

CUSTOM = "custom"
# So many missed answers in a row a table may excuse before the steward plays the seat.
EXCUSED = range(6)
# Digits of a number of minutes in a text that came from outside.
LONGEST = 8
# People answer, on average, after this share of the time they have: some at once, some on the last evening.
TYPICAL_SHARE = 1 / 3
DAYS_OF_A_WEEK, WORKDAYS = 7, 5


class NoPace(ValueError):
    """A text that is no pace."""


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


def columns(pace: Pace) -> dict[str, str | int]:
    """A pace as a table keeps it, by column."""
    return {
        "pace": pace.slug,
        "decision_minutes": pace.decision,
        "reply_minutes": pace.reply,
        "bank_minutes": pace.bank,
        "increment_minutes": pace.increment,
        "bank_cap_minutes": pace.cap,
        "grace_minutes": pace.grace,
        "weekends": pace.weekends,
    }


def to_text(pace: Pace) -> str:
    """All parts of a pace in one line."""
    parts = [getattr(pace, part) for part in LIMITS]
    return ":".join([pace.slug, *map(str, parts), "on" if pace.weekends else "off"])


def from_text(text: str) -> Pace:
    """The pace that ``to_text`` has written. Raises NoPace for anything else."""
    slug, _colon, rest = text.partition(":")
    *parts, weekends = rest.split(":")
    if len(parts) != len(LIMITS) or not all(part.isascii() and part.isdigit() and len(part) < LONGEST for part in parts):
        raise NoPace(text)
    pace = Pace(slug, **dict(zip(LIMITS, map(int, parts), strict=True)), weekends=weekends == "on")
    if any(faults(pace)) or to_text(pace) != text or pace != PACES.get(slug, replace(pace, slug=CUSTOM)):
        raise NoPace(text)
    return pace


def estimate(pace: Pace, waits: int) -> timedelta:
    """How long a game takes that stands still so often for somebody, if people answer as they mostly do."""
    running = timedelta(minutes=pace.decision) * TYPICAL_SHARE * waits
    return running if pace.weekends else running * DAYS_OF_A_WEEK / WORKDAYS
