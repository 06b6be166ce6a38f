"""Webhooks of a club: its officers add them and look after them."""

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
from tables.views.channels.ways import added, changed
from tables.views.clubs.clubs import around, club_or_404, own_club
from tables.views.http import PlayerRequest, member_required

PLACE = "clubs:hooks"


@never_cache
@require_safe
@member_required
def hooks(request: PlayerRequest, club: str) -> HttpResponse:
    """Those of one club."""
    row = own_club(request, club)
    lines = [table_hook_line(hook, is_mine=True) for hook in channels.hooks_of_club(row)]
    context = {
        "hooks": lines,
        "kinds": [(kind.value, kind.label) for kind in services.OF_CLUBS],
        "is_full": len(lines) >= services.MOST_OF_CLUB,
    }
    return render(request, "clubs/hooks.html", around(*club_or_404(request, club)) | context)


@sensitive_post_parameters("url", "room", "secret")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def add(request: PlayerRequest, club: str, kind: str) -> HttpResponse:
    """A new one of one kind."""
    row = own_club(request, club)
    if kind not in services.OF_CLUBS:
        raise Http404
    form = HookForm(request.POST or None, kind=Webhook.Kind(kind))
    add_it = partial(services.add_club_hook, club_id=row.pk, user=request.user)
    done = _("From now on one message there says how the tables of the club stand.")
    return added(request, form, add_it, done, back=redirect(PLACE, club), club=row)


@require_POST
@member_required
def change(request: PlayerRequest, club: str, number: int) -> HttpResponse:
    """Switch one off or on, remove it, give it another secret, or send something there."""
    row = own_club(request, club)
    hook = next((hook for hook in channels.hooks_of_club(row) if hook.number == number), None)
    if hook is None:
        messages.info(request, _("This webhook is not there any more."))
        return redirect(PLACE, club)
    return changed(request, hook, on=_("It is switched on."), off=_("It is switched off."), back=redirect(PLACE, club))
