"""Finished games: the list, one game step by step, its record, and the check of it."""

from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tables.forms.archive import SearchForm
from tables.models import Seat, Table
from tables.present import archive as words
from tables.present import archive_check
from tables.selectors import archive
from tables.selectors.export import record_bytes
from tables.services.verify import verify_table
from tables.views.http import HtmxHttpRequest, trouble

MOST_DIGITS = 6
_WITHOUT_SEAT = {"all": words.Eyes("all"), "none": words.Eyes("none")}


@require_safe
def list_games(request: HtmxHttpRequest) -> HttpResponse:
    """The finished games that fit the filters, page by page."""
    asked = {name: value for name, value in request.GET.items() if value and name != "after"}
    form = SearchForm(asked)
    cursor = request.GET.get("after", "")
    try:
        page = archive.archive_page(request.user, form.search(), cursor) if form.is_valid() else archive.Page([], "")
    except archive.BadCursor:
        return trouble(request, 404, _("No such page"), _("This address leads nowhere."), reverse("archive:list"))
    context = {
        "form": form,
        "rows": [words.row(table) for table in page.tables],
        "narrowed": bool(asked),
        "later": _address(request, after=page.cursor) if page.cursor else "",
        "beginning": _address(request, after="") if cursor else "",
    }
    return render(request, "archive/archive_list.html", context)


@require_safe
@vary_on_headers("HX-Request")
def detail(request: HtmxHttpRequest, code: str, step: int | None = None) -> HttpResponse:
    """One finished game at one step of its record; without a step, its end."""
    table = _table_or_404(request, code)
    moves = list(table.moves.select_related("seat", "user").order_by("seq"))
    if not moves:
        raise Http404
    eyes = _eyes(request, table)
    last = len(moves) - 1
    if "step" in request.GET:
        return redirect(_step_address(table, _number(request.GET["step"], last), eyes))
    at = last if step is None else step
    if at > last:
        raise Http404
    try:
        replayed = archive.replay(table, moves, at)
    except archive.Unplayable:
        return _unplayable(request, table)
    context = words.step_context(table, moves, replayed, eyes)
    name = "archive/archive_detail.html"
    is_part = request.htmx and not request.htmx.history_restore_request
    return render(request, f"{name}#replay" if is_part else name, context)


@require_safe
def record(request: HtmxHttpRequest, code: str) -> HttpResponseBase:
    """The whole record as a JSON file."""
    table = _table_or_404(request, code)
    response = HttpResponse(record_bytes(table), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="staffetta-{table.code}.json"'
    return response


@require_safe
def check(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Deal and replay the game again, and say what held."""
    table = _table_or_404(request, code)
    findings = [archive_check.finding(finding) for finding in verify_table(table)]
    context = archive_check.chance_context(table) | {"findings": findings, "held": all(found["ok"] for found in findings)}
    return render(request, "archive/archive_check.html", context)


def _table_or_404(request: HtmxHttpRequest, code: str) -> Table:
    found = archive.archived_tables(request.user).filter(code=code)
    table = found.prefetch_related("seats__user", "seats__tenures__user").first()
    if table is None or not table.started_at:
        raise Http404
    return table


def _eyes(request: HtmxHttpRequest, table: Table) -> words.Eyes:
    """From whose seat the game is read: ``all`` (the default), ``none`` for an onlooker, or the number of a seat."""
    asked = request.GET.get("eyes", "all")
    if asked in _WITHOUT_SEAT:
        return _WITHOUT_SEAT[asked]
    seat: Seat | None = next((seat for seat in table.seats.all() if str(seat.index) == asked), None)
    if seat is None:
        raise Http404
    return words.Eyes("seat", seat.index)


def _number(asked: str, last: int) -> int:
    if not asked.isdecimal() or len(asked) > MOST_DIGITS or int(asked) > last:
        raise Http404
    return int(asked)


def _unplayable(request: HtmxHttpRequest, table: Table) -> HttpResponse:
    """Somebody changed the rows behind the site's back: the record can still be looked at and checked."""
    text = _("This record cannot be replayed. The check says what is wrong with it.")
    return trouble(request, 500, words.title(table), text, reverse("archive:check", args=[table.code]))


def _step_address(table: Table, step: int, eyes: words.Eyes) -> str:
    return reverse("archive:step", args=[table.code, step]) + eyes.query


def _address(request: HtmxHttpRequest, **changes: Any) -> str:
    query = request.GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value:
            query[name] = value
    return f"{reverse('archive:list')}?{query.urlencode()}" if query else reverse("archive:list")
