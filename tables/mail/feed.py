"""The private feed: one entry for each table where its reader is asked, with what happened there since their last move.

A feed is read by programs and kept by servers that its reader knows nothing of, so it tells only what everybody at the table
may know.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from accounts.models import User
from config.safe.sealing import CannotOpen
from engines import registry
from tables.games.registry import presenter
from tables.mail import words
from tables.mail.asking import due_words, question_words
from tables.mail.deadlines import Revision
from tables.models import Decision, Notification, Table
from tables.present import naming
from tables.present.play.recap import Recap, recap
from tables.present.seats.seating import players
from tables.selectors.play import asking, state, tables
from tables.selectors.play.recap import Gap, open_gaps

# A reader with more games waiting finds them on the site.
MOST = 50
MOST_NEWS = 20
# A tag names a day on which the name was ours; any will do, as long as it stays the same.
_DAY = "2026-01-01"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Entry:
    """One table: what is asked there until when, and what happened."""

    number: str
    title: str
    url: str
    at: datetime
    asks: Sequence[tuple[str, str]]
    recap: Recap | None

    @property
    def digest(self) -> str:
        """A hash of what is asked and until when, which may change though nobody moves."""
        return hashlib.sha256(repr((self.title, self.asks)).encode()).hexdigest()[:16]


class _Feed(Atom1Feed):
    """An empty feed changed when its address was made, or every reader would take it for new each time."""

    def latest_post_date(self) -> datetime:
        date: datetime = super().latest_post_date() if self.items else self.feed["made_at"]
        return date


def entries(reader: User) -> Iterator[Entry]:
    """The tables that wait for somebody, least time left first. Needs their language and zone active."""
    by_table = asking.unanswered_by_table(reader)
    waiting = [table for table in tables.tables_awaiting(reader)[:MOST] if table.pk in by_table]
    publics = {position.table_id: position.public for position in state.positions([table.pk for table in waiting])}
    gaps = open_gaps([(table, by_table[table.pk][0].seat) for table in waiting], most=MOST_NEWS)
    for table in waiting:
        # A table of which something does not open must not take the others along.
        with suppress(CannotOpen):
            if table.pk in gaps:
                yield _entry(table, by_table[table.pk], publics.get(table.pk), gaps[table.pk])


def atom(reader: User, address: str, authority: str, told: Iterable[Entry], revisions: Mapping[str, Revision]) -> str:
    """The feed as XML; ``address`` is its own, ``authority`` names its entries, ``revisions`` say by their numbers how they
    have changed."""
    feed = _Feed(
        title=_("Staffetta: your turn"),
        link=settings.SITE_URL + reverse("tables:mine"),
        description=None,
        language=reader.language,
        author_name="Staffetta",
        author_link=settings.SITE_URL,
        feed_url=address,
        feed_guid=naming.tag(authority, _DAY, f"/my/#{reader.pk}"),
        made_at=reader.feed.made_at,
    )
    for entry in told:
        revision = revisions[entry.number]
        try:
            description = printable(render_to_string("mail/feed_entry.html", {"entry": entry}))
        except CannotOpen:
            continue
        feed.add_item(
            title=printable(entry.title),
            link=entry.url,
            description=description,
            unique_id=naming.tag(authority, _DAY, f"/t/{entry.number}"),
            pubdate=entry.at,
            updateddate=max(entry.at, revision.at) if revision.sequence else entry.at,
        )
    return str(feed.writeString("utf-8"))


def _entry(table: Table, rows: Sequence[Decision], public: Any, since: Gap) -> Entry:
    """The entry of one table; ``public`` is what lies open there, None at a table that cannot be read."""
    seat = rows[0].seat
    people = players(table.game, public, table.seats.all(), me=seat) if public is not None else ()
    label = words.table_label(registry.engine(table.game).title, table)
    return Entry(
        number=f"{table.code}/{seat.plies}",  # asked again it is another entry
        title=words.subject([Notification.Kind.TURN], label, ""),
        url=settings.SITE_URL + reverse("tables:recap", args=[table.code]),
        at=max([row.asked_at for row in rows] + ([table.moved_at] if table.moved_at else [])),
        asks=[(question_words(table.game, row), due_words(row)) for row in rows],
        recap=recap(since, presenter(table.game), public, people) if public is not None else None,
    )


def printable(text: str) -> str:
    """The text without what may not stand in XML."""
    return _UNPRINTABLE.sub("", text)
