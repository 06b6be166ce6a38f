"""Queued turns: a ranked list in advance, private to its seat."""

from typing import Any, Literal, cast

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engines.contract import Filed
from tables.errors import Code, Refusal
from tables.forms.play import FileForm
from tables.models import Seat, Table
from tables.present import refusals
from tables.services.play import at_once
from tables.services.play import preparing as services
from tables.views.find import seat_or_refuse, table_or_404, to_panel
from tables.views.http import PlayerRequest, player_required
from tables.views.play import answer
from tables.views.play.acting import checked, sent_actions


@require_POST
@player_required
def file(request: PlayerRequest, code: str) -> HttpResponse:
    """Queue a ranked list or a wait for earlier seats for one decision, or withdraw it."""
    table = table_or_404(request, code)
    try:
        with at_once.bots_follow(table, timezone.now()):
            message = _file(request, table, seat_or_refuse(request, table))
    except Refusal as refusal:
        return answer.moved(request, table, status=422, refusal=refusals.words(refusal, table.game))
    updated_table = table_or_404(request, code)
    return answer.moved(request, updated_table, done=message) if request.htmx else to_panel(updated_table)


def _file(request: PlayerRequest, table: Table, seat: Seat) -> str:
    data = checked(FileForm(request.POST)).cleaned_data
    if request.POST.get("do") == "withdraw":
        services.withdraw_filed(seat_id=seat.pk, key=data["key"], user_id=request.user.pk, now=timezone.now())
        return _("Withdrawn. Your queue is now empty.")
    actions = _answers(request, table)
    how = cast(Literal["first", "each"], data["how"] or "first")
    otherwise = cast(Literal["ask", "fallback"], data["otherwise"] or "ask")
    filed = Filed(data["key"], actions, how, otherwise)
    services.file_answer(seat_id=seat.pk, filed=filed, user_id=request.user.pk, now=timezone.now())
    # A queued turn is no longer a draft.
    services.clear_draft(seat_id=seat.pk, key=filed.key)
    return _("Saved. Nobody else can see it.")


def _answers(request: PlayerRequest, table: Table) -> tuple[Any, ...]:
    """Return the chosen actions; empty for players who want to wait for earlier seats."""
    if request.POST.get("do") == "wait":
        return ()
    actions = tuple(sent_actions(request, table))
    if not actions:
        raise Refusal(Code.EMPTY)
    return actions
