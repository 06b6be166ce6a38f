"""Small picture of a table's board, as everybody who can see the table sees it."""

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
    """Return the board after a number of moves. The address determines the picture, so browsers request each once.

    Only the newest position is drawn, once for all viewers; other addresses redirect to it. There is no rate limit, because a
    list shows dozens.
    """
    table = table_or_404(request, code)
    if (step, stamp) != (table.seq, pictures.stamp()):
        redirection = redirect("tables:picture", code, table.seq, pictures.stamp())
        add_never_cache_headers(redirection)
        return redirection
    try:
        public = state.seen(table, None).public
    except (state.NotStarted, state.Unreadable):
        raise Http404 from None
    png = pictures.small(table.game, public)
    if not png:
        raise Http404
    response = HttpResponse(png, content_type="image/png")
    scope = "public" if table.visibility == Table.Visibility.PUBLIC else "private"
    response["Cache-Control"] = f"{scope}, max-age={YEAR_SECONDS}, immutable"
    return response
