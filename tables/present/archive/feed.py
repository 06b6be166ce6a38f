"""Atom feed of finished games: one entry per game, with its players and result."""

from collections.abc import Sequence

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from engines import registry
from tables.games.registry import presenter
from tables.models import Table
from tables.present import naming
from tables.present.archive.lines import title
from tables.present.atom import empty_feed
from tables.present.seats.seating import archive_name
from tables.selectors import coding


def atom(name: str, page: str, address: str, tables: Sequence[Table], authority: str) -> str:
    """Return the feed as XML. ``authority`` is the host name in its IDs.

    ``page`` is the path of the web page with the same games, ``address`` the feed's path.
    """
    feed = empty_feed(name, page, address, authority)
    for table in tables:
        _add(feed, table, authority)
    return str(feed.writeString("utf-8"))


def _add(feed: Atom1Feed, table: Table, authority: str) -> None:
    path = reverse("archive:detail", args=[table.code])
    seats = sorted(table.seats.all(), key=lambda seat: (seat.place or 99, seat.position))
    engine = registry.engine(table.game)
    entry = {
        "game": engine.title,
        "options": presenter(table.game).options.options_words(coding.options(table.game, table.options)),
        "ended_by": table.get_ended_by_display(),
        "seats": [{"name": archive_name(seat), "place": seat.place, "score": seat.score} for seat in seats],
    }
    feed.add_item(
        title=f"{title(table)}: {', '.join(archive_name(seat) for seat in seats)}",
        link=settings.SITE_URL + path,
        description=render_to_string("archive/feed_entry.html", entry),
        unique_id=naming.tag(authority, f"{table.started_at:%Y-%m-%d}", path),
        pubdate=table.ended_at,
        updateddate=table.ended_at,
        categories=[engine.title],
    )
