"""Variations of finished games that people show, step by step."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tables.errors import Refusal
from tables.models import ShownPlan, Table
from tables.pages.shown_plan import ShownBoard
from tables.present import refusals
from tables.present.archive import lines
from tables.selectors import planning as selector
from tables.selectors.archive import games
from tables.services import planning as services
from tables.views.archive.reading import table_or_404, unplayable
from tables.views.http import HtmxHttpRequest, PlayerRequest, member_required, person, trouble

# No row has a larger number.
LARGEST = 2**63 - 1
MOST_DIGITS = 6


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def variation(request: HtmxHttpRequest, code: str, number: int, step: int = 0) -> HttpResponse:
    """Show a variation at its beginning, or after one of its steps. POST withdraws it."""
    table = table_or_404(request, code)
    shown = selector.shown_plan(table, number) if number <= LARGEST else None
    if request.method == "POST" and (shown or "at" in request.POST):
        return _withdraw(request, table, shown)
    if shown is None or step > len(shown.steps):
        raise Http404
    board = ShownBoard(table, shown, step, person(request))
    try:
        if step > len(board.steps):
            raise Http404
    except games.Unplayable:
        return unplayable(request, table)
    return render(request, "archive/variation.html", {"plan": board, "page": board, "table": table})


@member_required
def _withdraw(request: PlayerRequest, table: Table, shown: ShownPlan | None) -> HttpResponse:
    """Withdraw a variation. After a second click it is gone, and the form names the step to return to."""
    at = request.POST.get("at", "")
    named_seq = int(at) if at.isascii() and at.isdigit() and len(at) <= MOST_DIGITS else table.seq
    at_seq = shown.at_seq if shown else min(named_seq, table.seq)
    back = reverse("archive:step", args=[table.code, at_seq]) + "#variations"
    if shown is None:
        return redirect(back)
    try:
        services.withdraw(table_id=table.pk, number=shown.pk, user=request.user)
    except Refusal as refusal:
        return trouble(request, 403, lines.title(table), refusals.words(refusal), back)
    return redirect(back)
