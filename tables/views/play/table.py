"""Table page: one address for the page and, with htmx, for its news."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tables.models import Table
from tables.pages.table import TablePage
from tables.selectors.play import log as logs
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, person
from tables.views.play import answer


@never_cache
@require_safe
def detail(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the table page; with htmx, ``panel``, ``seq`` and ``beside`` name the state of an open page.

    An imported game redirects to the archive, because nobody here played it.
    """
    table = table_or_404(request, code)
    if table.imported_at:
        return redirect("archive:detail", code)
    panel_id = request.GET.get("panel")
    if not request.htmx or panel_id is None:
        return answer.whole(request, table, saved=request.GET.get("saved", ""))
    if panel_id == "waiting":
        return _waiting_news(request, table)
    seq, beside = (_number(request.GET.get(name, "")) for name in ("seq", "beside"))
    return answer.news(request, table, panel_id=panel_id, seq=seq, beside=beside)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def log(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the log before a move, page by page."""
    table = table_or_404(request, code)
    page = TablePage(table, person(request), timezone.now())
    before = _number(request.GET.get("before", ""))
    seat = page.me.index if page.me else None
    entries = logs.log_entries(table, seat, before_seq=before, limit=logs.PAGE) if table.state else []
    lines = page.log.with_talk(entries, before_seq=before)
    context = {"table": table, "page": page, "lines": lines, "last": entries[-1] if entries else None}
    return render(request, "tables/table_log.html#older" if request.htmx else "tables/table_log.html", context)


def _waiting_news(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    """Return the waiting table, or make the browser reload the page once the table has changed its status."""
    if table.status == Table.Status.WAITING:
        return answer.whole(request, table)
    response = HttpResponse()
    response["HX-Refresh"] = "true"
    return response


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
