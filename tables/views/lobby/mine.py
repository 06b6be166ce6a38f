"""What waits for me, what waits for others, what is over."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from tables.games import pictures
from tables.games.registry import presenter
from tables.mail.replies.notices import notices
from tables.models import Decision, Table
from tables.present.lobby.cards import SET_ASIDE, TableCard
from tables.present.lobby.open_seats import standing
from tables.present.lobby.standings import Standing, standings
from tables.present.seats.seating import seat_name
from tables.selectors.mail import mailing, replies
from tables.selectors.people import reports
from tables.selectors.play import asking, tables, waiting
from tables.selectors.play.waiting import Wait
from tables.selectors.time.clocks import Timed, own_end
from tables.views.http import HtmxHttpRequest, PlayerRequest, player_required
from tables.views.lobby.welcome import beginnings


@dataclass(frozen=True)
class Line:
    """One game in my list: what it is about now, since when it waits and by which clock, how it stands there, and how many
    lines of its chat are unread."""

    card: TableCard
    words: str | Promise
    clock: Timed | None = None
    since: datetime | None = None
    round_words: str = ""
    standing: str = ""
    unread: int = 0

    @property
    def until(self) -> datetime | None:
        """The end of the own time; None if no clock runs."""
        return own_end(self.clock) if self.clock else None

    @property
    def has_board(self) -> bool:
        """Whether there is a board to be drawn."""
        return self.card.table.started_at is not None and presenter(self.card.table.game).draws


@require_safe
@player_required
def mine(request: PlayerRequest) -> HttpResponse:
    """My games, those whose own time ends first on top."""
    lists = {"awaiting": _awaiting(request.user), "others": _others(request.user)}
    told = standings([line.card.table for lines in lists.values() for line in lines])
    context: dict[str, Any] = {
        "invitations": [TableCard(invitation.table, ()) for invitation in mailing.open_invitations(request.user)],
        "finished": [_finished(table, request.user) for table in tables.recently_finished(request.user)],
        "not_played": notices(replies.not_played(request.user)),
        "now": timezone.now(),
        "stamp": pictures.stamp(),
    }
    unread = asking.unread_lines(request.user)
    lists = {name: [_standing(_spoken(line, unread), told, request.user) for line in lines] for name, lines in lists.items()}
    context["finished"] = [_spoken(line, unread) for line in context["finished"]]
    context["settled"] = reports.untold(request.user)
    if not any([*lists.values(), context["invitations"]]):
        context |= beginnings(request.user)
    return render(request, "tables/my_tables.html", context | lists)


@never_cache
@require_safe
def count(request: HtmxHttpRequest) -> HttpResponse:
    """How many games wait for me, for a page that somebody comes back to; nothing for who has signed out meanwhile."""
    return render(request, "site/_waiting.html") if request.user.is_authenticated else HttpResponse(status=204)


def _awaiting(user: User) -> Sequence[Line]:
    pending = asking.unanswered_by_table(user)
    lines = []
    for table in tables.tables_awaiting(user):
        rows = pending.get(table.pk, ())
        since = min((row.asked_at for row in rows), default=None)
        lines.append(Line(TableCard(table), _questions(table, rows), _first(rows), since))
    return lines


def _first(timed: Iterable[Timed]) -> Timed | None:
    """The first of these whose clock runs."""
    return next((one for one in timed if own_end(one)), None)


def _first_due(lines: Sequence[Line]) -> list[Line]:
    """Those whose own time ends first on top; then those without a clock, in the order in which they began to wait."""
    return sorted(lines, key=lambda line: [(at is None, at and at.timestamp()) for at in (line.until, line.since)])


def _spoken(line: Line, unread: Mapping[int, int]) -> Line:
    return replace(line, unread=unread.get(line.card.table.pk, 0))


def _standing(line: Line, told: Mapping[int, Standing], user: User) -> Line:
    """The same line with where the game is and how this person stands."""
    table = line.card.table
    known = told.get(table.pk)
    if known is None:
        return line
    me = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    points = standing(known.points, me.index) if me is not None and me.index is not None else ""
    return replace(line, round_words=known.round_words, standing=points)


def _questions(table: Table, rows: Sequence[Decision]) -> str:
    words = presenter(table.game)
    return get_text_list([words.words.question_words(kind) for kind in dict.fromkeys(row.kind for row in rows)], _("and"))


def _others(user: User) -> Sequence[Line]:
    others = tables.tables_waiting_for_others(user)
    waits = waiting.waits(others)
    return _first_due([_waiting(table, waits.get(table.pk, ()), user) for table in others])


def _waiting(table: Table, waits: Sequence[Wait], user: User) -> Line:
    card = TableCard(table)
    if table.status == Table.Status.WAITING:
        said = ngettext("%(free)d seat is free", "%(free)d seats are free", card.free_seats) % {"free": card.free_seats}
        return Line(card, said)
    if table.quarantined_at:
        return Line(card, SET_ASIDE)
    mine = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    if mine and mine.steward_since:
        return Line(card, _("the steward plays for you; you can take your seat back"))
    # What this person has prepared they know: nobody waits for that any more.
    others = [wait for wait in waits if mine is None or wait.seat_id != mine.pk]
    if not others:
        return Line(card, _("the couriers are on their way"))
    seats = {seat.pk: seat for seat in table.seats.all()}
    names = dict.fromkeys(seat_name(seats[wait.seat_id]) for wait in others)
    clock = _first(wait.clock for wait in others)
    since = min((wait.clock.asked_at for wait in others if wait.clock.asked_at), default=None)
    return Line(card, _("waiting for %(names)s") % {"names": get_text_list(list(names), _("and"))}, clock, since)


def _finished(table: Table, user: User) -> Line:
    seat = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    if seat is None or seat.place is None:
        return Line(TableCard(table), str(table.get_ended_by_display()))
    if seat.place == 1:
        return Line(TableCard(table), _("you won"))
    return Line(TableCard(table), _("you came in place %(place)d") % {"place": seat.place})
