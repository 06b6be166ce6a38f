"""A small picture of a table's board, as everybody who may see the table sees it."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from tables.games import pictures
from tables.models import Table
from tables.selectors.play import state
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest

YEAR_SECONDS = 365 * 24 * 3600


@require_safe
def picture(request: HtmxHttpRequest, code: str, step: int, stamp: str) -> HttpResponse:
    """The board after so many moves. Its address tells all it depends on, so a browser asks once for each position.

    Only the newest position is drawn, once for all; other addresses lead there. A list shows dozens, so there is no limit.
    """
    table = table_or_404(request, code)
    if (step, stamp) != (table.seq, pictures.stamp()):
        elsewhere = redirect("tables:picture", code, table.seq, pictures.stamp())
        add_never_cache_headers(elsewhere)
        return elsewhere
    try:
        public = state.seen(table, None).public
    except (state.NotStarted, state.Unreadable):
        raise Http404 from None
    drawn = pictures.small(table.game, public)
    if not drawn:
        raise Http404
    response = HttpResponse(drawn, content_type="image/png")
    whose = "public" if table.visibility == Table.Visibility.PUBLIC else "private"
    response["Cache-Control"] = f"{whose}, max-age={YEAR_SECONDS}, immutable"
    return response
