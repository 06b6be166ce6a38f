"""The deadlines of a club's tables as a calendar: an entry for each table, at the first of them. For members alone.

Like that of one person it tells who is asked and by when, and nothing of the game.
"""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Event
from icalendar.enums import CLASS, TRANSP

from accounts.models import User
from tables.mail import deadlines
from tables.models import Club
from tables.present.clubs.tables import TableLine, table_lines
from tables.selectors.clubs import tables
from tables.selectors.play import waiting


def calendar(club: Club, reader: User) -> bytes:
    """The calendar as bytes, the same as long as nothing changes. Needs the language and zone of its reader active."""
    name = _("Staffetta: %(club)s") % {"club": club}
    return deadlines.written(name, f"club-{club.slug}", reader, _entries(club, reader))


def due(club: Club, reader: User) -> list[TableLine]:
    """Its tables at which a clock runs, first deadline first."""
    live = tables.live(club, reader, is_member=True)
    lines = [(line.due_at, line) for line in table_lines(live, waiting.waits(live)) if line.due_at]
    return [line for _due, line in sorted(lines, key=lambda one: (one[0], one[1].card.code))]


def _entries(club: Club, reader: User) -> Iterator[Event]:
    for line in due(club, reader):
        assert line.due_at is not None and line.asked_at is not None  # noqa: PT018
        address = settings.SITE_URL + reverse("tables:detail", args=[line.card.code])
        yield Event.new(
            uid=f"{line.card.code}-{line.card.table.seq}@{deadlines.host()}",
            stamp=line.asked_at,
            start=line.due_at - deadlines.LENGTH,
            end=line.due_at,
            summary=f"{line.card.headline}: {line.words}",
            description=address,
            url=address,
            classification=CLASS.PRIVATE,
            transparency=TRANSP.TRANSPARENT,
        )
