"""Player rankings for each game."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from engines import registry
from engines.contract import Engine
from tables.present.archive import ratings as words
from tables.selectors.archive import ratings
from tables.views.http import HtmxHttpRequest, person

TOP = 5
WITHOUT_BOTS = "bots=off"


@require_safe
def overview(request: HtmxHttpRequest) -> HttpResponse:
    """Show the best players of each game."""
    bots = _with_bots(request)
    lists = [_top(engine, person(request), bots) for engine in registry.engines()]
    return render(request, "archive/ratings.html", {"lists": lists, **_switch(request, bots)})


@require_safe
def game_ratings(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """Show all ranked players of a game, page by page."""
    engine, reader, bots = _engine(game), person(request), _with_bots(request)
    page = ratings.page(game, request.GET.get("page", "1"), bots=bots)
    lines = [words.line(row, reader) for row in page]
    context = {"engine": engine, "lines": lines, "page": page, "enough": ratings.ENOUGH, **_switch(request, bots)}
    return render(request, "archive/ratings_game.html", {**context, **_own(engine, reader, bots)})


def _top(engine: Engine, reader: User | None, bots: bool) -> Mapping[str, Any]:
    rows = ratings.listed(engine.slug, bots=bots)[:TOP]
    return {"engine": engine, "lines": [words.line(row, reader) for row in rows], **_own(engine, reader, bots)}


def _own(engine: Engine, reader: User | None, bots: bool) -> Mapping[str, Any]:
    """Return the sentence on the reader's own rank, even if it is on another page; empty without a user."""
    if reader is None:
        return {"own": ""}
    return {"own": words.own_words(ratings.ranking(reader, engine.slug, bots=bots), reader)}


def _with_bots(request: HtmxHttpRequest) -> bool:
    return request.GET.get("bots") != "off"


def _switch(request: HtmxHttpRequest, bots: bool) -> Mapping[str, Any]:
    """Return the link that excludes or includes bots, and the query that keeps the choice in other links."""
    return {
        "bots": bots,
        "switch": f"{request.path}{'?' + WITHOUT_BOTS if bots else ''}",
        "bots_query": "" if bots else WITHOUT_BOTS,
    }


def _engine(slug: str) -> Engine:
    try:
        return registry.engine(slug)
    except KeyError:
        raise Http404 from None
