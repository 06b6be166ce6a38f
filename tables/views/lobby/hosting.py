"""Actions of hosts before the start, and rematches."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from tables.errors import Code, Refusal
from tables.models import Table
from tables.present import refusals
from tables.selectors.play import tables
from tables.services.lobby import hosting, inviting
from tables.services.lobby import rematch as services
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, member_required
from tables.views.lobby import company


@require_POST
@member_required
def rematch(request: PlayerRequest, code: str) -> HttpResponse:
    """Offer a rematch, or go to one already offered."""
    table = table_or_404(request, code)
    if not limits.allow(request, "table"):
        return limits.too_many(request)
    try:
        new_table = services.offer_rematch(table_id=table.pk, user=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
        return redirect("tables:detail", code)
    if tables.own_seat(new_table, request.user) is None:
        return redirect("tables:invite", new_table.invite)
    if new_table.host_id == request.user.pk:
        messages.success(request, _("You have a seat, and the others have been invited."))
        company.tell_of_outsiders(request, services.outsiders(table, tables.seats_of(table)))
    return redirect("tables:detail", new_table.code)


@require_POST
@member_required
def release_seat(request: PlayerRequest, code: str) -> HttpResponse:
    """End a seat's reservation as the host."""
    table = table_or_404(request, code)
    position = request.POST.get("position", "")
    number = int(position) if position.isascii() and position.isdigit() and len(position) < 3 else -1
    try:
        inviting.release_seat(table_id=table.pk, host=request.user, position=number, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    return redirect("tables:detail", code)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def remove(request: PlayerRequest, code: str, position: int) -> HttpResponse:
    """Let the host remove a player from the table, after a confirmation."""
    table = _own_table(request, code)
    if request.method != "POST":
        seat = next((seat for seat in tables.seats_of(table) if seat.position == position), None)
        if seat is None or seat.user is None or seat.user == request.user:
            return redirect("tables:detail", code)
        return render(request, "tables/confirm_remove.html", {"table": table, "person": seat.user})
    number = request.POST.get("person", "")
    person_id = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else None
    try:
        removed_user = hosting.remove_player(
            table_id=table.pk, host=request.user, position=position, person_id=person_id, now=timezone.now()
        )
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    else:
        if removed_user:
            messages.success(request, _("%(name)s no longer sits at this table.") % {"name": removed_user})
    return redirect("tables:detail", code)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def start(request: PlayerRequest, code: str) -> HttpResponse:
    """Start with fewer players as the host, after a confirmation."""
    table = _own_table(request, code)
    if request.method != "POST":
        occupied = sum(bool(seat.user_id or seat.bot) for seat in tables.seats_of(table))
        return render(request, "tables/confirm_start.html", {"table": table, "there": occupied})
    try:
        hosting.start_now(table_id=table.pk, host=request.user, now=timezone.now())
    except Refusal as refusal:
        # After a second click, the game has started, as requested.
        level = messages.INFO if refusal.code == Code.ALREADY_STARTED else messages.ERROR
        messages.add_message(request, level, refusals.words(refusal, table.game))
    return redirect("tables:detail", code)


def _own_table(request: PlayerRequest, code: str) -> Table:
    table = table_or_404(request, code)
    if table.host_id != request.user.pk:
        raise Http404
    return table
