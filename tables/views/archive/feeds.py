"""Feeds of finished games. They ignore the user, so readers of one language get the same bytes."""

import hashlib
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engines import registry
from tables.models import Table
from tables.present.archive.feed import atom
from tables.selectors.archive import feeds as selector
from tables.services.mail.feeds import authority

MAX_AGE = 600


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Return the feed of all finished public games."""
    return _feed(request, _("Finished games · Staffetta"), reverse("archive:list"), selector.newest_games())


@require_safe
def games_of(request: HttpRequest, game: str) -> HttpResponse:
    """Return the feed of the finished games of one title."""
    engine = next((engine for engine in registry.engines(specimens=True) if engine.slug == game), None)
    if engine is None:
        raise Http404
    name = _("Finished games of %(game)s · Staffetta") % {"game": engine.title}
    return _feed(request, name, f"{reverse('archive:list')}?game={game}", selector.newest_games(game=game))


@require_safe
def games_by(request: HttpRequest, number: int) -> HttpResponse:
    """Return the feed of one person's finished games, unless they hide their name."""
    person = selector.named_person(number)
    if person is None:
        raise Http404
    name = _("Finished games by %(name)s · Staffetta") % {"name": person}
    return _feed(request, name, reverse("tables:person", args=[number]), selector.newest_games_of(person))


def _feed(request: HttpRequest, name: str, page: str, tables: Sequence[Table]) -> HttpResponse:
    xml = atom(name, page, request.path, tables, authority())
    etag = quote_etag(hashlib.sha256(xml.encode()).hexdigest()[:32])
    response = HttpResponse(xml, content_type="application/atom+xml; charset=utf-8", headers={"ETag": etag})
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    # The ETag depends on the content, not on the newest game, because names change too.
    return get_conditional_response(request, etag=etag, response=response) or response
