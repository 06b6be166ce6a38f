"""Calendar of a club's deadlines, for members only: one entry per table, at its first deadline.

Like a personal calendar, it contains open decisions and deadlines, but nothing of the position.
"""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Event

from accounts.models import User
from tables.mail import deadlines
from tables.mail.asking import due_words
from tables.models import Club
from tables.present.clubs.tables import TableLine, table_lines
from tables.selectors.clubs import tables
from tables.selectors.play import waiting
from tables.selectors.time.clocks import own_end


def calendar(club: Club, reader: User, authority: str) -> deadlines.Deadlines:
    """Return the calendar of a club. ``authority`` is part of the UIDs of its entries.

    The language and time zone of its reader must be active.
    """
    name = _("Staffetta: %(club)s") % {"club": club}
    return deadlines.Deadlines(name, f"club-{club.slug}", list(_entries(club, reader, authority)))


def due(club: Club, reader: User) -> list[TableLine]:
    """Return the club's tables with a running clock, by deadline, the earliest first."""
    live = tables.live(club, reader, is_member=True)
    lines = [(own_end(line.clock), line) for line in table_lines(live, waiting.waits(live)) if line.clock]
    return [line for end, line in sorted(lines, key=lambda one: (one[0], one[1].card.code))]


def _entries(club: Club, reader: User, authority: str) -> Iterator[Event]:
    for line in due(club, reader):
        assert line.clock is not None
        assert line.clock.asked_at is not None
        assert line.clock.due_at is not None
        address = settings.SITE_URL + reverse("tables:detail", args=[line.card.code])
        yield deadlines.entry_of(
            # The entry of a table keeps its UID and moves from deadline to deadline.
            uid=f"club-{line.card.code}@{authority}",
            stamp=line.clock.asked_at,
            end=own_end(line.clock) or line.clock.due_at,
            summary=f"{line.card.headline}: {line.words}",
            description=f"{due_words(line.clock)}\n{address}",
            address=address,
        )
