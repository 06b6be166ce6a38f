"""Times in words, in the reader's zone and language."""

from datetime import datetime, tzinfo
from functools import lru_cache

from django.utils import formats, timezone
from django.utils.translation import get_language, pgettext

from config.languages import SMALL_WEEKDAYS


def moment(value: datetime | None) -> str:
    """Return a time in words in the current zone: "Tue 24 Nov, 18:00"; empty for None."""
    if value is None:
        return ""
    return moment_text(to_the_minute(value), timezone.get_current_timezone(), get_language())


def day(value: datetime | None) -> str:
    """Return a date in words in the current zone: "24 Nov 2026"; empty for None."""
    if value is None:
        return ""
    # Translators: a date with its year, in the format letters of Django's date filter.
    return formats.date_format(timezone.localtime(value), pgettext("date format", "j M Y"))


def to_the_minute(value: datetime) -> datetime:
    """Return the time without seconds, as shown.

    Events of the same minute share one cached text.
    """
    return value.replace(second=0, microsecond=0)


@lru_cache(maxsize=10_000)
def moment_text(value: datetime, zone: tzinfo, language: str) -> str:
    """Return the text of ``moment`` in this zone and language.

    It is cached, since many pages show the same moments of a log.
    """
    # Translators: a date without its year, in the format letters of Django's date filter.
    text = formats.date_format(timezone.localtime(value, zone), pgettext("date format", "D j M, H:i"))
    return text.lower() if language in SMALL_WEEKDAYS else text
