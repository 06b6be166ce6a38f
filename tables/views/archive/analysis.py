"""Computer analysis of a finished game: request, progress and result."""

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRefresh

from engines import registry
from engines.contract import EngineError
from tables.errors import Refusal
from tables.models import Analysis, Table
from tables.pages.analysis import AnalysisPage, Progress, progress
from tables.present import refusals
from tables.present.archive import lines
from tables.selectors.archive import analyses, games
from tables.services.archive import analysing
from tables.views.archive.reading import table_or_404, unplayable
from tables.views.http import HtmxHttpRequest, PlayerRequest, member_required

SHARE = "share"


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def analysis(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the analysis of a game, or its progress. POST requests it."""
    table = table_or_404(request, code)
    found = analyses.analysis_of(table)
    current = _progress(table, found)
    if request.method == "POST":
        return _ask(request, table)
    if request.htmx and not request.htmx.history_restore_request:
        if not current.is_open and _is_shown_at(request, current.address):
            return HttpResponseClientRefresh()
        return render(request, "archive/_analysis_state.html", {"analysis": current, "table": table})
    context = {"title": lines.title(table), "table": table, "analysis": current}
    if found is None or current.status != Analysis.Status.DONE:
        return render(request, "archive/analysis.html", context)
    return _result(request, table, found, context)


def _is_shown_at(request: HtmxHttpRequest, address: str) -> bool:
    """Return whether the page that polls is the analysis itself, not the replay."""
    try:
        return (request.htmx.current_url_abs_path or "").startswith(address)
    except ValueError:
        return False


def _progress(table: Table, found: Analysis | None) -> Progress:
    """Return the state of the analysis. Raises Http404 if there is none and nobody can request it."""
    current = progress(table, found, timezone.now())
    if current is None:
        raise Http404
    return current


@member_required
def _ask(request: PlayerRequest, table: Table) -> HttpResponse:
    refusal = ""
    try:
        analysing.ask(table_id=table.pk, user=request.user, now=timezone.now())
    except Refusal as fault:
        refusal = refusals.words(fault)
    current = _progress(table, analyses.analysis_of(table))
    if not request.htmx and not refusal:
        return redirect(current.address)
    context = {"title": lines.title(table), "table": table, "analysis": current, "refusal": refusal}
    name = "archive/_analysis_state.html" if request.htmx else "archive/analysis.html"
    return render(request, name, context, status=422 if refusal else 200)


def _result(request: HtmxHttpRequest, table: Table, found: Analysis, context: dict[str, object]) -> HttpResponse:
    moves = games.moves_of(table)
    try:
        steps = list(games.steps(registry.engine(table.game), table, moves))
    except (EngineError, msgspec.MsgspecError):
        return unplayable(request, table)
    page = AnalysisPage(table, found, moves, steps, shares=request.GET.get("show") == SHARE)
    return render(request, "archive/analysis.html", {**context, "page": page})
