"""Submitting moves and trying them out."""

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
    """Submit actions for one decision; all of them are played, or none."""
    return _answered(request, code, _act)


@require_POST
@player_required
def draft(request: PlayerRequest, code: str) -> HttpResponse:
    """Add steps to a draft, undo the last one, start over, or choose if the deadline sends it; nobody else sees the draft."""
    return _answered(request, code, _draft)


def sent_actions(request: PlayerRequest, table: Table) -> list[Any]:
    """Return the actions of a form: a JSON list, one JSON object per field, or inputs for the game's presenter."""
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
    """Return the form if its hidden fields are valid. Raises Refusal: malformed."""
    if not form.is_valid():
        raise Refusal(Code.MALFORMED)
    return form


def _answered(request: PlayerRequest, code: str, do: Callable[[PlayerRequest, Table, Seat], Table]) -> HttpResponse:
    """Carry out ``do`` and show the panel of the table it returns, or the reason for a refusal."""
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
    data, now = checked(ActForm(request.POST)).cleaned_data, timezone.now()
    actions = sent_actions(request, table)
    lessons.judge(seat, data["key"], actions)
    with at_once.bots_follow(table, now):
        result = moves.submit(
            table_id=table.pk,
            seat_id=seat.pk,
            key=data["key"],
            own_ply=data["own_ply"],
            actions=actions,
            token=data["token"],
            via=Move.Via.PAGE,
            user_id=request.user.pk,
            now=now,
        )
        lessons.moved(result.table, data["key"], now)
    return table_or_404(request, table.code) if table.practice else result.table


def _draft(request: PlayerRequest, table: Table, seat: Seat) -> Table:
    key = checked(SlotForm(request.POST)).cleaned_data["key"]
    if request.POST.get("do") == "deadline":
        preparing.play_at_deadline(seat_id=seat.pk, key=key, plays="plays" in request.POST)
    else:
        preparing.save_draft(seat_id=seat.pk, key=key, actions=_steps(request, table, seat, key), now=timezone.now())
    return table_or_404(request, table.code)


def _steps(request: PlayerRequest, table: Table, seat: Seat, key: str) -> Sequence[Any]:
    saved_steps = selector.saved_actions(table, seat, key)
    match request.POST.get("do", ""):
        case "clear":
            return ()
        case "back":
            return saved_steps[:-1]
    new_steps = sent_actions(request, table)
    if not new_steps:
        raise Refusal(Code.EMPTY)
    # A direct choice replaces the one before, so a double click is one choice.
    continues = asking.kind_of(seat, key) in presenter(table.game).drafted
    return (*saved_steps, *new_steps) if continues else new_steps
