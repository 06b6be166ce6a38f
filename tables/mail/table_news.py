"""Part of an email about one table for one person: events, decisions, and messages to them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import Truncator
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
from tables.selectors.play.recap import Gap, open_gaps
from tables.selectors.time.clocks import FIRST_DUE, own_end

Kind = Notification.Kind
# Maximum characters of a chat message in a summary.
LONGEST_SAID = 140


@dataclass(frozen=True, kw_only=True)
class TableNews:
    """One table in an email. Texts are translated, addresses are absolute.

    ``more_leads`` are the ``leads`` without the number of decisions, for use above the decisions themselves. ``messages`` has
    the author and text of each chat message that mentions the reader. ``public`` is the public state, or None if the email
    shows no board. ``text_map`` shows the board in letters. ``links`` are more addresses with their labels. ``is_event``: the
    part is about an event and not about a table.
    """

    label: str
    leads: Sequence[str]
    more_leads: Sequence[str] = ()
    facts: Sequence[str] = ()
    messages: Sequence[tuple[str, str]] = ()
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
    links: Sequence[tuple[str, str]] = ()
    is_event: bool = False

    @property
    def only_question(self) -> str:
        """Task of the only open decision. It is empty if there is no decision or more than one."""
        return self.asks[0].question if len(self.asks) == 1 else ""

    @property
    def summary(self) -> str:
        """First event, beginning of a message, and deadline of the first decision."""
        messages = [characters.closed(Truncator(f"{name}: {line}").chars(LONGEST_SAID)) for name, line in self.messages[:1]]
        due = [_("Decide by %(due)s.") % {"due": ask.due} for ask in self.asks[:1] if ask.due]
        return " ".join([*self.leads[:1], *messages, *due])


class EmailRows:
    """Database rows for an email about one or more tables. Each kind of row is read for all tables together, when needed."""

    def __init__(self, notifications: Sequence[Notification], most_news: int) -> None:
        self.reader, self.most_news, self._notifications = notifications[0].recipient_id, most_news, notifications
        self._tables = {notification.table_id: notification.table for notification in notifications}
        self._own = {notification.table_id: notification.seat for notification in notifications if notification.seat}

    @cached_property
    def seats(self) -> Mapping[int, Sequence[Seat]]:
        """All seats by table."""
        by_table: dict[int, list[Seat]] = {pk: [] for pk in self._tables}
        for seat in _seats(sorted(self._tables)):
            by_table[seat.table_id].append(seat)
        return by_table

    @cached_property
    def own(self) -> Mapping[int, Seat]:
        """The reader's seat by table."""
        own_seats = {pk: seat for pk, seats in self.seats.items() for seat in seats if seat.user_id == self.reader}
        return own_seats | self._own

    @cached_property
    def decisions(self) -> Mapping[int, Sequence[Decision]]:
        """Open decisions that others wait for, by seat, first deadline first."""
        by_seat: dict[int, list[Decision]] = {}
        for decision in _open_decisions(sorted(seat.pk for seat in self.own.values())):
            by_seat.setdefault(decision.seat_id, []).append(decision)
        return by_seat

    @cached_property
    def messages(self) -> Mapping[int, Sequence[tuple[str, str]]]:
        """Messages to the reader by table: author and words. A mention has the same time as its chat message."""
        mentions = {
            (notification.table_id, notification.created_at)
            for notification in self._notifications
            if notification.kind == Kind.MENTION
        }
        lines = ChatMessage.objects.filter(table__in={pk for pk, _at in mentions}, at__in={at for _pk, at in mentions})
        by_table: dict[int, list[tuple[str, str]]] = {}
        for line in lines.select_related("user").order_by("at", "pk") if mentions else ():
            if (line.table_id, line.at) in mentions:
                message = str(line.user or _("somebody")), characters.isolated_lines(line.text)
                by_table.setdefault(line.table_id, []).append(message)
        return by_table

    @cached_property
    def gaps(self) -> Mapping[int, Gap]:
        """Events since the reader's last move that they may know, by table. It is empty if only one table has begun."""
        started = [(self._tables[pk], seat) for pk, seat in self.own.items() if self._tables[pk].state]
        return open_gaps(started, most=self.most_news, as_player=True) if len(started) > 1 else {}


def read_table_news(
    notifications: Sequence[Notification], *, most_answers: int, now: datetime, together: EmailRows
) -> TableNews:
    """Return the part of an email about one table, from the current state, with at most ``most_answers`` for a decision.

    ``together`` has the rows of all tables of the email. Raises Unreadable if the position cannot be read.
    """
    first, kinds = notifications[0], frozenset(Kind(notification.kind) for notification in notifications)
    if Kind.INVITATION in kinds:
        return _invitation(first.table)
    table, seat = first.table, together.own.get(first.table_id)
    if seat is None:
        return _followed(notifications, together)
    seats = together.seats[table.pk]
    decisions = together.decisions.get(seat.pk, ()) if table.status == Table.Status.RUNNING else ()
    seen = state.seen(table, seat) if table.state else None
    public = seen.public if seen else None
    people = seating.players(table.game, public, seats, me=seat) if seen else []
    opened = _opened(seats, seat) if Kind.OPENED in kinds else ()
    return TableNews(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=words.leads(kinds, table, len(decisions), opened),
        more_leads=words.leads(kinds - {Kind.TURN}, table, len(decisions), opened),
        facts=situation.facts(table.game, public, people) if decisions else (),
        messages=together.messages.get(table.pk, ()),
        asks=[
            read_ask(table, decision, seat=seat, seen=seen, people=people, most=most_answers, now=now) for decision in decisions
        ],
        own_end=next((end for decision in decisions if (end := own_end(decision))), None),
        news=read_news(table, seat, public, people, together.most_news, since=together.gaps.get(table.pk)) if seen else None,
        standings=_standings(seats),
        button=_("Play now") if decisions else _("View the table"),
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
        public=public,
        text_map=presenter(table.game).board.text_map(public, people) if seen else "",
    )


def read_unreadable(notifications: Sequence[Notification], *, together: EmailRows) -> TableNews:
    """Return the part about a table with an unreadable position: its kinds of events and a link."""
    table, kinds = notifications[0].table, frozenset(Kind(notification.kind) for notification in notifications)
    return TableNews(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=words.leads(kinds, table, 1),
        messages=together.messages.get(table.pk, ()),
        button=_("View the table"),
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
    )


def _followed(notifications: Sequence[Notification], together: EmailRows) -> TableNews:
    """Return the part about a followed game, as a spectator sees it."""
    table, kinds = notifications[0].table, frozenset(Kind(notification.kind) for notification in notifications)
    public = state.seen(table, None).public
    seats = together.seats[table.pk]
    people = seating.players(table.game, public, seats, me=None)
    since = min(notification.since_seq for notification in notifications)
    return TableNews(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=words.leads(kinds, table, 0),
        facts=situation.facts(table.game, public, people) if table.status == Table.Status.RUNNING else (),
        news=read_onlookers_news(table, since, public, people, together.most_news),
        standings=_standings(seats),
        button=_("View the table"),
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
        public=public,
        text_map=presenter(table.game).board.text_map(public, people),
    )


def _invitation(table: Table) -> TableNews:
    # The reader may not know the host, so addresses in the host's name are removed.
    host = without_addresses(str(table.host)) if table.host else _("Somebody")
    seats = ngettext("%(count)d seat", "%(count)d seats", table.seat_count) % {"count": table.seat_count}
    return TableNews(
        label=words.table_label(registry.engine(table.game).title, table),
        leads=[_invites(table) % {"host": host}],
        facts=[seats, pace_words(table)],
        button=_("View invitation"),
        url=settings.SITE_URL + reverse("tables:invite", args=[table.invite]),
        rules_url=settings.SITE_URL + reverse("rules", args=[table.game]),
        aid_url=settings.SITE_URL + reverse("aid", args=[table.game]),
    )


def _invites(table: Table) -> str:
    if table.rematch_of_id is None:
        return _("%(host)s would like to play with you.")
    return _("%(host)s proposes a rematch: same players, same pace, seats moved on by one.")


@statements.read
def _seats(tables: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(table__pk__in=tables).select_related("user").order_by("index")


def open_decisions(seat: Seat) -> list[Decision]:
    """Return the open decisions of a seat that others wait for, first deadline first."""
    return list(_open_decisions([seat.pk]))


@statements.read
def _open_decisions(seats: Collection[int]) -> QuerySet[Decision]:
    decisions = Decision.objects.filter(seat__pk__in=seats).open().unanswered()
    return decisions.exclude(when=When.MAY.value).order_by(*FIRST_DUE, "pk")


def opened(table: Table, me: Seat) -> list[str]:
    """Return the names of the seats open to a substitute, first an empty name for the reader's own seat."""
    return _opened(_seats([table.pk]), me)


def _opened(seats: Iterable[Seat], me: Seat) -> list[str]:
    return sorted("" if seat == me else seating.seat_name(seat) for seat in seats if seat.opened_at)


def standings(table: Table) -> list[tuple[int, str, str]]:
    """Return finishing place, name and points of every seat, best first. It is empty until the places are known."""
    return _standings(_seats([table.pk]))


def _standings(seats: Iterable[Seat]) -> list[tuple[int, str, str]]:
    placed = sorted((seat.place, seat.index or 0, seating.seat_name(seat), _points(seat.score)) for seat in seats if seat.place)
    return [(place, name, points) for place, _index, name, points in placed]


def _points(score: int | None) -> str:
    return "" if score is None else ngettext("%(count)d point", "%(count)d points", score) % {"count": score}
