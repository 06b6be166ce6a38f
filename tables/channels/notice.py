"""What is told at once, wherever it appears: a title, a few lines and an address.

Whoever runs the other end keeps it, and others may look at it there; so, like the feed, it tells only what everybody at the
table may know.
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
from tables.mail.matter import open_decisions, opened, standings
from tables.models import Decision, Notification, Table
from tables.present.time.paces import pace_words
from tables.selectors.time.clocks import Clock, own_end

Kind = Notification.Kind
# Somebody is waited for.
PRESSING = frozenset({Kind.TURN, Kind.REMINDER})


@dataclass(frozen=True)
class Call:
    """Somebody who is waited for: their ``name`` at the table, the one they have where it is told (empty for none), for what
    and until when."""

    name: str
    there: str
    words: str
    clock: Clock


@dataclass(frozen=True, kw_only=True)
class Notice:
    """What is told. All text is translated, ``url`` is absolute.

    ``number`` names it: told twice by accident it has the same. ``thread``: what is about the same has the same, such as the
    code of a table. ``kinds``: values of ``Notification.Kind``; empty for a test. ``calls``: who is waited for, where all of a
    table are told. ``due_at``: the end of the first own
    time. ``over_at``: the end of the time bank after it.
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
        """The lines as one text."""
        return "\n".join(self.lines)


def read_notice(notifications: Sequence[Notification], *, number: int, now: datetime) -> Notice:
    """Everything at hand about one table for one person, made from what is true now, in their language and time zone."""
    reader = notifications[0].recipient
    with translation.override(reader.language), timezone.override(reader.tz):
        return _read(notifications, f"notification.{number}", now)


def trial(reader: User, *, number: str, now: datetime) -> Notice:
    """One that its reader asked for, to see whether it comes."""
    with translation.override(reader.language):
        return Notice(
            number=number,
            thread="trial",
            kinds=(),
            title=_("Staffetta can reach you here"),
            lines=[_("You asked for this message. When something happens in your games, you will read it here.")],
            url=settings.SITE_URL + reverse("tables:mine"),
            language=reader.language,
            at=now,
        )


def _read(notifications: Sequence[Notification], number: str, now: datetime) -> Notice:
    first, kinds = notifications[0], frozenset(Kind(notification.kind) for notification in notifications)
    table = first.table
    asked = _asked(first) if table.status == Table.Status.RUNNING else []
    label = words.table_label(registry.engine(table.game).title, table)
    due = moment_words(own_end(asked[0])) if asked else ""
    question = question_words(table.game, asked[0]) if len(asked) == 1 else ""
    is_invited = Kind.INVITATION in kinds
    address = reverse("tables:invite", args=[table.invite]) if is_invited else reverse("tables:detail", args=[table.code])
    return Notice(
        number=number,
        thread=table.code,
        kinds=sorted(kinds),
        title=words.subject(kinds, label, due, question),
        lines=_invitation(table) if is_invited else list(_lines(first, kinds, asked)),
        url=settings.SITE_URL + address,
        language=first.recipient.language,
        at=now,
        game=table.game,
        table=table.code,
        due_at=own_end(asked[0]) if asked else None,
        over_at=asked[0].due_at if asked else None,
        is_pressing=bool(kinds & PRESSING),
    )


def _asked(notification: Notification) -> list[Decision]:
    seat = notification.seat or notification.table.seats.filter(user=notification.recipient_id).first()
    return open_decisions(seat.pk) if seat else []


def _lines(first: Notification, kinds: frozenset[Kind], asked: Sequence[Decision]) -> Iterable[str]:
    table = first.table
    seats = opened(table, first.seat) if Kind.OPENED in kinds and first.seat else ()
    yield from words.leads(kinds, table, max(1, len(asked)), seats)
    for row in asked:
        due = due_words(row)
        yield f"{question_words(table.game, row)}: {due}" if due else question_words(table.game, row)
    for place, name, points in standings(table):
        yield f"{place}. {name}" + (f" ({points})" if points else "")


def _invitation(table: Table) -> list[str]:
    # It goes to somebody who may never have heard of them.
    host = without_addresses(str(table.host)) if table.host else _("Somebody")
    return [_("%(host)s would like to play with you.") % {"host": host}, pace_words(table)]
