"""Clocks in words: deadlines, reasons and lengths of pauses, and the rest of a time bank."""

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


# Minimum length in minutes of a time shown in whole days. Shorter times are shown in hours or minutes.
IN_DAYS = 2 * DAY


def deadline_words(timed: Timed, format_moment: Callable[[datetime], str]) -> str:
    """Return the end of the decision time, and the time bank or grace period that follows: "Sat 28 Nov, 18:53, then 7 days of
    time bank".

    Empty if no clock runs. ``format_moment`` formats a time.
    """
    own, after = own_end(timed), after_words(timed)
    if own is None:
        return ""
    # Translators: a moment, and what there is after it: "Sat 28 Nov, 18:53, then 7 days of time bank".
    return _("%(own)s, %(after)s") % {"own": format_moment(own), "after": after} if after else format_moment(own)


def after_words(timed: Timed) -> str:
    """Return the time that follows the decision time: "then 7 days of time bank". Empty if nothing follows."""
    own, due = own_end(timed), timed.due_at
    if own is None or due is None or own >= due:
        return ""
    if timed.bank_at in {None, due}:
        return _("then a grace period of %(grace)s") % {"grace": _lasting(due - own)}
    return _("then %(bank)s of time bank") % {"bank": _lasting(due - timed.bank_at)}


def until_words(timed: Timed, format_moment: Callable[[datetime], str]) -> str:
    """Return the end of the time bank or grace period, for a player who already uses it; empty if there is none."""
    if not after_words(timed) or timed.due_at is None:
        return ""
    text = _("grace period until %(due)s") if timed.bank_at in {None, timed.due_at} else _("time bank until %(due)s")
    return text % {"due": format_moment(timed.due_at)}


def _lasting(length: timedelta) -> str:
    """Return a length of time in whole days, hours or minutes."""
    minutes = max(round(length / timedelta(minutes=1)), 1)
    unit = DAY if minutes >= IN_DAYS else HOUR if minutes >= HOUR else 1
    return span(round(minutes / unit) * unit)


def why_words(why: Why) -> str:
    """Return the reason for the pause of the reader's clock, to follow a colon."""
    return str(_WHY[why])


def length(time: timedelta, now: datetime) -> str:
    """Return a length of time in at most two units: "2 days, 3 hours"; "nothing" below a minute."""
    return timeuntil(now + time, now, depth=2) if time >= timedelta(minutes=1) else _("nothing")
