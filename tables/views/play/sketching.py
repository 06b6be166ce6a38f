"""Preview of the results of a choice before it is sent."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engines.contract import Pending, Seen
from tables.pages.table import TablePage
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, player_required


@never_cache
@require_safe
@player_required
def sketch(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the results that the choice in a panel's form would have at the table now."""
    page = TablePage(table_or_404(request, code), request.user, timezone.now())
    seat, key = page.me.index if page.me else None, request.GET.get("key", "")
    pending = next((one for one in page.pending if one.seat == seat and one.key == key), None)
    if pending is None:
        raise Http404
    return sketched(request, page, page.seen, pending)


def sketched(request: HtmxHttpRequest, page: TablePage, seen: Seen[Any, Any], pending: Pending) -> HttpResponse:
    """Render the sketch of a decision, as its seat sees the table. Raises Http404 if there is no such choice."""
    try:
        panel = page.presenter.panel.sketch(seen, pending, request.GET.dict(), page.players)
    except ValueError:
        raise Http404 from None
    return render(request, page.presenter.template("_sketch.html"), {"panel": panel, "table": page.table, "page": page})
