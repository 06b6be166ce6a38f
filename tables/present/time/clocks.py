"""Clocks in words: until when somebody has, why a clock rests and how long it has, what is left of a time bank."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.clock import DAY, HOUR, Why
from tables.present.time.paces import span
from tables.selectors.time.clocks import Timed, own_end

_WHY = {
    Why.QUIET: gettext_lazy("quiet hours"),
    Why.WEEKEND: gettext_lazy("the weekend"),
    Why.ABSENCE: gettext_lazy("you are away"),
}


# A length of so many days is told in whole days, a shorter one in hours or minutes.
IN_DAYS = 2 * DAY


def deadline_words(timed: Timed, written: Callable[[datetime], str]) -> str:
    """Return the end of the own time and what comes after it: "Sat 28 Nov, 18:53, then 7 days of time bank".

    Empty if no clock runs. ``written`` writes a moment. Everything that tells somebody a deadline tells it in these words.
    """
    own, after = own_end(timed), after_words(timed)
    if own is None:
        return ""
    # Translators: a moment, and what there is after it: "Sat 28 Nov, 18:53, then 7 days of time bank".
    return _("%(own)s, %(after)s") % {"own": written(own), "after": after} if after else written(own)


def after_words(timed: Timed) -> str:
    """Return what there is after the own time, "then 7 days of time bank"; empty if there is nothing."""
    own, due = own_end(timed), timed.due_at
    if own is None or due is None or own >= due:
        return ""
    if timed.bank_at in {None, due}:
        return _("then %(grace)s of grace") % {"grace": _lasting(due - own)}
    return _("then %(bank)s of time bank") % {"bank": _lasting(due - timed.bank_at)}


def until_words(timed: Timed, written: Callable[[datetime], str]) -> str:
    """Return until when there is something after the own time, once that is over; empty if there is nothing."""
    if not after_words(timed) or timed.due_at is None:
        return ""
    said = _("grace until %(due)s") if timed.bank_at in {None, timed.due_at} else _("time bank until %(due)s")
    return said % {"due": written(timed.due_at)}


def _lasting(length: timedelta) -> str:
    """A length of time on the calendar, in whole days, hours or minutes."""
    minutes = max(round(length / timedelta(minutes=1)), 1)
    unit = DAY if minutes >= IN_DAYS else HOUR if minutes >= HOUR else 1
    return span(round(minutes / unit) * unit)


def why_words(why: Why) -> str:
    """Why somebody's own clock rests, after a colon."""
    return str(_WHY[why])


def length(time: timedelta, now: datetime) -> str:
    """A length of time in two units at most: "2 days, 3 hours"; "nothing" if there is none."""
    return timeuntil(now + time, now, depth=2) if time >= timedelta(minutes=1) else _("nothing")
