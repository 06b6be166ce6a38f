"""Time zones by their IANA names."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

FALLBACK = "UTC"
AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def all_names() -> frozenset[str]:
    """Return the names of all time zones that Python knows, old spellings included."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


@cache
def offered() -> tuple[str, ...]:
    """Return the names to choose from: UTC first, then places by area."""
    return (FALLBACK, *sorted(name for name in all_names() if name.partition("/")[0] in AREAS))


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless ``name`` is a known time zone."""
    if name not in all_names():
        raise ValidationError(
            _("We don’t know the time zone %(name)s. Choose another time zone."), code="time_zone", params={"name": name}
        )


def zone(name: str) -> ZoneInfo:
    """Return the zone called ``name``, or UTC if the name has vanished from the tables since it was stored."""
    return ZoneInfo(name if name in all_names() else FALLBACK)


def choices(current: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the options of a select, grouped by area. ``current`` is always one of them."""
    by_area: dict[str, list[tuple[str, str]]] = {}
    for name in sorted({*offered(), current}):
        area, slash, place = name.partition("/")
        by_area.setdefault(area if slash else FALLBACK, []).append((name, place.replace("_", " ") or name))
    return sorted(by_area.items(), key=lambda group: group[0] != FALLBACK)
