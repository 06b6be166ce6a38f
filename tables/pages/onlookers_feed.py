"""A public game as an Atom feed: its newest moves in the words of the log, as everybody may read them."""

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

# A reader that was away for longer reads on in the log.
MOST = 40
_TITLE = 120


class _Feed(Atom1Feed):
    """A game in which nobody has moved changed when it began."""

    def latest_post_date(self) -> datetime:
        date: datetime = super().latest_post_date() if self.items else self.feed["began_at"]
        return date


def atom(table: Table, address: str, now: datetime) -> str:
    """The feed as XML; ``address`` is its own path. In the active language. Raises Unreadable."""
    page = TablePage(table, None, now)
    place = settings.SITE_URL + table.get_absolute_url()
    feed = _Feed(
        title=printable(words.table_label(page.engine.title, table)),
        link=place,
        description=None,
        language=get_language(),
        author_name="Staffetta",
        feed_url=settings.SITE_URL + address,
        feed_guid=settings.SITE_URL + address,
        began_at=table.started_at,
    )
    for line in page.log.lines[:MOST]:
        if line.sentences:
            _add(feed, line, place)
    return str(feed.writeString("utf-8"))


def _add(feed: Atom1Feed, line: LogLine, place: str) -> None:
    first = " ".join(strip_tags(line.sentences[0]).split())
    feed.add_item(
        title=printable(first if len(first) <= _TITLE else f"{first[: _TITLE - 1]}…"),
        link=f"{place}#{line.anchor}",
        description=printable(render_to_string("tables/feed_line.html", {"line": line})),
        unique_id=f"{place}#{line.anchor}",
        pubdate=line.at,
        updateddate=line.at,
    )
