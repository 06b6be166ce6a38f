"""One table as a mail tells of it to one person: what happened there, what they are asked, what was said to them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.addresses import without_addresses
from config import characters
from config.database import statements
from engines import registry
from engines.contract import When
from tables.games.registry import presenter
from tables.mail import words
from tables.mail.asking import Ask, read_ask
from tables.mail.news import News, read_news, read_onlookers_news
from tables.models import ChatMessage, Decision, Notification, Seat, Table
from tables.present.play import situation
from tables.present.seats import seating
from tables.present.time.paces import pace_words
from tables.selectors.play import state
from tables.selectors.time.clocks import FIRST_DUE, own_end

Kind = Notification.Kind


@dataclass(frozen=True, kw_only=True)
class Matter:
    """All text is translated, addresses are absolute. ``said`` are names and words; ``public`` is None without a board, which
    ``text_map`` shows in plain letters."""

    label: str
    leads: Sequence[str]
    facts: Sequence[str] = ()
    said: Sequence[tuple[str, str]] = ()
    asks: Sequence[Ask] = ()
    own_end: datetime | None = None
    news: News | None = None
    standings: Sequence[tuple[int, str, str]] = ()
    button: str
    url: str
    rules_url: str
    aid_url: str
    public: Any = field(default=None, repr=False)
    text_map: str = ""

    @property
    def asked(self) -> str:
        """The one thing that is asked; empty if it is none or several."""
        return self.asks[0].question if len(self.asks) == 1 else ""


def read_matter(notifications: Sequence[Notification], *, most_news: int, most_answers: int, now: datetime) -> Matter:
    """Everything at hand about one table for one person, with so many lines of what happened and answers to choose from at
    most. Made from what is true now."""
    first, kinds = notifications[0], frozenset(Kind(notification.kind) for notification in notifications)
    if Kind.INVITATION in kinds:
        return _invitation(first.table)
    table, seat = first.table, first.seat or first.table.seats.filter(user=first.recipient_id).first()
    if seat is None:
        return _followed(notifications, most_news)
    decisions = open_decisions(seat.pk) if table.status == Table.Status.RUNNING else []
    seen = state.seen(table, seat) if table.state else None
    public = seen.public if seen else None
    people = seating.players(table.game, public, _seats(table.pk), me=seat) if seen else []
    return Matter(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=words.leads(kinds, table, len(decisions), opened(table, seat) if Kind.OPENED in kinds else ()),
        facts=situation.facts(table.game, public, people) if decisions else (),
        said=_said(notifications),
        asks=[
            read_ask(table, decision, seat=seat, seen=seen, people=people, most=most_answers, now=now) for decision in decisions
        ],
        own_end=next((end for decision in decisions if (end := own_end(decision))), None),
        news=read_news(table, seat, public, people, most_news) if seen else None,
        standings=standings(table),
        button=_("Play now") if decisions else _("Look at the table"),
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
        public=public,
        text_map=presenter(table.game).board.text_map(public, people) if seen else "",
    )


def read_unreadable(notifications: Sequence[Notification]) -> Matter:
    """The same of a table whose position cannot be read at the moment: that something happened, and where."""
    table, kinds = notifications[0].table, frozenset(Kind(notification.kind) for notification in notifications)
    return Matter(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=words.leads(kinds, table, 1),
        said=_said(notifications),
        button=_("Look at the table"),
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
    )


def _followed(notifications: Sequence[Notification], most_news: int) -> Matter:
    """A game in the eyes of an onlooker."""
    table, kinds = notifications[0].table, frozenset(Kind(notification.kind) for notification in notifications)
    public = state.seen(table, None).public
    people = seating.players(table.game, public, _seats(table.pk), me=None)
    since = min(notification.since_seq for notification in notifications)
    return Matter(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=words.leads(kinds, table, 0),
        facts=situation.facts(table.game, public, people) if table.status == Table.Status.RUNNING else (),
        news=read_onlookers_news(table, since, public, people, most_news),
        standings=standings(table),
        button=_("Look at the table"),
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
        public=public,
        text_map=presenter(table.game).board.text_map(public, people),
    )


def _invitation(table: Table) -> Matter:
    # It goes to somebody who may never have heard of them.
    host = without_addresses(str(table.host)) if table.host else _("Somebody")
    seats = ngettext("%(count)d seat", "%(count)d seats", table.seat_count) % {"count": table.seat_count}
    return Matter(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=[_invites(table) % {"host": host}],
        facts=[seats, pace_words(table)],
        button=_("Look at the invitation"),
        url=settings.SITE_URL + reverse("tables:invite", args=[table.invite]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
    )


def _invites(table: Table) -> str:
    if table.rematch_of_id is None:
        return _("%(host)s would like to play with you.")
    return _("%(host)s would like to play again: the same people and pace, and everybody one seat on.")


@statements.read
def _seats(table: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table).select_related("user")


@statements.read
def open_decisions(seat: int) -> QuerySet[Decision]:
    """Return the open decisions of a seat that others wait for, first deadline first."""
    decisions = Decision.objects.filter(seat=seat).open().unanswered()
    return decisions.exclude(when=When.MAY.value).order_by(*FIRST_DUE, "pk")


def opened(table: Table, me: Seat) -> list[str]:
    """Whose seats are open to a substitute; the reader's own as an empty name, which comes first."""
    seats = table.seats.filter(opened_at__isnull=False).select_related("user").order_by("index")
    return sorted("" if seat == me else seating.seat_name(seat) for seat in seats)


def _said(notifications: Iterable[Notification]) -> list[tuple[str, str]]:
    """What was said to the reader. A mention is told at the very moment of its line."""
    mentions = [notification for notification in notifications if notification.kind == Kind.MENTION]
    if not mentions:
        return []
    lines = ChatMessage.objects.filter(table=mentions[0].table_id, at__in=[mention.created_at for mention in mentions])
    spoken = lines.select_related("user").order_by("at", "pk")
    return [(str(line.user or _("somebody")), characters.isolated_lines(line.text)) for line in spoken]


def standings(table: Table) -> list[tuple[int, str, str]]:
    """Place, name and points of every seat, best first; empty until there are places."""
    return [(seat.place, seating.seat_name(seat), _points(seat.score)) for seat in _placed(table.pk) if seat.place]


@statements.read
def _placed(table: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table, place__isnull=False).select_related("user").order_by("place", "index")


def _points(score: int | None) -> str:
    return "" if score is None else ngettext("%(count)d point", "%(count)d points", score) % {"count": score}
