"""What waits for me, what waits for others, what is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.models import User
from tables.games.registry import presenter
from tables.models import Decision, Table
from tables.present.lobby.cards import TableCard
from tables.present.seats.seating import seat_name
from tables.selectors.mail import mailing
from tables.selectors.play import asking, tables, waiting
from tables.selectors.play.waiting import Wait
from tables.views.http import PlayerRequest, player_required


@dataclass(frozen=True)
class Line:
    """One game in my list: what it is about now, and the deadline that counts."""

    card: TableCard
    words: str
    due_at: datetime | None = None


@require_safe
@player_required
def mine(request: PlayerRequest) -> HttpResponse:
    """My games, least time left on top."""
    context = {
        "invitations": [TableCard(invitation.table, ()) for invitation in mailing.open_invitations(request.user)],
        "awaiting": _awaiting(request.user),
        "others": _others(request.user),
        "finished": [_finished(table, request.user) for table in tables.recently_finished(request.user)],
        "now": timezone.now(),
    }
    return render(request, "tables/my_tables.html", context)


def _awaiting(user: User) -> Sequence[Line]:
    pending = asking.unanswered_by_table(user)
    awaiting = tables.tables_awaiting(user)
    return [Line(TableCard(table), _questions(table, pending.get(table.pk, ())), table.due_at) for table in awaiting]  # type: ignore[attr-defined]  # set by the selector


def _questions(table: Table, rows: Sequence[Decision]) -> str:
    words = presenter(table.game)
    return get_text_list([words.words.question_words(kind) for kind in dict.fromkeys(row.kind for row in rows)], _("and"))


def _others(user: User) -> Sequence[Line]:
    others = tables.tables_waiting_for_others(user)
    waits = waiting.waits(others)
    return [_waiting(table, waits.get(table.pk, ()), user) for table in others]


def _waiting(table: Table, waits: Sequence[Wait], user: User) -> Line:
    card = TableCard(table)
    if table.status == Table.Status.WAITING:
        said = ngettext("%(free)d seat is free", "%(free)d seats are free", card.free_seats) % {"free": card.free_seats}
        return Line(card, said)
    mine = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    if mine and mine.steward_since:
        return Line(card, _("the steward plays for you; you can take your seat back"))
    # What this person has prepared they know: nobody waits for that any more.
    others = [wait for wait in waits if mine is None or wait.seat_id != mine.pk]
    if not others:
        return Line(card, _("the couriers are on their way"))
    seats = {seat.pk: seat for seat in table.seats.all()}
    names = dict.fromkeys(seat_name(seats[wait.seat_id]) for wait in others)
    due_at = next((wait.clock.due_at for wait in others), None)
    return Line(card, _("waiting for %(names)s") % {"names": get_text_list(list(names), _("and"))}, due_at)


def _finished(table: Table, user: User) -> Line:
    seat = next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)
    if seat is None or seat.place is None:
        return Line(TableCard(table), str(table.get_ended_by_display()))
    if seat.place == 1:
        return Line(TableCard(table), _("you won"))
    return Line(TableCard(table), _("you came in place %(place)d") % {"place": seat.place})
