"""The deadlines of one person as a calendar (RFC 5545): an entry for each table that waits for them, with its alarm.

It is kept by servers that its reader knows nothing of, like the feed beside it, so it tells what is asked and by when, and
nothing of the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event
from icalendar.enums import CLASS, TRANSP

from accounts.models import User
from engines import registry
from tables.mail import words
from tables.mail.asking import moment_words, question_words
from tables.models import Decision, Table
from tables.selectors.play import asking, tables

MOST = 50
# An entry ends with its deadline; one without length is not shown by every calendar.
LENGTH = timedelta(minutes=15)
# So long before its deadline it rings: a quarter of the time there is, within these bounds.
LATEST_ALARM, EARLIEST_ALARM = timedelta(hours=1), timedelta(hours=12)
HOW_OFTEN = timedelta(hours=1)


def calendar(reader: User) -> bytes:
    """The calendar as bytes, the same as long as nothing changes. Needs the language and zone of its reader active."""
    return written(_("Staffetta: your turn"), str(reader.pk), reader, _entries(reader))


def written(name: str, number: str, reader: User, entries: Iterable[Event]) -> bytes:
    """A calendar of these entries; ``number`` tells it from the others of the site."""
    made = Calendar.new(
        prodid=f"-//Staffetta//{settings.SITE_URL}//",
        version="2.0",
        name=name,
        language=reader.language,
        uid=f"{number}@{host()}",
        refresh_interval=HOW_OFTEN,
        subcomponents=list(entries),
    )
    made["REFRESH-INTERVAL"].params["VALUE"] = "DURATION"  # as RFC 7986 asks
    body: bytes = made.to_ical()
    return body


def _entries(reader: User) -> Iterator[Event]:
    by_table = asking.unanswered_by_table(reader)
    for table in tables.tables_awaiting(reader)[:MOST]:
        timed = [row for row in by_table.get(table.pk, ()) if row.due_at]
        if timed:
            yield _entry(table, timed)


def _entry(table: Table, rows: Sequence[Decision]) -> Event:
    """One table; its first deadline is that of the entry. Asked again it is another entry, put off it moves."""
    first = rows[0]
    assert first.due_at is not None  # the rows of a table are in the order of their deadlines
    label = words.table_label(registry.engine(table.game).title, table)
    asked = [f"{question_words(table.game, row)}. {moment_words(row.due_at)}" for row in rows]
    address = settings.SITE_URL + reverse("tables:detail", args=[table.code])
    event = Event.new(
        uid=f"{table.code}-{first.seat.plies}@{host()}",
        stamp=first.asked_at,
        start=first.due_at - LENGTH,
        end=first.due_at,
        summary=f"{label}: {question_words(table.game, first)}",
        description="\n".join([*asked, address]),
        url=address,
        classification=CLASS.PRIVATE,
        transparency=TRANSP.TRANSPARENT,
    )
    event.add_component(_alarm(table, first.due_at, label))
    return event


def _alarm(table: Table, due_at: datetime, label: str) -> Alarm:
    before = min(EARLIEST_ALARM, max(LATEST_ALARM, timedelta(minutes=table.decision_minutes) / 4))
    alarm = Alarm.new(summary=label, description=label)
    alarm.add("action", "DISPLAY")
    alarm.TRIGGER = due_at - before
    return alarm


def host() -> str:
    """Where entries are from."""
    return str(settings.SITE_URL).partition("://")[2]
