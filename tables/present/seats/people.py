"""Response times of a user, in words and as a bar."""

from dataclasses import dataclass
from math import log

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.present.time.paces import span
from tables.selectors.seats.reliability import Times

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
# Range of the bar in seconds, from a minute to a week on a logarithmic scale, and its width in units.
SHORTEST, LONGEST, WIDTH = MINUTE, 7 * DAY, 320
MARKS = (MINUTE, HOUR, DAY, LONGEST)


@dataclass(frozen=True)
class Mark:
    """Length of time on the bar; ``anchor`` is the side at which its label is attached."""

    x: int
    words: str
    anchor: str


@dataclass(frozen=True)
class Scale:
    """Bar: a box around the middle half of all answer times, a tick at the median, and their words."""

    left: int
    width: int
    median: int
    words: str
    median_words: str
    marks: tuple[Mark, ...]


def lasting(seconds: int) -> str:
    """Return a length of time in one rounded unit: "40 minutes", "5 hours", "3 days"."""
    if seconds < HOUR:
        minutes = max(round(seconds / MINUTE), 1)
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if seconds < 2 * DAY:
        hours = round(seconds / HOUR)
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(seconds / DAY)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def scale(times: Times) -> Scale:
    """Return the bar of a user's answer times."""
    left, right = _x(times.quick), _x(times.slow)
    words = _("Half of all decisions take between %(quick)s and %(slow)s.")
    return Scale(
        left=left,
        width=max(right - left, 4),
        median=_x(times.median),
        words=words % {"quick": lasting(times.quick), "slow": lasting(times.slow)},
        median_words=lasting(times.median),
        marks=tuple(Mark(_x(seconds), span(seconds // MINUTE), _anchor(seconds)) for seconds in MARKS),
    )


def _x(seconds: int) -> int:
    clamped = min(max(seconds, SHORTEST), LONGEST)
    return round(WIDTH * log(clamped / SHORTEST) / log(LONGEST / SHORTEST))


def _anchor(seconds: int) -> str:
    # A day and a week are so close that "1 giorno" and "7 giorni" would overlap.
    return {SHORTEST: "start", DAY: "end", LONGEST: "end"}.get(seconds, "middle")
