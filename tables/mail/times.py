"""Moments and lengths of time in the words of whoever reads them."""

from datetime import datetime, tzinfo

from babel.dates import format_date, format_time, get_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _

LOCALES = {"en": "en_GB", "de": "de_DE", "it": "it_IT"}


def absolute(moment: datetime, zone: tzinfo) -> str:
    """Such as "Tuesday 4 March 2025, 18:30 (CET)", in the active language: it cannot go stale as "in an hour" does."""
    locale = _locale()
    local = moment.astimezone(zone)
    return _("%(date)s, %(time)s (%(zone)s)") % {
        "date": format_date(local, "full", locale=locale),
        "time": format_time(local, "short", locale=locale),
        "zone": get_timezone_name(local, width="short", locale=locale),
    }


def day(moment: datetime, zone: tzinfo) -> str:
    """Such as "4 March 2025", in the active language."""
    return format_date(moment.astimezone(zone), "long", locale=_locale())


def _locale() -> str:
    return LOCALES.get(get_language() or "en", LOCALES["en"])
