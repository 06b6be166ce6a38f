"""Reports of people, of lines at a table or of texts of an event, and their results."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.models import User
from tables.errors import Code, Refusal
from tables.forms.people import ReportForm
from tables.models import Report
from tables.present import refusals
from tables.present.seats import seating
from tables.selectors.events import listing
from tables.selectors.people import reports
from tables.selectors.play import tables
from tables.services.people import reports as services
from tables.views.find import table_or_404
from tables.views.http import Hidden, PlayerRequest, member_required

_LONGEST_KEY = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def person(request: PlayerRequest, number: int) -> HttpResponse:
    """Show the form to report a person; POST sends the report."""
    user = get_object_or_404(User, pk=number, is_active=True, guest_since=None)
    if user == request.user:
        raise Http404
    form = ReportForm(request.POST or None)

    def send(**fields: Any) -> Report:
        return services.report_person(number=user.pk, **fields)

    if request.method == "POST" and (answer := _sent(request, form, send)):
        return answer
    return render(request, "people/report.html", {"form": form, "reported_user": user}, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def at_table(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the lines by others at a table, with a form; POST reports the chosen lines."""
    table = table_or_404(request, code)
    form = ReportForm(request.POST or None)
    chosen = [key for key in request.POST.getlist("lines") if len(key) <= _LONGEST_KEY]

    def send(**fields: Any) -> Report:
        return services.report_lines(table_id=table.pk, chosen=chosen, **fields)

    if request.method == "POST" and (answer := _sent(request, form, send)):
        return answer
    names = seating.naming(table, tables.own_seat(table, request.user))
    pages, reported_lines = reports.lines_at(table, request.user, request.GET.get("page", ""))
    lines = [
        (line, seating.archive_person(line.user) if line.is_in_archive else names.person(line.user)) for line in reported_lines
    ]
    headline = table.shown_name or table.code
    context = {"form": form, "table": table, "lines": lines, "pages": pages, "chosen": chosen, "headline": headline}
    return render(request, "people/report.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def at_event(request: PlayerRequest, event: str) -> HttpResponse:
    """Show the texts of an event by others, with a form; POST reports the chosen texts."""
    try:
        row = listing.visible_event(request.user, event)
    except listing.NotVisible:
        raise Hidden from None
    form = ReportForm(request.POST or None)
    chosen = [key for key in request.POST.getlist("lines") if len(key) <= _LONGEST_KEY]

    def send(**fields: Any) -> Report:
        return services.report_event(event_id=row.pk, chosen=chosen, **fields)

    if request.method == "POST" and (answer := _sent(request, form, send)):
        return answer
    lines = [(line, seating.archive_person(line.user)) for line in reports.texts_of(row, request.user)]
    context = {"form": form, "event": row, "lines": lines, "chosen": chosen}
    return render(request, "people/report.html", context, status=422 if form.errors else 200)


@require_POST
@member_required
def seen(request: PlayerRequest) -> HttpResponse:
    """Mark the results of the user's reports, and of reports about them, as seen."""
    services.mark_told(user=request.user, now=timezone.now())
    return redirect("tables:people" if request.POST.get("back") == "people" else "tables:mine")


def _sent(request: PlayerRequest, form: ReportForm, send: Callable[..., Report]) -> HttpResponse | None:
    """Send the report and return the response; None if the form must be shown again."""
    if not form.is_valid():
        return None
    if not limits.allow(request, "report"):
        return limits.too_many(request)
    try:
        send(reporter=request.user, now=timezone.now(), **form.cleaned_data)
    except Refusal as refusal:
        if refusal.code == Code.UNKNOWN_PERSON:
            raise Http404 from None
        form.add_error(None, refusals.words(refusal))
        return None
    messages.success(request, _("Your report has been sent to the admins. You can read the outcome here."))
    return redirect("tables:people")
