"""Preview pictures of finished games for links to their steps."""

import hashlib

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts import limits
from config import single_flight
from tables.games import pictures
from tables.models import Table
from tables.present.archive import previews
from tables.selectors.archive import games
from tables.views.archive.reading import table_or_404
from tables.views.http import HtmxHttpRequest

YEAR_SECONDS = 365 * 24 * 3600
KEPT_SECONDS = 24 * 3600


@require_safe
def picture(request: HtmxHttpRequest, code: str, step: int) -> HttpResponseBase:
    """Return a picture of the public board at a step. It can be cached, because a finished game does not change."""
    table = table_or_404(request, code)
    if step > table.seq:
        raise Http404
    etag = _etag(table, step)
    if not_modified := get_conditional_response(request, etag=etag):
        return _with_cache_headers(not_modified, table, etag)
    if not limits.allow(request, "picture"):
        return limits.too_many(request)
    return _with_cache_headers(_drawn(table, step), table, etag)


def _drawn(table: Table, step: int) -> HttpResponse:
    moves = list(table.moves.select_related("seat").order_by("seq"))
    if step >= len(moves):
        raise Http404

    def draw() -> bytes:
        return previews.picture(table.game, games.replay(table, moves, step).state.public)

    key = f"preview/{pictures.version()}/{get_language()}/{games.fingerprint(table, moves)}/{step}"
    try:
        png = single_flight.get_or_compute(key, draw, seconds=KEPT_SECONDS)
    except games.Unplayable as fault:
        raise Http404 from fault
    return HttpResponse(png, content_type="image/png")


def _etag(table: Table, step: int) -> str:
    """Return an ETag, the same for all readers of one language: it depends on record and drawing code."""
    identity = f"{table.code}/{table.seq}/{step}/{get_language()}/{pictures.version()}"
    return f'"{hashlib.sha256(identity.encode()).hexdigest()[:32]}"'


def _with_cache_headers(response: HttpResponseBase, table: Table, etag: str) -> HttpResponseBase:
    scope = "public" if table.visibility == Table.Visibility.PUBLIC else "private"
    response["Cache-Control"] = f"{scope}, max-age={YEAR_SECONDS}, immutable"
    response["ETag"] = etag
    return response
