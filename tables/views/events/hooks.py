"""Webhooks of an event: its organisers add and manage them."""

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
from tables.models import Event, Webhook
from tables.selectors import channels
from tables.services.channels import hooks as services
from tables.views.channels.notifications import add_webhook, change_webhook
from tables.views.events.acts import organised
from tables.views.http import PlayerRequest, member_required

PLACE = "events:hooks"


@never_cache
@require_safe
@member_required
def hooks(request: PlayerRequest, event: str) -> HttpResponse:
    """List the webhooks of one event."""
    row = organised(request, event)
    lines = [table_hook_line(hook, is_mine=True) for hook in channels.hooks_of_event(row)]
    context = {
        "event": row,
        "hooks": lines,
        "kinds": [(kind.value, kind.label) for kind in services.STANDING],
        "is_over": row.stage in (Event.Stage.OVER, Event.Stage.CANCELLED),
        "is_full": len(lines) >= services.MOST_OF_EVENT,
    }
    return render(request, "events/hooks.html", context)


@sensitive_post_parameters("url", "room", "secret")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def add(request: PlayerRequest, event: str, kind: str) -> HttpResponse:
    """Show the form for a new webhook of an event; POST adds the webhook."""
    row = organised(request, event)
    if kind not in services.STANDING:
        raise Http404
    form = HookForm(request.POST or None, kind=Webhook.Kind(kind))
    add_it = partial(services.add_event_hook, event_id=row.pk, user=request.user)
    message = _("From now on, a message there will show the state of the event.")
    return add_webhook(request, form, add_it, message, back=redirect(PLACE, event), event=row)


@require_POST
@member_required
def change(request: PlayerRequest, event: str, number: int) -> HttpResponse:
    """Turn an event's webhook off or on, remove it, renew its secret, or send a test."""
    row = organised(request, event)
    hook = next((hook for hook in channels.hooks_of_event(row) if hook.number == number), None)
    if hook is None:
        messages.info(request, _("This webhook no longer exists."))
        return redirect(PLACE, event)
    return change_webhook(
        request,
        hook,
        on=_("The webhook has been switched on."),
        off=_("The webhook has been switched off."),
        back=redirect(PLACE, event),
    )
