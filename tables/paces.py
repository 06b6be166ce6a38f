"""Limits of custom paces, and the expected length of a game: pure arithmetic.

The standard paces are ``tables.clock.PACES``.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from tables.clock import DAY, HOUR, PACES, Pace

CUSTOM = "custom"
# Numbers of missed deadlines in a row that a table can excuse before the steward plays the seat.
EXCUSED = range(6)
# Maximum number of digits of a number of minutes in text from outside the site.
LONGEST = 8
# Average share of the available time that players use: some decide immediately, some on the last evening.
TYPICAL_SHARE = 1 / 3
DAYS_OF_A_WEEK, WORKDAYS = 7, 5


class NoPace(ValueError):
    """Error for a text that is not a pace."""


class Limits(NamedTuple):
    """Minimum and maximum of one part of a pace, in minutes."""

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
    """Fault in a part of a pace: outside its ``limits``, or ``above`` another part."""

    part: str
    limits: Limits | None = None
    above: str = ""


def faults(pace: Pace) -> Iterator[Fault]:
    """Yield the faults of a pace, one for each part outside its limits or above another part."""
    for part, limits in LIMITS.items():
        if not limits.least <= getattr(pace, part) <= limits.most:
            yield Fault(part, limits)
    if pace.reply > pace.decision:
        yield Fault("reply", above="decision")
    if pace.bank > pace.cap:
        yield Fault("bank", above="cap")


def columns(pace: Pace) -> dict[str, str | int]:
    """Return the columns of a table that store a pace."""
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
    """Return all parts of a pace in one line."""
    parts = [getattr(pace, part) for part in LIMITS]
    return ":".join([pace.slug, *map(str, parts), "on" if pace.weekends else "off"])


def from_text(text: str) -> Pace:
    """Return the pace that ``to_text`` has written. Raises NoPace for any other text, and for a pace outside the limits."""
    slug, _colon, rest = text.partition(":")
    *parts, weekends = rest.split(":")
    if len(parts) != len(LIMITS) or not all(part.isascii() and part.isdigit() and len(part) < LONGEST for part in parts):
        raise NoPace(text)
    pace = Pace(slug, **dict(zip(LIMITS, map(int, parts), strict=True)), weekends=weekends == "on")
    if any(faults(pace)) or to_text(pace) != text or pace != PACES.get(slug, replace(pace, slug=CUSTOM)):
        raise NoPace(text)
    return pace


def estimate(pace: Pace, waits: int) -> timedelta:
    """Return the expected length of a game with ``waits`` waits, for players with typical response times."""
    running = timedelta(minutes=pace.decision) * TYPICAL_SHARE * waits
    return running if pace.weekends else running * DAYS_OF_A_WEEK / WORKDAYS
