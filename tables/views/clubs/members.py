"""What officers do with people: invite, let in, name officers, send away."""

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
from tables.views.clubs.clubs import around, club_or_404, own_club
from tables.views.http import PlayerRequest, member_required


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def manage(request: PlayerRequest, club: str) -> HttpResponse:
    """Everybody in the club and everybody who waits; by POST somebody is invited."""
    row = own_club(request, club)
    if request.method != "POST":
        return _page(request, row, MemberForm())
    form = MemberForm(request.POST)
    if not limits.allow(request, "invite"):
        return limits.too_many(request)
    if not form.is_valid():
        return _page(request, row, form, status=422)
    try:
        given = {"name": form.cleaned_data["person"], "token": form.cleaned_data["token"]}
        invited = members.invite(club_id=row.pk, user=request.user, **given, now=timezone.now())
    except Refusal as refusal:
        form.add_error("person", refusals.words(refusal))
        return _page(request, row, form, status=422)
    if invited.state == Membership.State.MEMBER:
        messages.success(request, _("They had asked to join, and are a member now."))
    else:
        messages.success(request, _("They are invited."))
    return redirect("clubs:members", row.slug)


@require_POST
@member_required
def decide(request: PlayerRequest, club: str) -> HttpResponse:
    """What becomes of one person."""
    row = own_club(request, club)
    number = request.POST.get("person", "")
    person_id = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
    act: dict[str, Any] = {"club_id": row.pk, "user": request.user, "person_id": person_id, "now": timezone.now()}
    try:
        match request.POST.get("do"):
            case "welcome" | "refuse" as do:
                members.decide(**act, welcome=do == "welcome")
            case "officer" | "no_officer" as do:
                members.name_officer(**act, is_officer=do == "officer")
            case "remove":
                members.remove_member(**act)
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
    club_row, mine = club_or_404(request, club)
    return redirect("clubs:members", club_row.slug) if mine and mine.is_officer else redirect(club_row)


def _page(request: PlayerRequest, club: Club, form: MemberForm, *, status: int = 200) -> HttpResponse:
    _club, mine = club_or_404(request, club.slug)
    context = {
        "form": form,
        "people": [MemberLine(row) for row in clubs.members(club)],
        "waiting": [MemberLine(row) for row in clubs.waiting(club)],
    }
    return render(request, "clubs/members.html", around(club, mine) | context, status=status)
