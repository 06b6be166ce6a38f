"""Times for readers: the absolute time in the reader's zone, followed by the remaining time."""

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
from tables.present.time.moments import day, moment, moment_text, to_the_minute
from tables.selectors.time.clocks import Timed, own_end

register = template.Library()
SOON = timedelta(days=1)
"""Remaining time below which lists mark a deadline."""

register.filter(moment)
register.filter(day)


@register.simple_tag
def stamp(value: datetime | None, css: str = "") -> SafeString | str:
    """Return a time element with the absolute time, also machine-readable."""
    if value is None:
        return ""
    return _stamp(to_the_minute(value), value.tzinfo, css, timezone.get_current_timezone(), get_language())


@lru_cache(maxsize=10_000)
def _stamp(value: datetime, _of: tzinfo | None, css: str, zone: tzinfo, language: str) -> SafeString:
    # Equal moments can have different zones.
    return format_html(
        '<time datetime="{}" class="{}">{}</time>', value.isoformat(timespec="minutes"), css, moment_text(value, zone, language)
    )


@register.simple_tag
def left(due: datetime | None, now: datetime, after: str = "") -> SafeString | str:
    """Return "2 days, 3 hours left" in at most two units, or "time is up"; with ``after``, "decision time is up".

    A script (static/js/left.js) updates the words. It counts down from the seconds left when the page was made, so a wrong
    clock of the device does not matter.
    """
    return "" if due is None else _left(due, now, bool(after), get_language())


# A page repeats the words of a clock in several places.
@lru_cache(maxsize=1_000)
def _left(due: datetime, now: datetime, after: bool, _language: str) -> SafeString:
    over, pattern = _("decision time is up") if after else _("time is up"), _("%(time)s left")
    words = pattern % {"time": timeuntil(due, now, depth=2)} if due > now else over
    seconds = max(int((due - now).total_seconds()), 0)
    markup = '<span data-left="{}" data-words="{}" data-over="{}">{}</span>'
    return format_html(markup, seconds, pattern % {"time": "{}"}, over, words)


@register.filter
def own_until(timed: Timed | None) -> datetime | None:
    """Return the end of a decision's own time; None if no clock runs."""
    return own_end(timed) if timed else None


@register.filter
def deadline(timed: Timed) -> str:
    """Return "Tue 24 Nov, 18:00, then 7 days of time bank"; empty if no clock runs."""
    return deadline_words(timed, moment)


@register.filter
def then(timed: Timed | None, now: datetime) -> str:
    """Return "then 7 days of time bank", or its end once the decision time is over. May be empty."""
    if timed is None:
        return ""
    return until_words(timed, moment) if (own_end(timed) or now) < now else after_words(timed)


@register.filter
def is_soon(due: datetime | None, now: datetime) -> bool:
    """Return whether less than a day is left."""
    return due is not None and due - now < SOON


@register.simple_tag
def day_stamp(value: datetime | None, css: str = "") -> SafeString | str:
    """Return a time element with the day alone, machine-readable to the second."""
    if value is None:
        return ""
    return format_html('<time datetime="{}" class="{}">{}</time>', value.isoformat(timespec="seconds"), css, day(value))


@register.simple_tag
def zone_name() -> str:
    """Return the name of the time zone of the page."""
    return timezone.get_current_timezone_name()
