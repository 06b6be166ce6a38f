"""Finished games as an Atom feed: one entry for each, with who played and how it ended."""

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

# A tag names a day on which the host was ours; any will do, as long as it stays the same.
_DAY = "2026-01-01"


class _Feed(Atom1Feed):
    """An empty feed changed when this one was thought of, or every reader would take it for new each time."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else datetime.fromisoformat(_DAY).replace(tzinfo=UTC)


def atom(name: str, page: str, address: str, tables: Sequence[Table], authority: str) -> str:
    """The feed as XML. ``page`` shows the same games to people, ``address`` is the feed's own; both are paths. ``authority``
    names its entries."""
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
