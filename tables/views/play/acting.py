"""Sending a move, and trying one out before it is sent."""

from collections.abc import Callable, Sequence
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from engines import registry
from engines.contract import IllegalAction
from tables.errors import Code, Illegal, Refusal
from tables.forms.play import ActForm, SlotForm
from tables.games.registry import presenter
from tables.models import Move, Seat, Table
from tables.present import refusals
from tables.selectors.play import asking
from tables.selectors.play import drafts as selector
from tables.services.lobby import lessons
from tables.services.play import at_once, moves, preparing
from tables.views.find import player_seat, table_or_404, to_panel
from tables.views.http import PlayerRequest, player_required
from tables.views.play import answer


@require_POST
@player_required
def act(request: PlayerRequest, code: str) -> HttpResponse:
    """Send actions for one decision; all of them are played or none."""
    return _answered(request, code, _act)


@require_POST
@player_required
def draft(request: PlayerRequest, code: str) -> HttpResponse:
    """Add steps to a draft, take the last one back, or start over; nobody else notices."""
    return _answered(request, code, _draft)


def sent_actions(request: PlayerRequest, table: Table) -> list[Any]:
    """The actions of a form: a JSON list, one JSON object per field, or plain inputs that the game's presenter composes."""
    if kind := request.POST.get("compose"):
        try:
            return presenter(table.game).panel.compose(kind, request.POST.dict())
        except ValueError:
            raise Refusal(Code.MALFORMED) from None
        except IllegalAction as error:
            raise Illegal(error) from None
    engine = registry.engine(table.game)
    if raw := request.POST.get("actions"):
        return moves.decode_actions(engine, raw)
    return moves.decode_actions(engine, f"[{','.join(filter(None, request.POST.getlist('action')))}]")


def checked[FormT: Form](form: FormT) -> FormT:
    """The form, if its hidden fields have the shape this site gives them; raises Refusal: malformed."""
    if not form.is_valid():
        raise Refusal(Code.MALFORMED)
    return form


def _answered(request: PlayerRequest, code: str, do: Callable[[PlayerRequest, Table, Seat], Table]) -> HttpResponse:
    """Do it, which gives the table as it is then, and show the panel again, or say in the panel why it was not done."""
    try:
        seat = player_seat(request, code)
        table = do(request, seat.table, seat)
    except Refusal as refusal:
        fresh = table_or_404(request, code)
        return answer.moved(request, fresh, status=422, refusal=refusals.words(refusal, fresh.game))
    if not request.htmx:
        return to_panel(table)
    return answer.moved(request, table)


def _act(request: PlayerRequest, table: Table, seat: Seat) -> Table:
    slot, now = checked(ActForm(request.POST)).cleaned_data, timezone.now()
    actions = sent_actions(request, table)
    lessons.judge(seat, slot["key"], actions)
    with at_once.bots_follow(table, now):
        sent = moves.submit(
            table_id=table.pk,
            seat_id=seat.pk,
            key=slot["key"],
            own_ply=slot["own_ply"],
            actions=actions,
            token=slot["token"],
            via=Move.Via.PAGE,
            user_id=request.user.pk,
            now=now,
        )
        lessons.moved(sent.table, slot["key"], now)
    return table_or_404(request, table.code) if table.practice else sent.table


def _draft(request: PlayerRequest, table: Table, seat: Seat) -> Table:
    key = checked(SlotForm(request.POST)).cleaned_data["key"]
    if request.POST.get("do") == "deadline":
        preparing.play_at_deadline(seat_id=seat.pk, key=key, plays="plays" in request.POST)
    else:
        preparing.save_draft(seat_id=seat.pk, key=key, actions=_steps(request, table, seat, key), now=timezone.now())
    return table_or_404(request, table.code)


def _steps(request: PlayerRequest, table: Table, seat: Seat, key: str) -> Sequence[Any]:
    before = selector.saved_actions(table, seat, key)
    match request.POST.get("do", ""):
        case "clear":
            return ()
        case "back":
            return before[:-1]
    added = sent_actions(request, table)
    if not added:
        raise Refusal(Code.EMPTY)
    # What is chosen at once takes the place of what was chosen before: a button pressed twice is one choice.
    goes_on = asking.kind_of(seat, key) in presenter(table.game).drafted
    return (*before, *added) if goes_on else added
