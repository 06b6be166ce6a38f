"""Tables for admins: those in trouble, and the state of one. No secret of any game is read here."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.forms.operating import SearchForm
from tables.models import Table
from tables.present.staff import operating as words
from tables.present.staff import state
from tables.selectors.mail import replies
from tables.selectors.people import reports
from tables.selectors.staff import figures, health, trouble
from tables.selectors.staff.day import last_day
from tables.views.http import PlayerRequest, operator_required


@never_cache
@require_safe
@operator_required
def table_list(request: PlayerRequest) -> HttpResponse:
    """List the tables that need attention, with a search for all others."""
    form = SearchForm(request.GET)
    query = form.cleaned_data["q"].strip() if form.is_valid() else ""
    now = timezone.now()
    site_state = state.SiteFacts(
        ready=health.readiness(now),
        last_sweep=health.last_sweep(),
        figures=[*figures.waiting(now), *figures.queues()],
        troubled=trouble.troubled_tables(now, request.user),
        mails=trouble.mail_trouble(),
        open_reports=reports.open_count(request.user),
        now=now,
    )
    day = last_day(now)
    context = {
        "form": form,
        "query": query,
        "results": [words.TableRow(table) for table in trouble.tables_called(query, request.user)] if query else [],
        "troubled": [words.line(entry) for entry in site_state.troubled],
        "mails": site_state.mails,
        "replies": [(outcome.label, count) for outcome, count in replies.counts(now).items()],
        "ready": site_state.ready,
        "open_reports": site_state.open_reports,
        "last_sweep": site_state.last_sweep,
        "findings": state.findings(site_state),
        "charts": state.day_charts(day),
        "outages": day.outages,
    }
    return render(request, "staff/table_list.html", context)


@never_cache
@require_safe
@operator_required
def table(request: PlayerRequest, code: str) -> HttpResponse:
    """Show one table and the possible actions."""
    row = table_or_404(request, code)
    problems = trouble.problems_of(row, timezone.now())
    pages = trouble.table_overview(row, moves=request.GET.get("moves", ""), events=request.GET.get("events", ""))
    context = {"sheet": words.TableSheet(pages, problems), "pages": pages, "table": row}
    return render(request, "staff/table_detail.html", context)


def table_or_404(request: PlayerRequest, code: str) -> Table:
    """Return the table, regardless of its visibility. Raises Http404 if there is none, or it is withheld from this admin."""
    row = trouble.table_called(code, request.user)
    if row is None:
        raise Http404
    return row
