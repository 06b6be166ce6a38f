"""Looking at a table: one address for the page and, with htmx, for what is new on it."""

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
    """The table page; with htmx, ``panel``, ``seq`` and ``beside`` are what an open page shows already.

    Nobody ever sat at a game that was imported: it is only read.
    """
    table = table_or_404(request, code)
    if table.imported_at:
        return redirect("archive:detail", code)
    shown = request.GET.get("panel")
    if not request.htmx or shown is None:
        return answer.whole(request, table, saved=request.GET.get("saved", ""))
    if shown == "waiting":
        return _waiting_news(request, table)
    seq, beside = (_number(request.GET.get(name, "")) for name in ("seq", "beside"))
    return answer.news(request, table, panel_id=shown, seq=seq, beside=beside)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def log(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """The log before a move, a page at a time."""
    table = table_or_404(request, code)
    page = TablePage(table, person(request), timezone.now())
    before = _number(request.GET.get("before", ""))
    seat = page.me.index if page.me else None
    entries = logs.log_entries(table, seat, before_seq=before, limit=logs.PAGE) if table.state else []
    lines = page.log.words_of(entries, before_seq=before)
    context = {"table": table, "page": page, "lines": lines, "last": entries[-1] if entries else None}
    return render(request, "tables/table_log.html#older" if request.htmx else "tables/table_log.html", context)


def _waiting_news(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    """A table that has filled up meanwhile is another page."""
    if table.status == Table.Status.WAITING:
        return answer.whole(request, table)
    response = HttpResponse()
    response["HX-Refresh"] = "true"
    return response


def _number(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else None
