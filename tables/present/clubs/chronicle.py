"""History of a club in words."""

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
    """Event of the history: an ended game as a ``row`` of the archive with its ``winners``, or a club event in ``words``."""

    at: datetime
    row: Mapping[str, Any] | None = None
    winners: str = ""
    words: str = ""


@dataclass(frozen=True)
class Record:
    """Highest score of a game."""

    game: str
    name: str
    points: int
    seat: Seat


def entries(rows: Iterable[Mapping[str, Any]], events: Iterable[ClubEvent]) -> list[Entry]:
    """Return all entries, the latest first."""
    history = [Entry(row["table"].ended_at, row, _winners(row)) for row in rows]
    history += [Entry(event.at, words=event_words(event)) for event in events]
    return sorted(history, key=lambda entry: entry.at, reverse=True)


def event_words(event: ClubEvent) -> str:
    """Return a club event as one sentence."""
    name = archive_person(event.user) if event.user else _("a former player")
    match ClubEvent.Kind(event.kind):
        case ClubEvent.Kind.FOUNDED:
            sentence = _("%(name)s founded the club.")
        case ClubEvent.Kind.JOINED:
            sentence = _("%(name)s joined the club.")
        case ClubEvent.Kind.LEFT:
            sentence = _("%(name)s has left the club.")
        case ClubEvent.Kind.OFFICER:
            sentence = _("%(name)s became an officer.")
        case ClubEvent.Kind.NO_OFFICER:
            sentence = _("%(name)s is no longer an officer.")
    return capfirst(sentence % {"name": name})


def record_lines(seats: Iterable[Seat]) -> list[Record]:
    """Return a line for each seat with a record score."""
    return [Record(registry.engine(seat.table.game).title, archive_name(seat), seat.score or 0, seat) for seat in seats]


def month_words(start: datetime) -> str:
    """Return a month in words, such as "March 2026"."""
    return capfirst(date_format(start, "F Y"))


def _winners(row: Mapping[str, Any]) -> str:
    names = [str(seat["name"]) for seat in row["seats"] if seat["place"] == 1]
    return _("%(names)s won") % {"names": get_text_list(names, _("and"))} if names else ""
