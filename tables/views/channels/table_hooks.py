"""Webhooks of a table: players add them, and their creators and the host manage them."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.channels.lines import table_hook_line
from tables.forms.channels import TableHookForm
from tables.models import Table, Webhook
from tables.present.lobby.cards import TableCard
from tables.selectors import channels
from tables.selectors.play import tables
from tables.services.channels import hooks
from tables.views.channels.notifications import add_webhook, change_webhook
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, member_required

PLACE = "tables:table_hooks"


@never_cache
@require_safe
@member_required
def table_hooks(request: PlayerRequest, code: str) -> HttpResponse:
    """List the webhooks of one table."""
    table = _own_table(request, code)
    lines = [
        table_hook_line(hook, is_mine=hooks.may_change(hook, table, request.user)) for hook in channels.hooks_of_table(table)
    ]
    context = {
        "table": table,
        "card": TableCard(table),
        "hooks": lines,
        "kinds": Webhook.Kind.choices,
        "is_over": table.status == Table.Status.ENDED,
        "is_full": len(lines) >= hooks.MOST_OF_TABLE,
    }
    return render(request, "channels/table_hooks.html", context)


@sensitive_post_parameters("url", "room", "secret")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def add(request: PlayerRequest, code: str, kind: str) -> HttpResponse:
    """Show the form for a new webhook of a table; POST adds the webhook."""
    table = _own_table(request, code)
    if kind not in Webhook.Kind.values:
        raise Http404
    form = TableHookForm(request.POST or None, kind=Webhook.Kind(kind))
    add_it = partial(hooks.add_table_hook, table_id=table.pk, user=request.user)
    message = _("From now on, this webhook will show whose turn it is.")
    return add_webhook(request, form, add_it, message, back=redirect(PLACE, code), table=table)


@require_POST
@member_required
def change(request: PlayerRequest, code: str, number: int) -> HttpResponse:
    """Turn a table's webhook off or on, remove it, renew its secret, or send a test."""
    table = _own_table(request, code)
    hook = next((hook for hook in channels.hooks_of_table(table) if hook.number == number), None)
    if hook is None or not hooks.may_change(hook, table, request.user):
        messages.info(request, _("This webhook no longer exists, or you can’t manage it."))
        return redirect(PLACE, code)
    return change_webhook(
        request,
        hook,
        on=_("The webhook has been switched on."),
        off=_("The webhook has been switched off."),
        back=redirect(PLACE, code),
    )


def _own_table(request: PlayerRequest, code: str) -> Table:
    """Return a table at which the user plays. Raises Http404 for other users and for practice tables."""
    table = table_or_404(request, code)
    if table.practice or tables.own_seat(table, request.user) is None:
        raise Http404
    return table
