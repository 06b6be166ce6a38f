"""Reports for admins, and settling them."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tables.errors import Refusal
from tables.forms.people import SettleForm
from tables.models import Report
from tables.present import refusals
from tables.selectors.people import reports
from tables.services.people import reports as services
from tables.views.http import PlayerRequest, operator_required


@never_cache
@require_safe
@operator_required
def report_list(request: PlayerRequest) -> HttpResponse:
    """List the open reports and those settled last."""
    settled = reports.settled_reports(request.user, request.GET.get("page", ""))
    context = {"open": reports.open_reports(request.user), "settled": settled}
    return render(request, "staff/report_list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@operator_required
def report(request: PlayerRequest, number: int) -> HttpResponse:
    """Show one report with its lines, both people and their history; settle it, or end its consequence early.

    The reported person cannot act as an admin here, and neither can players of an event from whom the table is withheld.
    """
    row = reports.report_called(request.user, number)
    if row is None:
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "end":
        services.end_now(report_id=row.pk, now=timezone.now())
        messages.success(request, _("The measure has been lifted."))
        return redirect("staff:report", number)
    form = SettleForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _settled(request, row, form):
        messages.success(request, _("The report has been settled."))
        return redirect("staff:reports")
    context = {
        "report": row,
        "lines": [(line["text"], parse_datetime(line["at"])) for line in row.lines],
        "about": reports.earlier_about(row, request.GET.get("about", "")),
        "by": reports.earlier_by(row, request.GET.get("by", "")),
        "form": form,
        "now": timezone.now(),
    }
    return render(request, "staff/report_detail.html", context, status=422 if form.errors else 200)


def _settled(request: PlayerRequest, row: Report, form: SettleForm) -> bool:
    try:
        services.settle(report_id=row.pk, operator=request.user, now=timezone.now(), **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, refusals.words(refusal))
    return not form.errors
