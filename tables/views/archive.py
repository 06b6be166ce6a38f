"""Finished games: the record of one, and the check of it."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.present import archive_check
from tables.selectors.export import record_bytes
from tables.services.verify import verify_table
from tables.views.http import HtmxHttpRequest
from tables.views.reading import table_or_404


@require_safe
def record(request: HtmxHttpRequest, code: str) -> HttpResponseBase:
    """The whole record as a JSON file."""
    table = table_or_404(request, code)
    response = HttpResponse(record_bytes(table), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="staffetta-{table.code}.json"'
    return response


@require_safe
def check(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Deal and replay the game again, and say what held."""
    table = table_or_404(request, code)
    findings = [archive_check.finding(finding) for finding in verify_table(table)]
    context = archive_check.chance_context(table) | {"findings": findings, "held": all(found["ok"] for found in findings)}
    return render(request, "archive/archive_check.html", context)
