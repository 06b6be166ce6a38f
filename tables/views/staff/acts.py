"""Admin actions at a table. Each has a page that asks for confirmation and a reason."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tables.errors import Code, Refusal
from tables.forms.operating import ActForm, ExtendForm, ReasonForm, ReseatForm
from tables.models import Seat, Table
from tables.present import refusals
from tables.present.archive import check
from tables.present.staff.operating import TableRow, decision_row, holder
from tables.services.site_events import Operator
from tables.services.staff import operating
from tables.views.http import PlayerRequest, View, operator_required
from tables.views.staff.tables import table_or_404

type Do = Callable[..., Any]


def _asks_first(view: Callable[..., HttpResponse]) -> View[...]:
    """Restrict a view to admins; GET asks and POST acts."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(operator_required(view)))


@_asks_first
def extend(request: PlayerRequest, code: str, decision: int) -> HttpResponse:
    """Extend the deadline of one decision."""
    table = table_or_404(request, code)
    row = table.decisions.open().filter(pk=decision).select_related("seat__user").first()
    if row is None:
        raise Http404
    context = {"question": _("Give more time?"), "yes": _("Give more time"), "decision": decision_row(row)}
    do = partial(operating.extend, decision_id=row.pk)
    return _act(request, table, ExtendForm(request.POST or None), do, _("The deadline has been extended."), context)


@_asks_first
def pause(request: PlayerRequest, code: str) -> HttpResponse:
    """Pause all clocks of a table."""
    context = {
        "question": _("Pause the table?"),
        "consequence": _("All clocks will stop until the table is resumed. Players can still move in the meantime."),
        "yes": _("Pause table"),
    }
    return _act_with_reason(request, code, operating.pause, _("The table has been paused."), context)


@_asks_first
def resume(request: PlayerRequest, code: str) -> HttpResponse:
    """Resume the clocks of a table."""
    context = {
        "question": _("Resume the table?"),
        "consequence": _("All clocks will continue from where they stopped."),
        "yes": _("Resume table"),
    }
    return _act_with_reason(request, code, operating.resume, _("The table has been resumed."), context)


@_asks_first
def cancel(request: PlayerRequest, code: str) -> HttpResponse:
    """End a table without result."""
    context = {
        "question": _("Cancel the game?"),
        "consequence": _(
            "The game will end immediately without a result, and its secret will become public. This can’t be undone."
        ),
        "yes": _("Cancel game"),
        "is_final": True,
    }
    return _act_with_reason(request, code, operating.cancel, _("The table has been cancelled."), context)


@_asks_first
def release(request: PlayerRequest, code: str) -> HttpResponse:
    """Resume a table that is on hold, if all checks pass."""
    table = table_or_404(request, code)
    form = ActForm(request.POST or None)
    if table.quarantined_at is None and not (request.method == "POST" and form.is_valid()):
        messages.info(request, refusals.words(Refusal(Code.NOT_QUARANTINED)))
        return redirect("staff:table", code)
    findings = operating.recheck(table) if table.quarantined_at else []
    all_pass = all(finding.ok for finding in findings)
    context = {
        "question": _("Take the table off hold?"),
        "consequence": _("Everyone with an open decision will get their full time again.") if all_pass else "",
        "yes": _("Take off hold"),
        "findings": [check.finding(table, finding) for finding in findings],
        "is_forbidden": not all_pass,
    }
    return _act(request, table, form, operating.release, _("The table is no longer on hold."), context)


@_asks_first
def reseat(request: PlayerRequest, code: str, seat: int) -> HttpResponse:
    """Change the player of a seat."""
    table = table_or_404(request, code)
    row = table.seats.select_related("user").filter(pk=seat, bot="").first()
    if row is None or not table.started_at:
        raise Http404
    form = ReseatForm(request.POST or None, choices=_choices(row))
    context = {
        "question": _("Who should play %(name)s’s seat?") % {"name": holder(row)},
        "consequence": _("The new player will get the full time for open decisions.")
        if row.steward_since
        else _("The player will be notified and can come back until someone else takes the seat."),
        "yes": _("Change player"),
    }
    return _act(request, table, form, partial(_reseat, seat_id=row.pk), _("The seat has a new player."), context)


def _choices(seat: Seat) -> list[tuple[str, str]]:
    """Return the possible actions for a seat in its current state."""
    if seat.steward_since is None:
        return [("steward", _("The steward; the seat is open to a substitute, and its player can come back"))]
    opening = [] if seat.opened_at else [("open", _("Still the steward, but the seat is open to a substitute"))]
    back = [("back", _("%(name)s again") % {"name": seat.user})] if seat.user else []
    return [*opening, *back, ("hand", _("Someone else (name below)"))]


def _reseat(*, to: str, name: str = "", **arguments: Any) -> None:
    match to:
        case "steward":
            operating.put_steward(**arguments)
        case "open":
            operating.open_seat(**arguments)
        case "back":
            operating.give_back(**arguments)
        case _:
            operating.hand_over(name=name, **arguments)


def _act_with_reason(request: PlayerRequest, code: str, do: Do, message: str, context: dict[str, Any]) -> HttpResponse:
    return _act(request, table_or_404(request, code), ActForm(request.POST or None), do, message, context)


def _act(request: PlayerRequest, table: Table, form: ReasonForm, do: Do, message: str, context: dict[str, Any]) -> HttpResponse:
    """Ask, or act and return to the table's page; a refusal is shown above the form."""
    if request.method == "POST" and form.is_valid():
        chosen = dict(form.cleaned_data)
        operator = Operator(request.user.pk, chosen.pop("reason"))
        try:
            do(table_id=table.pk, operator=operator, now=timezone.now(), **chosen)
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal, table.game))
        else:
            messages.success(request, message)
            return redirect("staff:table", table.code)
    status = 422 if form.errors else 200
    return render(request, "staff/act.html", {"form": form, "line": TableRow(table), "table": table, **context}, status=status)
