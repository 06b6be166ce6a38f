"""Reading material of a game: rules, summary of the rules, glossary."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tables.games.base import Presenter
from tables.games.registry import presenter
from tables.present import learning
from tables.views.http import HtmxHttpRequest

LONGEST_QUERY = 60
LANGUAGES = {code for code, _name in settings.LANGUAGES}


@require_safe
def rules(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game in the site's own words; ``q`` searches them."""
    game_presenter = _presenter(slug)
    query = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_QUERY]
    context = {
        "book": learning.book(game_presenter, query),
        "query": query,
        "intro": game_presenter.template("_rules_intro.html"),
    }
    return render(request, game_presenter.template("rules.html"), _common(game_presenter) | context)


@require_safe
def aid(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the summary of a game's rules on one page, for printing."""
    game_presenter = _presenter(slug)
    return render(request, game_presenter.template("aid.html"), _common(game_presenter))


@cache_control(public=True, max_age=3600)
@require_safe
def words(request: HtmxHttpRequest, slug: str, language: str) -> HttpResponse:
    """Return the glossary of a game as JSON, for the script on the pages of its tables."""
    if language not in LANGUAGES:
        raise Http404
    _presenter(slug)
    return HttpResponse(learning.glossary_json(slug, language), content_type="application/json")


def _common(game_presenter: Presenter) -> dict[str, Any]:
    return {"engine": game_presenter.engine, "show": game_presenter, "aid": game_presenter.template("_aid.html")}


def _presenter(slug: str) -> Presenter:
    try:
        return presenter(slug)
    except KeyError:
        raise Http404 from None
