"""Numbers over all finished public games of a game."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engines import registry
from engines.contract import Engine
from tables.forms.statistics import CutForm
from tables.present import statistics as words
from tables.present.registry import presenter
from tables.selectors import statistics
from tables.selectors.statistics import Cut
from tables.views.http import HtmxHttpRequest


@require_safe
def overview(request: HtmxHttpRequest) -> HttpResponse:
    """All games, each in a few numbers."""
    rows = [
        {"engine": engine, "summary": words.summary(statistics.statistics(Cut(engine.slug)))} for engine in registry.engines()
    ]
    return render(request, "archive/statistics.html", {"rows": rows})


@require_safe
def game(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """The numbers of one game, perhaps of a part of its games."""
    engine, show = _engine_or_404(game), presenter(game)
    asked = {name: value for name, value in request.GET.items() if value}
    form = CutForm(asked, engine=engine, show=show)
    context = {"engine": engine, "engines": registry.engines(), "form": form, "narrowed": bool(asked)}
    if form.is_valid():
        context |= words.context(statistics.statistics(form.cut()), show)
    return render(request, "archive/statistics_game.html", context)


def _engine_or_404(game: str) -> Engine:
    try:
        return registry.engine(game)
    except KeyError:
        raise Http404 from None
