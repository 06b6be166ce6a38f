"""Atom feed of a public game: its newest moves, as everyone may read them in the log."""

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import strip_tags
from django.utils.translation import get_language

from tables.mail import words
from tables.mail.feed import printable
from tables.models import Table
from tables.pages.lines import LogLine
from tables.pages.table import TablePage
from tables.present import naming

# Maximum number of entries; older moves are in the log.
MOST = 40
_TITLE = 120


class _Feed(Atom1Feed):
    """Atom feed. Without entries, the time of its last update is the start of the game."""

    def latest_post_date(self) -> datetime:
        date: datetime = super().latest_post_date() if self.items else self.feed["began_at"]
        return date


def atom(table: Table, address: str, authority: str, now: datetime) -> str:
    """Return the feed as XML in the active language. ``address`` is its own path, ``authority`` part of the ids of its entries.

    Raises Unreadable if the position cannot be read.
    """
    page = TablePage(table, None, now)
    page_url, day = settings.SITE_URL + table.get_absolute_url(), f"{table.created_at:%Y-%m-%d}"
    feed = _Feed(
        title=printable(words.table_label(page.engine.title, table)),
        link=page_url,
        description=None,
        language=get_language(),
        author_name="Staffetta",
        feed_url=settings.SITE_URL + address,
        feed_guid=naming.tag(authority, day, address),
        began_at=table.started_at,
    )
    for line in page.log.lines[-MOST:]:
        if line.sentences:
            _add(feed, line, page_url, naming.tag(authority, day, f"{table.get_absolute_url()}#{line.anchor}"))
    return str(feed.writeString("utf-8"))


def _add(feed: Atom1Feed, line: LogLine, page_url: str, name: str) -> None:
    first = " ".join(strip_tags(line.sentences[0]).split())
    feed.add_item(
        title=printable(first if len(first) <= _TITLE else f"{first[: _TITLE - 1]}…"),
        link=f"{page_url}#{line.anchor}",
        description=printable(render_to_string("tables/feed_line.html", {"line": line})),
        unique_id=name,
        pubdate=line.at,
        updateddate=line.at,
    )
