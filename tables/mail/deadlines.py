"""Calendar of one person's deadlines (RFC 5545): an entry with an alarm for each table that waits for them.

Unknown servers store it, like the feed, so it contains decisions and deadlines but nothing of the position. An entry ends when
the decision time ends, and names the time bank or grace period that follows. The rounds of a person's running events have
entries without alarms: letters warn before their ends.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event
from icalendar.enums import CLASS, TRANSP

from accounts.models import User
from engines import registry
from tables.mail import words
from tables.mail.asking import due_words, question_words
from tables.models import Decision, Table
from tables.present.events.words import round_end
from tables.selectors.events import listing
from tables.selectors.play import asking, tables
from tables.selectors.time.clocks import own_end

MOST = 50
# Length of an entry, which ends with its deadline. Some calendars do not show entries without length.
LENGTH = timedelta(minutes=15)
# Limits for the alarm before a deadline. Between these limits, the alarm comes a quarter of the available time before the
# deadline.
LATEST_ALARM, EARLIEST_ALARM = timedelta(hours=1), timedelta(hours=12)
HOW_OFTEN = timedelta(hours=1)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class Revision(Protocol):
    """Number of changes of a calendar entry, and the time of the last one."""

    @property
    def sequence(self) -> int: ...
    @property
    def at(self) -> datetime: ...


@dataclass(frozen=True)
class Deadlines:
    """Calendar with entries that have no revision number yet. ``number`` identifies it on the site."""

    name: str
    number: str
    entries: Sequence[Event]

    def digests(self) -> Mapping[str, str]:
        """Return a hash of each entry's content, by its UID."""
        return {str(entry["UID"]): hashlib.sha256(entry.to_ical()).hexdigest()[:16] for entry in self.entries}

    def written(self, language: str, authority: str, revisions: Mapping[str, Revision]) -> bytes:
        """Set the revisions of the entries and return the calendar as bytes.

        The bytes are the same as long as nothing changes. ``language`` is that of its reader, and must be active.
        """
        for entry in self.entries:
            _revise(entry, revisions[str(entry["UID"])])
        document = Calendar.new(
            prodid="-//Staffetta//Deadlines//EN",
            version="2.0",
            name=printable(self.name),
            language=language,
            uid=f"{self.number}@{authority}",
            refresh_interval=HOW_OFTEN,
            subcomponents=self.entries,
        )
        document["REFRESH-INTERVAL"].params["VALUE"] = "DURATION"  # required by RFC 7986
        body: bytes = document.to_ical()
        return body


def calendar(reader: User, authority: str) -> Deadlines:
    """Return the calendar of one person's deadlines. ``authority`` is part of the UIDs of its entries.

    Their language and time zone must be active.
    """
    entries = [*_entries(reader, authority), *_rounds(reader, authority)]
    return Deadlines(_("Staffetta: your turn"), str(reader.pk), entries)


def _entries(reader: User, authority: str) -> Iterator[Event]:
    by_table = asking.unanswered_by_table(reader)
    for table in tables.tables_awaiting(reader)[:MOST]:
        timed = [row for row in by_table.get(table.pk, ()) if row.due_at]
        if timed:
            yield _entry(table, timed, authority)


def _entry(table: Table, rows: Sequence[Decision], authority: str) -> Event:
    """Return the entry of one table at its first deadline.

    After an action of the seat it has a new UID. An extended deadline moves the entry.
    """
    first = rows[0]  # the rows of a table are in the order of their deadlines
    end = own_end(first)
    assert end is not None
    label = words.table_label(registry.engine(table.game).title, table)
    address = settings.SITE_URL + reverse("tables:detail", args=[table.code])
    lines = [f"{question_words(table.game, row)}. {due_words(row)}" for row in rows]
    event = entry_of(
        uid=f"{table.code}-{first.seat.plies}@{authority}",
        stamp=first.asked_at,
        end=end,
        summary=f"{label}: {question_words(table.game, first)}",
        description="\n".join([*lines, address]),
        address=address,
    )
    event.add_component(_alarm(table, end, label))
    return event


def _rounds(reader: User, authority: str) -> Iterator[Event]:
    """Yield an entry for each round that the reader plays in an event. A prolonged round moves its entry."""
    for drawn in listing.rounds_played_by(reader)[:MOST]:
        address = settings.SITE_URL + drawn.event.get_absolute_url()
        yield entry_of(
            uid=f"event-{drawn.event.code}-{drawn.division}-{drawn.number}-{reader.pk}@{authority}",
            stamp=drawn.drawn_at,
            end=drawn.ends_at,
            summary=round_end(drawn.event, drawn),
            description=address,
            address=address,
        )


def entry_of(*, uid: str, stamp: datetime, end: datetime, summary: str, description: str, address: str) -> Event:
    """Return a calendar entry of length ``LENGTH`` that ends with a deadline."""
    return Event.new(
        uid=uid,
        stamp=stamp,
        start=end - LENGTH,
        end=end,
        summary=printable(summary),
        description=printable(description),
        url=address,
        classification=CLASS.PRIVATE,
        transparency=TRANSP.TRANSPARENT,
    )


def printable(text: str) -> str:
    """Return the text without characters that are not allowed in a calendar."""
    return _UNPRINTABLE.sub("", text)


def _revise(entry: Event, revision: Revision) -> None:
    """Set an entry's sequence number and modification time, so programs replace their stored copy (RFC 5545 3.8.7)."""
    entry.DTSTAMP = entry.LAST_MODIFIED = revision.at
    entry.sequence = revision.sequence


def _alarm(table: Table, end: datetime, label: str) -> Alarm:
    before = min(EARLIEST_ALARM, max(LATEST_ALARM, timedelta(minutes=table.decision_minutes) / 4))
    alarm = Alarm.new(summary=printable(label), description=printable(label))
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", end - before, parameters={"VALUE": "DATE-TIME"})
    return alarm
