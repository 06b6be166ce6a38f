"""What an operator does at a table. Each act has a page of its own that asks once more, and for the reason."""

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
from tables.present.staff.operating import Line, decision_row, holder
from tables.services.site_events import Operator
from tables.services.staff import operating
from tables.views.http import PlayerRequest, View, operator_required
from tables.views.staff.tables import table_or_404

type Do = Callable[..., Any]


def _asks_first(view: Callable[..., HttpResponse]) -> View[...]:
    """GET asks, POST acts, and both are for operators alone."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(operator_required(view)))


@_asks_first
def extend(request: PlayerRequest, code: str, decision: int) -> HttpResponse:
    """More time for one decision."""
    table = table_or_404(code)
    row = table.decisions.open().filter(pk=decision).select_related("seat__user").first()
    if row is None:
        raise Http404
    context = {"question": _("Give more time?"), "yes": _("Give more time"), "decision": decision_row(row)}
    do = partial(operating.extend, decision_id=row.pk)
    return _act(request, table, ExtendForm(request.POST or None), do, _("The deadline was moved."), context)


@_asks_first
def pause(request: PlayerRequest, code: str) -> HttpResponse:
    """All clocks stand still."""
    context = {
        "question": _("Pause the table?"),
        "consequence": _("All its clocks stand still until it goes on. Whoever likes may play on meanwhile."),
        "yes": _("Pause it"),
    }
    return _act_with_reason(request, code, operating.pause, _("The table is paused."), context)


@_asks_first
def resume(request: PlayerRequest, code: str) -> HttpResponse:
    """The clocks run again."""
    context = {
        "question": _("Let the table go on?"),
        "consequence": _("All clocks run again from where they stood."),
        "yes": _("Let it go on"),
    }
    return _act_with_reason(request, code, operating.resume, _("The table goes on."), context)


@_asks_first
def cancel(request: PlayerRequest, code: str) -> HttpResponse:
    """The end of a table without result."""
    context = {
        "question": _("Call the game off?"),
        "consequence": _("It ends at once and without result, and its secret becomes public. This cannot be taken back."),
        "yes": _("End the game"),
        "is_final": True,
    }
    return _act_with_reason(request, code, operating.cancel, _("The table was called off."), context)


@_asks_first
def release(request: PlayerRequest, code: str) -> HttpResponse:
    """Give a table that was set aside back to its players, if everything holds."""
    table = table_or_404(code)
    form = ActForm(request.POST or None)
    if table.quarantined_at is None and not (request.method == "POST" and form.is_valid()):
        messages.info(request, refusals.words(Refusal(Code.NOT_QUARANTINED)))
        return redirect("staff:table", code)
    findings = operating.recheck(table) if table.quarantined_at else []
    holds = all(finding.ok for finding in findings)
    context = {
        "question": _("Give the table back?"),
        "consequence": _("Everybody who is waited for gets their full time again.") if holds else "",
        "yes": _("Give it back"),
        "findings": [check.finding(table, finding) for finding in findings],
        "is_forbidden": not holds,
    }
    return _act(request, table, form, operating.release, _("The table was given back."), context)


@_asks_first
def reseat(request: PlayerRequest, code: str, seat: int) -> HttpResponse:
    """Who plays a seat from now on."""
    table = table_or_404(code)
    row = table.seats.select_related("user").filter(pk=seat, bot="").first()
    if row is None or not table.started_at:
        raise Http404
    form = ReseatForm(request.POST or None, choices=_choices(row))
    context = {
        "question": _("Who shall play the seat of %(name)s?") % {"name": holder(row)},
        "consequence": _("Whoever plays from now on gets the full time for what is asked.")
        if row.steward_since
        else _("Its holder is told, and may come back as long as nobody else has taken the seat."),
        "yes": _("Change who plays"),
    }
    return _act(request, table, form, partial(_reseat, seat_id=row.pk), _("The seat has changed hands."), context)


def _choices(seat: Seat) -> list[tuple[str, str]]:
    """What can be done with a seat as it is now."""
    if seat.steward_since is None:
        return [("steward", _("The steward; the seat is open to a substitute, and its holder may come back"))]
    opening = [] if seat.opened_at else [("open", _("The steward still, but the seat is open to a substitute"))]
    back = [("back", _("%(name)s again") % {"name": seat.user})] if seat.user else []
    return [*opening, *back, ("hand", _("Somebody else, named below"))]


def _reseat(*, to: str, name: str = "", **act: Any) -> None:
    match to:
        case "steward":
            operating.put_steward(**act)
        case "open":
            operating.open_seat(**act)
        case "back":
            operating.give_back(**act)
        case _:
            operating.hand_over(name=name, **act)


def _act_with_reason(request: PlayerRequest, code: str, do: Do, done: str, context: dict[str, Any]) -> HttpResponse:
    return _act(request, table_or_404(code), ActForm(request.POST or None), do, done, context)


def _act(request: PlayerRequest, table: Table, form: ReasonForm, do: Do, done: str, context: dict[str, Any]) -> HttpResponse:
    """Ask, or act and go back to the table's page; a refusal is said above the form."""
    if request.method == "POST" and form.is_valid():
        chosen = dict(form.cleaned_data)
        operator = Operator(request.user.pk, chosen.pop("reason"))
        try:
            do(table_id=table.pk, operator=operator, now=timezone.now(), **chosen)
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal, table.game))
        else:
            messages.success(request, done)
            return redirect("staff:table", table.code)
    status = 422 if form.errors else 200
    return render(request, "staff/act.html", {"form": form, "line": Line(table), "table": table, **context}, status=status)
