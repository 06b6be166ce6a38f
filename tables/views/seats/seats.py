"""Changes of a seat's player: returning, passing plans on, taking over, and the substitute's briefing."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from tables.errors import Code, Refusal
from tables.models import Seat, Table
from tables.pages.briefing import Briefing
from tables.pages.table import TablePage
from tables.present import refusals
from tables.present.lobby import open_seats
from tables.selectors.play import tables
from tables.services.seats import escalation, substitutes
from tables.views.find import table_or_404, to_panel
from tables.views.http import PlayerRequest, member_required, player_required


@require_POST
@player_required
def come_back(request: PlayerRequest, code: str) -> HttpResponse:
    """Take the user's seat back from the steward."""
    table = table_or_404(request, code)
    try:
        escalation.come_back(table_id=table.pk, user=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    else:
        messages.success(request, _("Welcome back! You are playing your seat again."))
    return to_panel(table)


@require_POST
@member_required
def pass_plans(request: PlayerRequest, code: str) -> HttpResponse:
    """Set whether a substitute gets the user's plans and notes."""
    table = table_or_404(request, code)
    try:
        escalation.pass_plans(table_id=table.pk, user=request.user, passes=request.POST.get("passes") == "yes")
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    return to_panel(table)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def take(request: PlayerRequest, code: str, seat: int) -> HttpResponse:
    """Show an open seat; POST takes it over."""
    invite = request.POST.get("invite") or request.GET.get("invite") or ""
    table = table_or_404(request, code, invite=invite)
    row = get_object_or_404(Seat.objects.select_related("table", "user"), table=table, index=seat)
    if request.method != "POST":
        return _offer(request, table, row, invite)
    if not limits.allow(request, "join"):
        return limits.too_many(request)
    try:
        substitutes.take_seat(table_id=table.pk, seat_id=row.pk, user=request.user, invite=invite, now=timezone.now())
    except Refusal as refusal:
        # After a second click, the user already plays this seat.
        own_seat = tables.own_seat(table, request.user)
        if refusal.code == Code.ALREADY_SEATED and own_seat == row and own_seat.taken_over_at and not own_seat.steward_since:
            return redirect("tables:briefing", code)
        messages.error(request, refusals.words(refusal, table.game))
        return redirect("tables:invite", invite) if tables.is_invitation(table, invite) else redirect("tables:detail", code)
    return redirect("tables:briefing", code)


@never_cache
@require_safe
@member_required
def briefing(request: PlayerRequest, code: str) -> HttpResponse:
    """Show a substitute their private briefing."""
    page = TablePage(table_or_404(request, code), request.user, timezone.now())
    if not page.running or page.me is None or page.me.taken_over_at is None or page.me.steward_since is not None:
        raise Http404
    return render(
        request, "tables/briefing.html", {"page": page, "table": page.table, "now": page.now, "briefing": Briefing(page)}
    )


def _offer(request: PlayerRequest, table: Table, seat: Seat, invite: str) -> HttpResponse:
    if tables.own_seat(table, request.user):
        return redirect("tables:detail", table.code)
    offers = open_seats.open_seats([seat])
    if seat.opened_at is None or not offers or not tables.may_take_seats(table, request.user):
        raise Http404
    return render(request, "tables/take_seat.html", {"table": table, "offer": offers[0], "invite": invite})
