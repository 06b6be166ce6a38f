"""Times as people read them: absolute first, always in the reader's zone; what is left only beside it."""

from datetime import datetime, timedelta, tzinfo
from functools import lru_cache

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tables.present.time.clocks import after_words, deadline_words, until_words
from tables.present.time.moments import day, moment, to_the_minute, written
from tables.selectors.time.clocks import Timed, own_end

register = template.Library()
SOON = timedelta(days=1)
"""What is due within this time is marked in lists."""

register.filter(moment)
register.filter(day)


@register.simple_tag
def stamp(value: datetime | None, css: str = "") -> SafeString | str:
    """A time element with the absolute time, readable by machines too."""
    if value is None:
        return ""
    return _stamp(to_the_minute(value), value.tzinfo, css, timezone.get_current_timezone(), get_language())


@lru_cache(maxsize=10_000)
def _stamp(value: datetime, _of: tzinfo | None, css: str, zone: tzinfo, language: str) -> SafeString:
    # Moments that are equal may be written down in different zones.
    return format_html(
        '<time datetime="{}" class="{}">{}</time>', value.isoformat(timespec="minutes"), css, written(value, zone, language)
    )


@register.simple_tag
def left(due: datetime | None, now: datetime, after: str = "") -> SafeString | str:
    """ "2 days, 3 hours left" in two units at most, or that the time is over; the own time, if something comes ``after`` it.

    A script (static/js/left.js) lets the words follow the clock: it counts from the seconds that were left when the page was
    made, so a clock of the device that is wrong does not matter.
    """
    return "" if due is None else _left(due, now, bool(after), get_language())


# A page says the same of a clock at several places.
@lru_cache(maxsize=1_000)
def _left(due: datetime, now: datetime, after: bool, _language: str) -> SafeString:
    over, pattern = _("own time is over") if after else _("time is over"), _("%(time)s left")
    said = pattern % {"time": timeuntil(due, now, depth=2)} if due > now else over
    seconds = max(int((due - now).total_seconds()), 0)
    marked = '<span data-left="{}" data-words="{}" data-over="{}">{}</span>'
    return format_html(marked, seconds, pattern % {"time": "{}"}, over, said)


@register.filter
def own_until(timed: Timed | None) -> datetime | None:
    """The end of the own time of a decision; None if no clock runs."""
    return own_end(timed) if timed else None


@register.filter
def deadline(timed: Timed) -> str:
    """ "Tue 24 Nov, 18:00, then 7 days of time bank"; empty if no clock runs."""
    return deadline_words(timed, moment)


@register.filter
def then(timed: Timed | None, now: datetime) -> str:
    """ "then 7 days of time bank": what there is after the own time, and once that is over, until when; empty if there is
    nothing."""
    if timed is None:
        return ""
    return until_words(timed, moment) if (own_end(timed) or now) < now else after_words(timed)


@register.filter
def is_soon(due: datetime | None, now: datetime) -> bool:
    """Whether less than a day is left."""
    return due is not None and due - now < SOON


@register.simple_tag
def day_stamp(value: datetime | None, css: str = "") -> SafeString | str:
    """A time element with the day alone, readable by machines to the second."""
    if value is None:
        return ""
    return format_html('<time datetime="{}" class="{}">{}</time>', value.isoformat(timespec="seconds"), css, day(value))


@register.simple_tag
def zone_name() -> str:
    """The name of the zone all times of the page are in."""
    return timezone.get_current_timezone_name()
