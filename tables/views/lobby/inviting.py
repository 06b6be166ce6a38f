"""Invitations to a table, and declining them."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import limits
from tables.errors import Refusal
from tables.forms.inviting import InviteForm
from tables.present import refusals
from tables.services.lobby import inviting
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, member_required
from tables.views.lobby import company


@require_POST
@member_required
def invite_person(request: PlayerRequest, code: str) -> HttpResponse:
    """Invite a user by name as the host."""
    table = table_or_404(request, code)
    form = InviteForm(request.POST)
    if not limits.allow(request, "invite"):
        return limits.too_many(request)
    try:
        name, token = (form.cleaned_data["person"], form.cleaned_data["token"]) if form.is_valid() else ("", "")
        person = inviting.invite_person(table_id=table.pk, host=request.user, name=name, token=token, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    else:
        messages.success(request, _("%(name)s has been invited.") % {"name": person})
    return redirect("tables:detail", code)


@require_POST
@member_required
def invite_people(request: PlayerRequest, code: str) -> HttpResponse:
    """Invite several people as the host."""
    table = table_or_404(request, code)
    chosen = company.posted_ids(request)
    if not all(limits.allow(request, "invite") for _person in chosen):
        return limits.too_many(request)
    company.invite(request, table, chosen)
    return redirect("tables:detail", code)


@require_POST
@member_required
def decline(request: PlayerRequest, code: str) -> HttpResponse:
    """Decline an invitation, without notifying anybody."""
    if not inviting.decline(user=request.user, code=code, now=timezone.now()):
        raise Http404
    return redirect("tables:mine")
