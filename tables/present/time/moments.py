"""Times in words, in the reader's zone and language."""

from datetime import datetime, tzinfo
from functools import lru_cache

from django.utils import formats, timezone
from django.utils.translation import get_language, pgettext

SMALL_WEEKDAYS = frozenset({"it"})
"""Where days of the week are written small within a sentence; Django's own catalogue writes them as at its beginning."""


def moment(value: datetime | None) -> str:
    """ "Tue 24 Nov, 18:00" in the current zone; empty for no time."""
    if value is None:
        return ""
    return written(to_the_minute(value), timezone.get_current_timezone(), get_language())


def day(value: datetime | None) -> str:
    """ "24 Nov 2026" in the current zone; empty for no time."""
    if value is None:
        return ""
    # Translators: a date with its year, in the format letters of Django's date filter.
    return formats.date_format(timezone.localtime(value), pgettext("date format", "j M Y"))


def to_the_minute(value: datetime) -> datetime:
    """As it is shown: what happens at a table within a minute, and what falls due after it, is written down once."""
    return value.replace(second=0, microsecond=0)


@lru_cache(maxsize=10_000)
def written(value: datetime, zone: tzinfo, language: str) -> str:
    """As ``moment``, in this zone and language: the moments of a log stand on many pages, and each is made letter by letter."""
    # Translators: a date without its year, in the format letters of Django's date filter.
    said = formats.date_format(timezone.localtime(value, zone), pgettext("date format", "D j M, H:i"))
    return said.lower() if language in SMALL_WEEKDAYS else said
