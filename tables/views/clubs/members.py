"""Member management by officers: inviting, admitting, appointing officers, removing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from tables.errors import Refusal
from tables.forms.clubs import MemberForm
from tables.models import Club, Membership
from tables.present import refusals
from tables.present.clubs.members import MemberLine
from tables.selectors.clubs import clubs
from tables.services.clubs import members
from tables.views.clubs.clubs import club_context, club_or_404, own_club
from tables.views.http import PlayerRequest, member_required


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def manage(request: PlayerRequest, club: str) -> HttpResponse:
    """Show all members and waiting people; invite somebody on POST."""
    row = own_club(request, club)
    if request.method != "POST":
        return _page(request, row, MemberForm())
    form = MemberForm(request.POST)
    if not limits.allow(request, "invite"):
        return limits.too_many(request)
    if not form.is_valid():
        return _page(request, row, form, status=422)
    try:
        fields = {"name": form.cleaned_data["person"], "token": form.cleaned_data["token"]}
        invited = members.invite(club_id=row.pk, user=request.user, **fields, now=timezone.now())
    except Refusal as refusal:
        form.add_error("person", refusals.words(refusal))
        return _page(request, row, form, status=422)
    if invited.state == Membership.State.MEMBER:
        messages.success(request, _("This person had asked to join and is now a member."))
    else:
        messages.success(request, _("The invitation has been sent."))
    return redirect("clubs:members", row.slug)


@require_POST
@member_required
def decide(request: PlayerRequest, club: str) -> HttpResponse:
    """Carry out an officer's action on one person."""
    number = request.POST.get("person", "")
    person_id = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
    if request.POST.get("do") == "no_officer" and person_id == request.user.pk and not _is_officer(request, club):
        # After a second click, the former officer gets the same response as before.
        return redirect(club_or_404(request, club)[0])
    row = own_club(request, club)
    arguments: dict[str, Any] = {"club_id": row.pk, "user": request.user, "person_id": person_id, "now": timezone.now()}
    try:
        match request.POST.get("do"):
            case "welcome" | "refuse" as do:
                members.decide(**arguments, welcome=do == "welcome")
            case "officer" | "no_officer" as do:
                members.name_officer(**arguments, is_officer=do == "officer")
            case "remove":
                members.remove_member(**arguments)
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
    club_row, membership = club_or_404(request, club)
    return redirect("clubs:members", club_row.slug) if membership and membership.is_officer else redirect(club_row)


def _is_officer(request: PlayerRequest, club: str) -> bool:
    _club, membership = club_or_404(request, club)
    return membership is not None and membership.is_officer


def _page(request: PlayerRequest, club: Club, form: MemberForm, *, status: int = 200) -> HttpResponse:
    _club, membership = club_or_404(request, club.slug)
    context = {
        "form": form,
        "people": [MemberLine(row) for row in clubs.members(club)],
        "waiting": [MemberLine(row) for row in clubs.waiting(club)],
    }
    return render(request, "clubs/members.html", club_context(club, membership) | context, status=status)
