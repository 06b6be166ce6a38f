"""Webhooks of a club: its officers add and manage them."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.channels.lines import table_hook_line
from tables.forms.channels import HookForm
from tables.models import Webhook
from tables.selectors import channels
from tables.services.channels import hooks as services
from tables.views.channels.notifications import add_webhook, change_webhook
from tables.views.clubs.clubs import club_context, club_or_404, own_club
from tables.views.http import PlayerRequest, member_required

PLACE = "clubs:hooks"


@never_cache
@require_safe
@member_required
def hooks(request: PlayerRequest, club: str) -> HttpResponse:
    """List the webhooks of one club."""
    row = own_club(request, club)
    lines = [table_hook_line(hook, is_mine=True) for hook in channels.hooks_of_club(row)]
    context = {
        "hooks": lines,
        "kinds": [(kind.value, kind.label) for kind in services.STANDING],
        "is_full": len(lines) >= services.MOST_OF_CLUB,
    }
    return render(request, "clubs/hooks.html", club_context(*club_or_404(request, club)) | context)


@sensitive_post_parameters("url", "room", "secret")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def add(request: PlayerRequest, club: str, kind: str) -> HttpResponse:
    """Show the form for a new webhook of a club; POST adds the webhook."""
    row = own_club(request, club)
    if kind not in services.STANDING:
        raise Http404
    form = HookForm(request.POST or None, kind=Webhook.Kind(kind))
    add_it = partial(services.add_club_hook, club_id=row.pk, user=request.user)
    message = _("From now on, a message there will show the state of the club’s tables.")
    return add_webhook(request, form, add_it, message, back=redirect(PLACE, club), club=row)


@require_POST
@member_required
def change(request: PlayerRequest, club: str, number: int) -> HttpResponse:
    """Turn a club's webhook off or on, remove it, renew its secret, or send a test."""
    row = own_club(request, club)
    hook = next((hook for hook in channels.hooks_of_club(row) if hook.number == number), None)
    if hook is None:
        messages.info(request, _("This webhook no longer exists."))
        return redirect(PLACE, club)
    return change_webhook(
        request,
        hook,
        on=_("The webhook has been switched on."),
        off=_("The webhook has been switched off."),
        back=redirect(PLACE, club),
    )
