"""What goes into a mail: read for one seat alone, said in the recipient's language and time zone, nothing formatted yet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle, islice
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from engines.contract import When
from tables.mail import times, tokens, words
from tables.models import Decision, Notification, Seat, Table
from tables.present import seating
from tables.present.registry import presenter
from tables.selectors import log, state

# A mail is no archive: whoever was away for longer reads on at the table.
NEWS = 20
STRIPES = (("wax", "#8c2b21"), ("paper", "#faf5e8"), ("blue", "#2f4f9e"), ("paper", "#faf5e8"))
Kind = Notification.Kind


@dataclass(frozen=True)
class Ask:
    """One open decision: what is asked, its deadline and when the bank begins to pay, in words (empty if there is none)."""

    question: str
    due: str
    bank: str


@dataclass(frozen=True, kw_only=True)
class Letter:
    """Everything the two templates say. All text is translated; addresses are absolute."""

    subject: str
    headline: str
    label: str
    date: str
    leads: Sequence[str]
    news_title: str
    news: Sequence[str]
    skipped: str
    asks: Sequence[Ask]
    standings: Sequence[tuple[int, str, str]]
    button: str
    table_url: str
    unsubscribe_url: str
    choices_url: str
    picture: bytes = field(repr=False)
    picture_id: str

    @property
    def has_picture(self) -> bool:
        return bool(self.picture)

    @property
    def preview(self) -> str:
        """The line that mail programs show beside the subject."""
        return " ".join([*self.leads, *(ask.due for ask in self.asks[:1])])

    @property
    def stripes(self) -> list[tuple[str, str]]:
        """The airmail border, cell by cell: name and colour."""
        return list(islice(cycle(STRIPES), 24))


def read_letter(notifications: Sequence[Notification], *, picture_id: str, now: datetime) -> Letter:
    """One letter about all of ``notifications``: the same recipient, the same table. Needs their language and zone active."""
    told = notifications[0]
    table, seat = told.table, told.seat or told.table.seats.get(user=told.recipient_id)
    kinds = {Kind(notification.kind) for notification in notifications}
    asked = list(open_decisions(seat)) if table.status == Table.Status.RUNNING else []
    public = state.seen(table, seat).public
    label = words.table_label(registry.engine(table.game).title, table)
    news, is_all = _news(table, seat, public)
    return Letter(
        subject=words.subject(kinds, label, _first_due(asked)),
        headline=words.headline(kinds),
        label=label,
        date=times.day(now, timezone.get_current_timezone()),
        leads=words.leads(kinds, table, len(asked)),
        news_title=_("Since your last move") if seat.plies else _("So far"),
        news=news,
        skipped="" if is_all else _("More happened before that; the log at the table tells it all."),
        asks=[_ask(table, decision) for decision in asked],
        standings=_standings(table),
        button=_("Play now") if asked else _("Look at the table"),
        table_url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        unsubscribe_url=settings.SITE_URL
        + reverse("mail:unsubscribe", args=[tokens.make(told.recipient_id, words.chief(kinds))]),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        picture=presenter(table.game).picture(public),
        picture_id=picture_id,
    )


def open_decisions(seat: Seat) -> Iterable[Decision]:
    """What a seat is asked and others wait for, first deadline first."""
    found = seat.decisions.filter(closed_at__isnull=True, answered_at__isnull=True)
    return found.exclude(when=When.MAY.value).order_by("due_at", "pk")


def _news(table: Table, seat: Seat, public: Any) -> tuple[list[str], bool]:
    """What this seat may know of what happened since its holder last moved, oldest first, and whether that is all of it."""
    since = seat.seen_seq if seat.plies else None
    entries = log.log_entries(table, seat.index, since=since, limit=NEWS + 1)
    players = seating.players(table.game, public, table.seats.select_related("user"), me=seat)
    say = presenter(table.game).event_words
    told = [say(event, public, players) for entry in reversed(entries) for event in entry.events]
    news = [sentence for sentence in told if sentence]
    return news[-NEWS:], max(len(news), len(entries)) <= NEWS


def _ask(table: Table, decision: Decision) -> Ask:
    asked = presenter(table.game).asked_words(decision.kind)
    return Ask(capfirst(asked), _in_words(decision.due_at), _in_words(_bank_at(decision)))


def _bank_at(decision: Decision) -> datetime | None:
    """When the bank begins to pay; None if it is empty."""
    return None if decision.bank_at == decision.due_at else decision.bank_at


def _in_words(moment: datetime | None) -> str:
    return times.absolute(moment, timezone.get_current_timezone()) if moment else ""


def _first_due(asked: Sequence[Decision]) -> str:
    return next((_in_words(decision.due_at) for decision in asked if decision.due_at), "")


def _standings(table: Table) -> list[tuple[int, str, str]]:
    """Place, name and points of every seat, best first; empty until there are places."""
    seats = table.seats.filter(place__isnull=False).select_related("user").order_by("place", "index")
    return [(seat.place, seating.seat_name(seat), _points(seat.score)) for seat in seats if seat.place]


def _points(score: int | None) -> str:
    return "" if score is None else ngettext("%(count)d point", "%(count)d points", score) % {"count": score}
