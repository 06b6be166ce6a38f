"""Time zones by their IANA names."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

FALLBACK = "UTC"
AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def known() -> frozenset[str]:
    """Every name somebody's browser may send, old spellings included."""
    return frozenset(available_timezones() - {"localtime", "Factory"})


@cache
def offered() -> tuple[str, ...]:
    """The names to choose from: UTC first, then places by area."""
    return (FALLBACK, *sorted(name for name in known() if name.partition("/")[0] in AREAS))


def validate_time_zone(name: str) -> None:
    """Raises ValidationError unless ``name`` is a time zone we can count in."""
    if name not in known():
        raise ValidationError(_("%(name)s is not a time zone we know."), code="time_zone", params={"name": name})


def zone(name: str) -> ZoneInfo:
    """The zone called ``name``, or UTC for a name that has vanished from the tables since it was stored."""
    return ZoneInfo(name if name in known() else FALLBACK)


def choices(current: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """What a select offers, grouped by area; ``current`` is always among it."""
    by_area: dict[str, list[tuple[str, str]]] = {}
    for name in sorted({*offered(), current}):
        area, slash, place = name.partition("/")
        by_area.setdefault(area if slash else FALLBACK, []).append((name, place.replace("_", " ") or name))
    return sorted(by_area.items(), key=lambda group: group[0] != FALLBACK)
