"""How fast somebody answers, in words and as a bar."""

from dataclasses import dataclass
from math import log

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.present.time.paces import span
from tables.selectors.seats.reliability import Times

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
# The bar runs from a minute to a week, equal steps are equal proportions, and it is so many units wide.
SHORTEST, LONGEST, WIDTH = MINUTE, 7 * DAY, 320
MARKS = (MINUTE, HOUR, DAY, LONGEST)


@dataclass(frozen=True)
class Mark:
    """A length of time on the bar; ``anchor`` is the side its label hangs from."""

    x: int
    words: str
    anchor: str


@dataclass(frozen=True)
class Scale:
    """The bar: the box from a quarter to three quarters of all answers, the tick in the middle, and what they mean."""

    left: int
    width: int
    median: int
    words: str
    median_words: str
    marks: tuple[Mark, ...]


def lasting(seconds: int) -> str:
    """A length of time in one rounded unit: "40 minutes", "5 hours", "3 days"."""
    if seconds < HOUR:
        minutes = max(round(seconds / MINUTE), 1)
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if seconds < 2 * DAY:
        hours = round(seconds / HOUR)
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(seconds / DAY)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def scale(times: Times) -> Scale:
    """The bar of somebody's answer times."""
    left, right = _x(times.quick), _x(times.slow)
    words = _("Half of all answers take between %(quick)s and %(slow)s.")
    return Scale(
        left=left,
        width=max(right - left, 4),
        median=_x(times.median),
        words=words % {"quick": lasting(times.quick), "slow": lasting(times.slow)},
        median_words=lasting(times.median),
        marks=tuple(Mark(_x(seconds), span(seconds // MINUTE), _anchor(seconds)) for seconds in MARKS),
    )


def _x(seconds: int) -> int:
    within = min(max(seconds, SHORTEST), LONGEST)
    return round(WIDTH * log(within / SHORTEST) / log(LONGEST / SHORTEST))


def _anchor(seconds: int) -> str:
    # A day and a week are so near each other that "1 giorno" and "7 giorni" would run into one another.
    return {SHORTEST: "start", DAY: "end", LONGEST: "end"}.get(seconds, "middle")
