"""The chronicle of a club in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _

from engines import registry
from tables.models import ClubEvent, Seat
from tables.present.seats.seating import archive_name, archive_person


@dataclass(frozen=True)
class Entry:
    """One thing that happened: a game that ended, as a ``row`` of the archive and its ``winners``, or ``words``."""

    at: datetime
    row: Mapping[str, Any] | None = None
    winners: str = ""
    words: str = ""


@dataclass(frozen=True)
class Record:
    """The most points somebody had in a game."""

    game: str
    name: str
    points: int
    seat: Seat


def entries(rows: Iterable[Mapping[str, Any]], events: Iterable[ClubEvent]) -> list[Entry]:
    """All of them, the latest first."""
    told = [Entry(row["table"].ended_at, row, _winners(row)) for row in rows]
    told += [Entry(event.at, words=event_words(event)) for event in events]
    return sorted(told, key=lambda entry: entry.at, reverse=True)


def event_words(event: ClubEvent) -> str:
    """One sentence."""
    name = archive_person(event.user) if event.user else _("somebody who left")
    match ClubEvent.Kind(event.kind):
        case ClubEvent.Kind.FOUNDED:
            said = _("%(name)s founded the club.")
        case ClubEvent.Kind.JOINED:
            said = _("%(name)s joined the club.")
        case ClubEvent.Kind.LEFT:
            said = _("%(name)s is no longer in the club.")
        case ClubEvent.Kind.OFFICER:
            said = _("%(name)s became an officer.")
        case ClubEvent.Kind.NO_OFFICER:
            said = _("%(name)s is an officer no longer.")
    return capfirst(said % {"name": name})


def record_lines(seats: Iterable[Seat]) -> list[Record]:
    """A line for each seat that holds a record."""
    return [Record(registry.engine(seat.table.game).title, archive_name(seat), seat.score or 0, seat) for seat in seats]


def month_words(start: datetime) -> str:
    """Such as: March 2026."""
    return capfirst(date_format(start, "F Y"))


def _winners(row: Mapping[str, Any]) -> str:
    names = [str(seat["name"]) for seat in row["seats"] if seat["place"] == 1]
    return _("%(names)s won") % {"names": get_text_list(names, _("and"))} if names else ""
