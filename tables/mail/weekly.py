"""Weekly email about all games of one person. About each game it tells only what their seat may know."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.mail import times, words
from tables.mail.asking import due_words, question_words
from tables.mail.letter import EmailContent, unsubscribe_url
from tables.mail.table_news import standings
from tables.models import Decision, Notification, Seat, Table
from tables.present.play import situation
from tables.present.play.recap import recap
from tables.present.seats import seating
from tables.selectors.mail.cadence import MailPreferences
from tables.selectors.mail.week import since, week_of
from tables.selectors.play import asking, log, state, waiting
from tables.selectors.play.recap import Gap, Since
from tables.selectors.time.clocks import Timed

NEWS, MOVES = 3, 40
"""Maximum number of events per game, and of moves read for them."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """Game in the weekly email. Texts are translated, the address is absolute.

    ``waits`` are sentences about open decisions, and ``is_mine`` is True if they are the reader's. ``moves`` is the number of
    moves in the week, ``news`` the latest events. ``places`` is the result, empty while the game runs.
    """

    label: str
    url: str
    waits: Sequence[str] = ()
    is_mine: bool = False
    facts: Sequence[str] = ()
    moves: str = ""
    news: Sequence[str] = ()
    places: Sequence[tuple[int, str, str]] = ()


@dataclass(frozen=True, kw_only=True)
class Weekly(EmailContent):
    """Email about all games of one person."""

    running: Sequence[Game]
    finished: Sequence[Game]

    @property
    def preview(self) -> str:
        """Title and first sentence of each running game with an open decision."""
        return " · ".join(f"{game.label}: {game.waits[0]}" for game in self.running if game.waits)


def read_weekly(notification: Notification, preferences: MailPreferences, *, now: datetime) -> Weekly:
    """Return the weekly email. The language and time zone of its reader must be active."""
    reader, begin = notification.recipient, since(notification.created_at)
    week, mine = week_of(reader, begin), asking.unanswered_by_table(reader)
    count = sum(seat.table_id in mine for seat in week.running)
    subject = ngettext("Your week: %(count)d game is waiting for you", "Your week: %(count)d games are waiting for you", count)
    return Weekly(
        subject=subject % {"count": count} if count else _("Your week: news from your games"),
        headline=_("Your week"),
        date=times.day(now, timezone.get_current_timezone()),
        matters=(),
        reason=_("You receive this email once a week because you asked for it."),
        unsubscribe_url=unsubscribe_url(reader.pk, [Notification.Kind.WEEKLY], preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        running=[_running(seat, mine.get(seat.table_id, ()), begin) for seat in week.running],
        finished=[_finished(seat.table) for seat in week.finished],
    )


def _running(seat: Seat, mine: Sequence[Decision], begin: datetime) -> Game:
    table, seats = seat.table, list(seat.table.seats.select_related("user"))
    try:
        seen = state.seen(table, seat)
    except state.Unreadable:
        return Game(label=_label(table), url=_url(table))
    people = seating.players(table.game, seen.public, seats, me=seat)
    news = _news(table, seat, seen.public, people, begin)
    return Game(
        label=_label(table),
        url=_url(table),
        waits=_mine(table, mine) if mine else _others(table, seats),
        is_mine=bool(mine),
        facts=situation.facts(table.game, seen.public, people),
        moves=_moves(table, begin),
        news=news,
    )


def _finished(table: Table) -> Game:
    return Game(label=_label(table), url=_url(table), places=standings(table))


def _mine(table: Table, rows: Sequence[Decision]) -> list[str]:
    questions = [(_("Your turn: %(question)s") % {"question": question_words(table.game, row)}, row) for row in rows]
    return [_until(question, due, _("Decide by %(due)s.")) for question, due in questions]


def _others(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Return a sentence about the players with open decisions, or about a pause. It is empty if there is neither."""
    waits = waiting.waits([table]).get(table.pk, ())
    waited_for = [seat for seat in seats if seat.pk in {wait.seat_id for wait in waits}]
    if not waited_for:
        return [_("The game is paused.")] if table.paused_at else []
    names = get_text_list([seating.seat_name(seat) for seat in waited_for], _("and"))
    return [_until(_("Waiting for %(names)s") % {"names": names}, waits[0].clock, _("Deadline: %(due)s."))]


def _until(sentence: str, timed: Timed, until: str) -> str:
    due = due_words(timed)
    return f"{sentence}. {until % {'due': due}}" if due else f"{sentence}."


def _moves(table: Table, begin: datetime) -> str:
    count = table.moves.filter(at__gte=begin, seq__gt=0).count()
    if not count:
        return _("No moves this week.")
    return ngettext("%(count)d move this week", "%(count)d moves this week", count) % {"count": count} + ":"


def _news(table: Table, seat: Seat, public: Any, people: Sequence[Player], begin: datetime) -> Sequence[str]:
    """Return the latest events of the week that this seat may know, oldest first."""
    before = table.moves.filter(at__lt=begin).order_by("-seq").values_list("seq", flat=True).first()
    entries = log.log_entries(table, seat.index, since=before or 0, limit=MOVES)[::-1]
    gap = Gap(Since.OWN_MOVE, entries, (), is_all=True, game=table.game)
    return recap(gap, presenter(table.game), public, people).sentences[-NEWS:]


def _label(table: Table) -> str:
    return words.table_label(registry.engine(table.game).title, table)


def _url(table: Table) -> str:
    address: str = settings.SITE_URL + reverse("tables:detail", args=[table.code])
    return address
