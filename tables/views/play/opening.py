"""Redirects to the position after a move, or to a round, on a page that this viewer can see."""

from bisect import bisect_left

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from tables.models import Table
from tables.pages.table import TablePage
from tables.present.play import references
from tables.selectors.archive import games
from tables.selectors.play import recap as recaps
from tables.selectors.play import watching
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, person


@never_cache
@require_safe
def move(request: HtmxHttpRequest, code: str, step: int) -> HttpResponse:
    """Redirect to the position after a move.

    In a disclosed game, the target is the replay. In any other game, it is the viewer's recap, or else the end of the round if
    everybody can look back that far. If none of these pages is possible, it is the log at the move.
    """
    table = table_or_404(request, code)
    if not references.has_move(table, step):
        raise Http404
    if table.is_disclosed:
        return redirect("archive:step", code, step)
    if not limits.allow(request, "picture"):
        return limits.too_many(request)
    return redirect(_in_recap(request, table, step) or _earlier(table, step) or _in_log(table, step))


@never_cache
@require_safe
def round_of(request: HtmxHttpRequest, code: str, number: int) -> HttpResponse:
    """Redirect to the start of a round in the replay, or to its end in a running game that allows looking back."""
    table = table_or_404(request, code)
    if not references.opens_round(table, number):
        raise Http404
    if not table.is_disclosed:
        return redirect("tables:earlier_round", code, number)
    moves = games.moves_of(games.finished_table(table.pk))
    try:
        rounds = games.replay(games.finished_table(table.pk), moves, 0).course.rounds
    except games.Unplayable:
        return redirect("archive:detail", code)
    return redirect("archive:step", code, min(bisect_left(rounds, number), table.seq))


def _in_recap(request: HtmxHttpRequest, table: Table, step: int) -> str:
    page = TablePage(table, person(request), timezone.now())
    if page.me is None or step <= recaps.begins_after(page.me):
        return ""
    summary = page.log.recap_of(recaps.gap(table, page.me, viewer=page.me.index))
    number = next((entry.number for entry in summary.steps if entry.seq >= step), 0)
    return f"{reverse('tables:recap', args=[table.code])}?step={number}" if number and summary.is_all else ""


def _earlier(table: Table, step: int) -> str:
    try:
        number = next((number for number, end in watching.rounds(table) if step <= end), None)
    except games.Unplayable:
        return ""
    return "" if number is None else reverse("tables:earlier_round", args=[table.code, number])


def _in_log(table: Table, step: int) -> str:
    return f"{reverse('tables:log', args=[table.code])}?before={step + 1}#move-{step}"
