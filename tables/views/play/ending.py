"""Early ends of a game, each with a confirmation page."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.errors import Code, Refusal
from tables.models import Seat, Table
from tables.present import refusals
from tables.selectors.play import asking, tables
from tables.services.play import ending
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required

asks_first = require_http_methods(["GET", "HEAD", "POST"])


@asks_first
@player_required
def concede(request: PlayerRequest, code: str) -> HttpResponse:
    """Concede a two-seat game."""
    return _confirmed(request, code, "tables/confirm_concede.html", _concede, _has_conceded)


@asks_first
@player_required
def resign(request: PlayerRequest, code: str) -> HttpResponse:
    """Leave a running game; at a table for two, that concedes it."""
    return _confirmed(request, code, "tables/confirm_resign.html", _resign, _has_left)


@asks_first
@player_required
def agree(request: PlayerRequest, code: str) -> HttpResponse:
    """Agree to end without a result, or withdraw the consent."""
    return _confirmed(request, code, "tables/confirm_agree.html", _agree, _is_ended_by_all)


def _confirmed(
    request: PlayerRequest,
    code: str,
    template: str,
    do: Callable[[PlayerRequest, Table], str],
    is_done: Callable[[Seat | None], bool],
) -> HttpResponse:
    """Ask for confirmation on GET; POST acts. ``is_done`` returns, by the seat, whether an earlier click has already acted."""
    table = table_or_404(request, code)
    if table.event_id is not None and do is not _concede:
        messages.error(request, refusals.words(Refusal(Code.EVENT_TABLE), table.game))
        return redirect("tables:detail", code)
    if request.method != "POST":
        return render(request, template, {"table": table, "agreed": _has_agreed(request, table)})
    try:
        messages.success(request, do(request, table))
    except Refusal as refusal:
        if not is_done(table.seats.select_related("table").filter(user=request.user).first()):
            messages.error(request, refusals.words(refusal, table.game))
    return redirect("tables:detail", code)


def _has_conceded(seat: Seat | None) -> bool:
    return seat is not None and seat.table.ended_by == Table.EndedBy.CONCEDED and seat.place != 1


def _has_left(seat: Seat | None) -> bool:
    return seat is not None and (seat.resigned_at is not None or _has_conceded(seat))


def _is_ended_by_all(seat: Seat | None) -> bool:
    return seat is not None and seat.table.ended_by == Table.EndedBy.AGREED


def _has_agreed(request: PlayerRequest, table: Table) -> bool:
    seat = tables.own_seat(table, request.user)
    return seat is not None and seat.pk in asking.agreed_seats(table)


def _concede(request: PlayerRequest, table: Table) -> str:
    ending.concede(table_id=table.pk, user=request.user, now=timezone.now())
    return _("You have conceded the game.")


def _resign(request: PlayerRequest, table: Table) -> str:
    passes = request.POST.get("passes") == "yes"
    ending.resign(table_id=table.pk, user=request.user, passes_plans=passes, now=timezone.now())
    return _("You have left the game.")


def _agree(request: PlayerRequest, table: Table) -> str:
    if request.POST.get("do") == "withdraw":
        ending.withdraw_agreement(table_id=table.pk, user=request.user, now=timezone.now())
        return _("You have withdrawn your consent.")
    ending.agree_to_end(table_id=table.pk, user=request.user, now=timezone.now())
    return _("You have agreed to end the game.")
