"""Pictures of finished games for whoever shows a link to one of their steps."""

import hashlib

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts import limits
from config import once
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
    """The board at a step as everybody saw it. A finished game never changes, so nobody need ask twice."""
    table = table_or_404(request, code)
    if step > table.seq:
        raise Http404
    etag = _etag(table, step)
    if known := get_conditional_response(request, etag=etag):
        return _kept(known, table, etag)
    if not limits.allow(request, "picture"):
        return limits.too_many(request)
    return _kept(_drawn(table, step), table, etag)


def _drawn(table: Table, step: int) -> HttpResponse:
    moves = list(table.moves.select_related("seat").order_by("seq"))
    if step >= len(moves):
        raise Http404

    def draw() -> bytes:
        return previews.picture(table.game, games.replay(table, moves, step).state.public)

    key = f"preview/{pictures.version()}/{get_language()}/{games.fingerprint(table, moves)}/{step}"
    try:
        drawn = once.made(key, draw, seconds=KEPT_SECONDS)
    except games.Unplayable as fault:
        raise Http404 from fault
    return HttpResponse(drawn, content_type="image/png")


def _etag(table: Table, step: int) -> str:
    """The same for everybody who reads the same language: what is drawn follows from the record and how it is drawn."""
    named = f"{table.code}/{table.seq}/{step}/{get_language()}/{pictures.version()}"
    return f'"{hashlib.sha256(named.encode()).hexdigest()[:32]}"'


def _kept(response: HttpResponseBase, table: Table, etag: str) -> HttpResponseBase:
    whose = "public" if table.visibility == Table.Visibility.PUBLIC else "private"
    response["Cache-Control"] = f"{whose}, max-age={YEAR_SECONDS}, immutable"
    response["ETag"] = etag
    return response
