"""Statistics of all finished public games of a title."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engines import registry
from engines.contract import Engine
from tables.forms.archive import FACET
from tables.forms.statistics import CutForm
from tables.games.registry import presenter
from tables.models import Table
from tables.present.archive import openings as opening_words
from tables.present.archive import statistics as words
from tables.present.archive.openings import OpeningRow
from tables.selectors.archive import openings as opening_results
from tables.selectors.archive import statistics
from tables.selectors.archive.statistics import Cut
from tables.views.http import HtmxHttpRequest


@require_safe
def overview(request: HtmxHttpRequest) -> HttpResponse:
    """List the titles, each with a summary of its statistics."""
    rows = [
        {"engine": engine, "summary": words.summary(statistics.statistics(Cut(engine.slug)))} for engine in registry.engines()
    ]
    return render(request, "archive/statistics.html", {"rows": rows})


@require_safe
def game(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """Show the statistics of one game, optionally filtered."""
    context, form = _filtered(request, game)
    if form.is_valid():
        cut = form.cut()
        context |= {**words.context(statistics.statistics(cut), presenter(game)), "games_address": _games_address(cut)}
    return render(request, "archive/statistics_game.html", context)


@require_safe
def openings(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """Show the results of the openings of one game, optionally filtered."""
    context, form = _filtered(request, game)
    rows: Sequence[OpeningRow] = []
    if form.is_valid():
        rows = opening_words.rows(opening_results.openings(form.cut()), presenter(game))
    return render(request, "archive/openings.html", context | {"rows": rows, "fewest": opening_results.FEWEST})


def _filtered(request: HtmxHttpRequest, game: str) -> tuple[dict[str, Any], CutForm]:
    """Return the context that the pages of a game share, and the form with the filters."""
    engine = _engine_or_404(game)
    query = {name: value for name, value in request.GET.items() if value}
    form = CutForm(query, engine=engine, show=presenter(game))
    context = {"engine": engine, "engines": registry.engines(), "form": form, "narrowed": bool(query)}
    return context | {"query": request.GET.urlencode() if form.is_valid() and query else ""}, form


def _games_address(cut: Cut) -> str:
    """Return the archive address of the counted games."""
    query = {"game": cut.game, "seats": cut.seats, "ended_by": Table.EndedBy.FINISHED.value, FACET + cut.facet: cut.value}
    return reverse("archive:list", query={name: value for name, value in query.items() if value})


def _engine_or_404(game: str) -> Engine:
    try:
        return registry.engine(game)
    except KeyError:
        raise Http404 from None
