"""Webhooks of a table: its players add them, and whoever added one or opened the table looks after it."""

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
from tables.views.channels.ways import added, changed
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, member_required

PLACE = "tables:table_hooks"


@never_cache
@require_safe
@member_required
def table_hooks(request: PlayerRequest, code: str) -> HttpResponse:
    """Those of one table."""
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
    """A new one of one kind."""
    table = _own_table(request, code)
    if kind not in Webhook.Kind.values:
        raise Http404
    form = TableHookForm(request.POST or None, kind=Webhook.Kind(kind))
    add_it = partial(hooks.add_table_hook, table_id=table.pk, user=request.user)
    done = _("From now on it is told there who is waited for.")
    return added(request, form, add_it, done, back=redirect(PLACE, code), table=table)


@require_POST
@member_required
def change(request: PlayerRequest, code: str, number: int) -> HttpResponse:
    """Switch one off or on, remove it, give it another secret, or send something there."""
    table = _own_table(request, code)
    hook = next((hook for hook in channels.hooks_of_table(table) if hook.number == number), None)
    if hook is None or not hooks.may_change(hook, table, request.user):
        messages.info(request, _("This webhook is not there any more, or not yours to look after."))
        return redirect(PLACE, code)
    return changed(request, hook, on=_("It is switched on."), off=_("It is switched off."), back=redirect(PLACE, code))


def _own_table(request: PlayerRequest, code: str) -> Table:
    """A table at which they play; for everybody else there is no such page, and for practice there is none."""
    table = table_or_404(request, code)
    if table.practice or tables.own_seat(table, request.user) is None:
        raise Http404
    return table
