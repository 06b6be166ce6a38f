"""Finished games: a record as a file and as text, and its check."""

import msgspec
from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import limits
from tables.present.archive import check as archive_check
from tables.present.archive.record_text import record_text
from tables.selectors.archive import games, roots
from tables.selectors.archive.export import record_bytes
from tables.services.archive import verify
from tables.views.archive.reading import table_or_404, unplayable
from tables.views.http import HtmxHttpRequest

_TO_TAKE_AWAY = {"check_record.py": ("text/x-python", "attachment"), "fairness.md": ("text/plain", "inline")}


@require_safe
def record(request: HtmxHttpRequest, code: str) -> HttpResponseBase:
    """Return the whole record as a JSON file."""
    table = table_or_404(request, code)
    if not roots.are_public(table, games.keys_of(table)):
        raise Http404
    try:
        content = record_bytes(table)
    except msgspec.MsgspecError:
        return unplayable(request, table)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="staffetta-{table.code}.json"'
    return response


@require_safe
def text(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the whole game as text, in the reader's language and zone."""
    table = table_or_404(request, code)
    moves = list(table.moves.select_related("seat").order_by("seq"))
    try:
        words = record_text(table, moves, games.replay(table, moves, len(moves) - 1))
    except (games.Unplayable, IndexError):
        return unplayable(request, table)
    response = HttpResponse(words, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="staffetta-{table.code}.txt"'
    return response


@require_safe
def checker(request: HtmxHttpRequest, name: str) -> HttpResponseBase:
    """Return a file for checking a record without the site: ``check_record.py`` or ``fairness.md``."""
    content_type, disposition = _TO_TAKE_AWAY[name]
    response = HttpResponse((settings.BASE_DIR / "docs" / name).read_bytes(), content_type=f"{content_type}; charset=utf-8")
    response["Content-Disposition"] = f'{disposition}; filename="{name}"'
    return response


@require_safe
def draws(request: HtmxHttpRequest, name: str) -> HttpResponseBase:
    """Return the list of draws and seals of a game version, which ``check_record.py`` reads; ``name`` is "GAME-VERSION".

    Raises Http404 if there is no such list.
    """
    lists = {path.stem: path for path in (settings.BASE_DIR / "docs/check_record").glob("*.json")}
    if name not in lists:
        raise Http404
    response = HttpResponse(lists[name].read_bytes(), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@require_safe
def check(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Check the record of a game, or take the cached results, and show them."""
    table = table_or_404(request, code)
    if not limits.allow(request, "check"):
        return limits.too_many(request)
    findings = verify.cached_findings(table)
    context = archive_check.chance_context(table) | {
        "findings": archive_check.findings(table, findings),
        "all_match": all(finding.ok for finding in findings),
    }
    return render(request, "archive/archive_check.html", context)
