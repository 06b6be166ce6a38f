"""Private feed: one entry for each table that waits for its reader, with the events since their last move.

Programs read a feed and unknown servers store it. It therefore contains only information that is public at the table.
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

# Maximum number of entries. The site shows further tables.
MOST = 50
MOST_NEWS = 20
# Date in tag URIs (RFC 4151), on which the domain was ours. It must never change.
_DAY = "2026-01-01"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Entry:
    """Feed entry of one table: open decisions with deadlines, and events."""

    number: str
    title: str
    url: str
    at: datetime
    asks: Sequence[tuple[str, str]]
    recap: Recap | None

    @property
    def digest(self) -> str:
        """Return a hash of the open decisions and their deadlines, which can change without a move."""
        return hashlib.sha256(repr((self.title, self.asks)).encode()).hexdigest()[:16]


class _Feed(Atom1Feed):
    """Atom feed. An empty feed has the creation date of its address, so that readers do not report it as new."""

    def latest_post_date(self) -> datetime:
        date: datetime = super().latest_post_date() if self.items else self.feed["made_at"]
        return date


def entries(reader: User) -> Iterator[Entry]:
    """Yield the entries of the tables that wait for the reader, least time left first.

    Tables that cannot be decrypted are left out. The language and time zone of the reader must be active.
    """
    by_table = asking.unanswered_by_table(reader)
    waiting_tables = [table for table in tables.tables_awaiting(reader)[:MOST] if table.pk in by_table]
    publics = {position.table_id: position.public for position in state.positions([table.pk for table in waiting_tables])}
    gaps = open_gaps([(table, by_table[table.pk][0].seat) for table in waiting_tables], most=MOST_NEWS)
    for table in waiting_tables:
        # One table that cannot be decrypted must not hide the others.
        with suppress(CannotOpen):
            if table.pk in gaps:
                yield _entry(table, by_table[table.pk], publics.get(table.pk), gaps[table.pk])


def atom(reader: User, address: str, authority: str, feed_entries: Iterable[Entry], revisions: Mapping[str, Revision]) -> str:
    """Return the feed as XML. Entries that cannot be decrypted are left out.

    ``address`` is its URL, ``authority`` part of the entry IDs. ``revisions`` has the changes of each entry by its number.
    """
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
    for entry in feed_entries:
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


def _entry(table: Table, rows: Sequence[Decision], public: Any, gap: Gap) -> Entry:
    """Return the entry of one table. ``public`` is its public state, or None if it cannot be read."""
    seat = rows[0].seat
    people = players(table.game, public, table.seats.all(), me=seat) if public is not None else ()
    label = words.table_label(registry.engine(table.game).title, table)
    return Entry(
        number=f"{table.code}/{seat.plies}",  # after an action of the seat, the table gets a new entry
        title=words.subject([Notification.Kind.TURN], label, ""),
        url=settings.SITE_URL + reverse("tables:recap", args=[table.code]),
        at=max([row.asked_at for row in rows] + ([table.moved_at] if table.moved_at else [])),
        asks=[(question_words(table.game, row), due_words(row)) for row in rows],
        recap=recap(gap, presenter(table.game), public, people) if public is not None else None,
    )


def printable(text: str) -> str:
    """Return the text without characters that are not allowed in XML."""
    return _UNPRINTABLE.sub("", text)
