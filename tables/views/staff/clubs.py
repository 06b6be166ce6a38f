"""Clubs for admins: their members, and closing one."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tables.errors import Refusal
from tables.forms.clubs import CloseForm, ClubSearch
from tables.models import Club
from tables.present import refusals
from tables.present.clubs.members import MemberLine
from tables.selectors.staff import clubs
from tables.services.clubs import founding
from tables.views.http import PlayerRequest, operator_required


@never_cache
@require_safe
@operator_required
def club_list(request: PlayerRequest) -> HttpResponse:
    """List all clubs, or those that match a name."""
    form = ClubSearch(request.GET)
    query = form.query()
    return render(request, "staff/club_list.html", {"form": form, "query": query, "clubs": clubs.clubs_called(query)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@operator_required
def club(request: PlayerRequest, club: str) -> HttpResponse:
    """Show one club, with a form; POST closes the club for a reason."""
    row = _club_or_404(club)
    form = CloseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            founding.close_by_operator(club_id=row.pk, reason=form.cleaned_data["reason"], now=timezone.now())
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal))
        else:
            messages.success(request, _("The club has been closed."))
            return redirect("staff:club", row.slug)
    context = {"form": form, "club": row, "people": [MemberLine(each) for each in clubs.people_of(row)]}
    return render(request, "staff/club_detail.html", context, status=422 if form.errors else 200)


def _club_or_404(code: str) -> Club:
    row = clubs.club_called(code)
    if row is None:
        raise Http404
    return row
