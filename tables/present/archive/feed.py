"""Atom feed of finished games: one entry per game, with its players and result."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

from engines import registry
from tables.games.registry import presenter
from tables.models import Table
from tables.present import naming
from tables.present.archive.lines import title
from tables.present.seats.seating import archive_name
from tables.selectors import coding

# Date in tag URIs (RFC 4151), on which the host name belonged to the site. It must never change.
_DAY = "2026-01-01"


class _Feed(Atom1Feed):
    """Atom feed. An empty feed has a fixed date, so that readers do not report it as new."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else datetime.fromisoformat(_DAY).replace(tzinfo=UTC)


def atom(name: str, page: str, address: str, tables: Sequence[Table], authority: str) -> str:
    """Return the feed as XML. ``authority`` is the host name in its IDs.

    ``page`` is the path of the web page with the same games, ``address`` the feed's path.
    """
    feed = _Feed(
        title=name,
        link=settings.SITE_URL + page,
        description=None,
        language=get_language(),
        author_name="Staffetta",
        feed_url=settings.SITE_URL + address,
        feed_guid=naming.tag(authority, _DAY, address),
    )
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
