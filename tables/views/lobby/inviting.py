"""Inviting people by name, and saying no to it."""

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
    """The host invites somebody who has an account."""
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
        messages.success(request, _("%(name)s is invited.") % {"name": person})
    return redirect("tables:detail", code)


@require_POST
@member_required
def invite_people(request: PlayerRequest, code: str) -> HttpResponse:
    """The host invites several people at once."""
    table = table_or_404(request, code)
    chosen = company.chosen(request)
    if not all(limits.allow(request, "invite") for _person in chosen):
        return limits.too_many(request)
    company.invite(request, table, chosen)
    return redirect("tables:detail", code)


@require_POST
@member_required
def decline(request: PlayerRequest, code: str) -> HttpResponse:
    """Say no to an invitation; nobody is told."""
    if not inviting.decline(user=request.user, code=code, now=timezone.now()):
        raise Http404
    return redirect("tables:mine")
