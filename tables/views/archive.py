"""Finished games: the list, one game step by step, its record, and the check of it."""

from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from tables.forms.archive import SearchForm
from tables.models import Seat, Table
from tables.present import archive as words
from tables.selectors import archive
from tables.selectors.export import record_bytes
from tables.services.verify import verify_table
from tables.views.http import HtmxHttpRequest, trouble


@require_GET
def list_games(request: HtmxHttpRequest) -> HttpResponse:
    """The finished games that fit the filters, page by page."""
    asked = {name: value for name, value in request.GET.items() if value and name != "after"}
    form = SearchForm(asked)
    search = form.search() if form.is_valid() else archive.Search()
    cursor = request.GET.get("after", "")
    try:
        page = archive.archive_page(request.user, search, cursor)
    except archive.BadCursor:
        return trouble(request, 404, _("No such page"), _("This address leads nowhere."), reverse("archive:list"))
    context = {
        "form": form,
        "rows": [words.row(table) for table in page.tables],
        "tables": page.tables,
        "narrowed": bool(asked),
        "later": _address(request, after=page.cursor) if page.cursor else "",
        "beginning": _address(request, after="") if cursor else "",
    }
    return render(request, "archive/archive_list.html", context)


@require_GET
@vary_on_headers("HX-Request")
def detail(request: HtmxHttpRequest, code: str, step: int | None = None) -> HttpResponse:
    """One finished game at one step of its record; without a step, its end."""
    table = _table_or_404(request, code)
    moves = list(table.moves.select_related("seat", "user").order_by("seq"))
    if not moves:
        raise Http404
    eyes = _eyes(request, table)
    if "step" in request.GET:
        return redirect(_step_address(table, _number(request.GET["step"], len(moves)), eyes))
    at = len(moves) - 1 if step is None else step
    if at >= len(moves):
        raise Http404
    context = words.step_context(table, moves, archive.replay(table, moves, at), eyes) | _steps(table, at, len(moves) - 1, eyes)
    name = "archive/archive_detail.html"
    return render(request, f"{name}#replay" if request.htmx else name, context)


@require_GET
def record(request: HtmxHttpRequest, code: str) -> HttpResponseBase:
    """The whole record as a JSON file."""
    table = _table_or_404(request, code)
    response = HttpResponse(record_bytes(table), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="staffetta-{table.code}.json"'
    return response


@require_GET
def check(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Deal and replay the game again, and say what held."""
    table = _table_or_404(request, code)
    findings = [words.finding(finding) for finding in verify_table(table)]
    context = words.chance_context(table) | {"findings": findings, "held": all(found["ok"] for found in findings)}
    return render(request, "archive/archive_check.html", context)


def _table_or_404(request: HtmxHttpRequest, code: str) -> Table:
    table = archive.archived_tables(request.user).prefetch_related("seats__user").filter(code=code).first()
    if table is None or not table.started_at:
        raise Http404
    return table


def _eyes(request: HtmxHttpRequest, table: Table) -> words.Eyes:
    """From whose seat the game is read: ``all`` (the default), ``none`` for an onlooker, or the number of a seat."""
    asked = request.GET.get("eyes", "all")
    if asked in ("all", "none"):
        return words.Eyes(asked)
    seat: Seat | None = next((seat for seat in table.seats.all() if str(seat.index) == asked), None)
    if seat is None:
        raise Http404
    return words.Eyes("seat", seat.index)


def _number(asked: str, beyond: int) -> int:
    if not asked.isdecimal() or int(asked) >= beyond:
        raise Http404
    return int(asked)


def _step_address(table: Table, step: int, eyes: words.Eyes) -> str:
    return reverse("archive:step", args=[table.code, step]) + eyes.query


def _steps(table: Table, at: int, last: int, eyes: words.Eyes) -> dict[str, Any]:
    """Where the buttons lead; empty addresses for those that lead nowhere."""
    return {
        "step": at,
        "last": last,
        "eyes_value": "none" if eyes.who == "none" else eyes.seat,
        "first_address": _step_address(table, 0, eyes) if at else "",
        "previous_address": _step_address(table, at - 1, eyes) if at else "",
        "next_address": _step_address(table, at + 1, eyes) if at < last else "",
        "last_address": _step_address(table, last, eyes) if at < last else "",
        "first_words": _("First step"),
        "previous_words": _("Previous step"),
        "next_words": _("Next step"),
        "last_words": _("Last step"),
    }


def _address(request: HtmxHttpRequest, **changes: Any) -> str:
    query = request.GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value:
            query[name] = value
    return f"{reverse('archive:list')}?{query.urlencode()}" if query else reverse("archive:list")
