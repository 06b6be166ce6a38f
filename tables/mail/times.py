"""Dates and times in the reader's language and time zone."""

from datetime import datetime, tzinfo

from babel.dates import format_date, format_time, get_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config import languages


def absolute(moment: datetime, zone: tzinfo) -> str:
    """Return a date like "Tuesday 4 March 2025, 18:30 (CET)", which cannot go stale like "in an hour"."""
    locale = languages.locale(get_language())
    local = moment.astimezone(zone)
    return _("%(date)s, %(time)s (%(zone)s)") % {
        "date": format_date(local, "full", locale=locale),
        "time": format_time(local, "short", locale=locale),
        "zone": get_timezone_name(local, width="short", locale=locale),
    }


def day(moment: datetime, zone: tzinfo) -> str:
    """Return a date like "4 March 2025", in the active language."""
    return format_date(moment.astimezone(zone), "long", locale=languages.locale(get_language()))
