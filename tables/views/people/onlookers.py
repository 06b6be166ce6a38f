"""Chat of spectators of a public game."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from tables.errors import Code, Refusal
from tables.forms.people import OnlookerForm
from tables.models import Table
from tables.present import refusals
from tables.present.lobby.cards import TableCard
from tables.present.seats import seating
from tables.selectors.people import onlookers as selector
from tables.selectors.people import relations
from tables.selectors.play import tables
from tables.services.people import onlookers as services
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, earlier_than, member_required, person


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def onlookers(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Show the spectators' chat, and add to it while the game runs; players see it after the end."""
    table = table_or_404(request, code)
    if not selector.has_talk(table):
        raise Http404
    if request.method == "POST" or table.status != Table.Status.ENDED:
        return _while_it_runs(request, table)
    return _page(request, table, OnlookerForm())


@member_required
def _while_it_runs(request: PlayerRequest, table: Table) -> HttpResponse:
    if request.method != "POST":
        return _page(request, table, OnlookerForm())
    form = OnlookerForm(request.POST)
    if form.is_valid() and _send(request, table, form):
        return redirect("tables:onlookers", table.code)
    return _page(request, table, form, status=422)


def _send(request: PlayerRequest, table: Table, form: OnlookerForm) -> bool:
    if not limits.allow(request, "chat"):
        form.add_error("text", refusals.words(Refusal(Code.TOO_FAST)))
        return False
    try:
        services.say(table_id=table.pk, user=request.user, now=timezone.now(), **form.cleaned_data)
    except Refusal as refusal:
        form.add_error("text", refusals.words(refusal))
    return not form.errors


def _page(request: HtmxHttpRequest, table: Table, form: OnlookerForm, status: int = 200) -> HttpResponse:
    reader = person(request)
    may_read = selector.may_read(table, reader)
    names = seating.naming(table, tables.own_seat(table, reader))
    rows = selector.lines(table, before=earlier_than(request)) if may_read else ()
    silenced = relations.silenced_for(reader) if rows else frozenset()
    context = {
        "table": table,
        "card": TableCard(table, ()),
        "form": form,
        "may_read": may_read,
        "may_write": selector.may_write(table, reader),
        "earlier": rows[0].pk if len(rows) == selector.NEWEST else 0,
        "is_over": table.status == Table.Status.ENDED,
        "lines": [(names.person(line.user) if line.user else "", line, line.user_id in silenced) for line in rows],
    }
    return render(request, "people/onlookers.html", context, status=status)
