"""Instant notification: a title, a few lines and an address.

The receiving service stores it and others may read it there. Like the feed, it contains only what everybody at the table may
know.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.addresses import without_addresses
from accounts.models import User
from engines import registry
from tables.mail import words
from tables.mail.asking import due_words, moment_words, question_words
from tables.mail.event_news import EventNews, is_about_event
from tables.mail.table_news import open_decisions, opened, standings
from tables.models import Decision, Notification, Table
from tables.present.time.paces import pace_words
from tables.selectors.time.clocks import Clock, own_end

Kind = Notification.Kind
# Kinds with a decision to make.
PRESSING = frozenset({Kind.TURN, Kind.REMINDER})


@dataclass(frozen=True)
class Call:
    """Player with an open decision.

    ``name``: their name at the table. ``there``: their name on the channel, empty if unknown. ``words`` describe the decision.
    """

    name: str
    there: str
    words: str
    clock: Clock


@dataclass(frozen=True, kw_only=True)
class Notice:
    """Notification text. All text is translated, ``url`` is absolute.

    ``number`` identifies the notice and stays the same if it is sent twice. ``thread`` is shared by notices about the same
    subject, for example the code of a table. ``kinds`` are values of ``Notification.Kind``, empty for a test. ``calls`` are the
    players with open decisions, for a webhook of a whole table. ``due_at``: end of the first decision's own time. ``over_at``:
    end of the time bank that follows.
    """

    number: str
    thread: str
    kinds: Sequence[str]
    title: str
    lines: Sequence[str]
    url: str
    language: str
    at: datetime
    calls: Sequence[Call] = ()
    game: str = ""
    table: str = ""
    due_at: datetime | None = None
    over_at: datetime | None = None
    is_pressing: bool = False

    @property
    def text(self) -> str:
        """Return the lines as one text."""
        return "\n".join(self.lines)


def read_notice(notifications: Sequence[Notification], *, number: int, now: datetime) -> Notice:
    """Return a notice of all news about one table for one person, from the current state, in their language and time zone."""
    reader = notifications[0].recipient
    with translation.override(reader.language), timezone.override(reader.tz):
        return _read(notifications, f"notification.{number}", now)


def trial(reader: User, *, number: str, now: datetime) -> Notice:
    """Return a test notice for the user who requested it."""
    with translation.override(reader.language):
        return Notice(
            number=number,
            thread="trial",
            kinds=(),
            title=_("Staffetta can reach you here"),
            lines=[_("You asked for this message. News about your games will arrive here.")],
            url=settings.SITE_URL + reverse("tables:mine"),
            language=reader.language,
            at=now,
        )


def _read(notifications: Sequence[Notification], number: str, now: datetime) -> Notice:
    first, kinds = notifications[0], frozenset(Kind(notification.kind) for notification in notifications)
    if all(map(is_about_event, notifications)):
        return _read_event(notifications, number, now)
    table = first.table
    decisions = _open_decisions(first) if table.status == Table.Status.RUNNING else []
    label = words.table_label(registry.engine(table.game).title, table)
    due = moment_words(own_end(decisions[0])) if decisions else ""
    question = question_words(table.game, decisions[0]) if len(decisions) == 1 else ""
    is_invited = Kind.INVITATION in kinds
    address = reverse("tables:invite", args=[table.invite]) if is_invited else reverse("tables:detail", args=[table.code])
    return Notice(
        number=number,
        thread=table.code,
        kinds=sorted(kinds),
        title=words.subject(kinds, label, due, question),
        lines=_invitation(table) if is_invited else list(_lines(first, kinds, decisions)),
        url=settings.SITE_URL + address,
        language=first.recipient.language,
        at=now,
        game=table.game,
        table=table.code,
        due_at=own_end(decisions[0]) if decisions else None,
        over_at=decisions[0].due_at if decisions else None,
        is_pressing=bool(kinds & PRESSING),
    )


def _read_event(notifications: Sequence[Notification], number: str, now: datetime) -> Notice:
    """Return a notice of news about one event."""
    first, news = notifications[-1], EventNews(notifications, now=now)
    part = news.read()
    return Notice(
        number=number,
        thread=news.event.code,
        kinds=sorted({notification.kind for notification in notifications}),
        title=news.subject,
        lines=[*part.leads, *(name for name, _url in part.links)],
        url=part.url,
        language=first.recipient.language,
        at=now,
        game=news.event.game,
    )


def _open_decisions(notification: Notification) -> list[Decision]:
    seat = notification.seat or notification.table.seats.filter(user=notification.recipient_id).first()
    return open_decisions(seat) if seat else []


def _lines(first: Notification, kinds: frozenset[Kind], decisions: Sequence[Decision]) -> Iterable[str]:
    table = first.table
    seats = opened(table, first.seat) if Kind.OPENED in kinds and first.seat else ()
    yield from words.leads(kinds, table, max(1, len(decisions)), seats)
    for row in decisions:
        due = due_words(row)
        yield f"{question_words(table.game, row)}: {due}" if due else question_words(table.game, row)
    for place, name, points in standings(table):
        yield f"{place}. {name}" + (f" ({points})" if points else "")


def _invitation(table: Table) -> list[str]:
    # The reader may never have heard of the host.
    host = without_addresses(str(table.host)) if table.host else _("Somebody")
    return [_("%(host)s would like to play with you.") % {"host": host}, pace_words(table)]
