"""Clocks in words: why one rests, how long it has, what is left of a time bank."""

from datetime import datetime, timedelta

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.clock import Why

_WHY = {
    Why.QUIET: gettext_lazy("quiet hours"),
    Why.WEEKEND: gettext_lazy("the weekend"),
    Why.ABSENCE: gettext_lazy("you are away"),
}


def why_words(why: Why) -> str:
    """Why somebody's own clock rests, after a colon."""
    return str(_WHY[why])


def length(time: timedelta, now: datetime) -> str:
    """A length of time in two units at most: "2 days, 3 hours"; "nothing" if there is none."""
    return timeuntil(now + time, now, depth=2) if time >= timedelta(minutes=1) else _("nothing")
