"""What somebody reads who learns a game: its rules, the rules in short, its glossary."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tables.games.base import Presenter
from tables.games.registry import presenter
from tables.present import learning
from tables.views.http import HtmxHttpRequest

LANGUAGES = {code for code, _name in settings.LANGUAGES}


@require_safe
def rules(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in our own words."""
    show = _presenter(slug)
    return render(
        request, show.template("rules.html"), {"engine": show.engine, "show": show, "aid": show.template("_aid.html")}
    )


@cache_control(public=True, max_age=3600)
@require_safe
def words(request: HtmxHttpRequest, slug: str, language: str) -> HttpResponse:
    """The glossary of a game for the script of its tables."""
    if language not in LANGUAGES:
        raise Http404
    _presenter(slug)
    return HttpResponse(learning.glossary_json(slug, language), content_type="application/json")


def _presenter(slug: str) -> Presenter:
    try:
        return presenter(slug)
    except KeyError:
        raise Http404 from None
