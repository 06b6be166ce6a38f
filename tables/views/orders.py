"""Standing orders of a seat: what it wants answered without being asked. Nobody else ever sees them."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engines import registry
from tables.forms.play import OrderForm
from tables.models import Seat, Table
from tables.present import refusals
from tables.present.base import Ordered
from tables.present.registry import presenter
from tables.selectors import coding
from tables.selectors import orders as selector
from tables.selectors.orders import KeptOrder
from tables.services import filing
from tables.services.errors import Refusal
from tables.views.find import player_seat
from tables.views.http import PlayerRequest, player_required
from tables.views.order_lines import order_lines
from tables.views.page import TablePage


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def orders(request: PlayerRequest, code: str) -> HttpResponse:
    """All standing orders of the viewer's seat, with forms to make and remove them."""
    try:
        seat = player_seat(request, code)
    except Refusal:
        raise Http404 from None
    if not presenter(seat.table.game).takes_orders:
        raise Http404
    if request.method != "POST":
        return _page(request, seat)
    return _changed(request, seat)


def _page(request: PlayerRequest, seat: Seat, *, status: int = 200, refusal: str = "") -> HttpResponse:
    page = TablePage(seat.table, request.user, timezone.now())
    context = {
        "page": page,
        "table": seat.table,
        "lines": order_lines(page, seat),
        "template": f"games/{seat.table.game}/_orders.html",
        "refusal": refusal,
    }
    return render(request, "tables/orders.html", context, status=status)


def _changed(request: PlayerRequest, seat: Seat) -> HttpResponse:
    form = OrderForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal("malformed")
        _change(request, seat, form.cleaned_data["do"], form.cleaned_data["number"])
    except Refusal as refusal:
        return _page(request, seat, status=422, refusal=refusals.words(refusal, seat.table.game))
    messages.success(request, _("Saved. Nobody else can see your orders."))
    if form.cleaned_data["back"] == "table":
        return redirect(f"{seat.table.get_absolute_url()}#orders")
    return redirect(reverse("tables:orders", args=[seat.table.code]))


def _change(request: PlayerRequest, seat: Seat, do: str, number: int | None) -> None:
    kept = selector.standing_orders(seat, seat.table.game)
    policies = _arranged(request, seat.table, kept, do, number)
    filing.arrange_orders(seat_id=seat.pk, policies=policies, user_id=request.user.pk, now=timezone.now())


def _arranged(request: PlayerRequest, table: Table, kept: Sequence[KeptOrder], do: str, number: int | None) -> list[Any]:
    """All orders as they shall be, in the order in which they are tried."""
    policies = [order.policy for order in kept]
    place = next((place for place, order in enumerate(kept) if order.number == number), None)
    match do:
        case "usual":
            return [*policies, *registry.engine(table.game).orders(coding.options(table.game, table.options), table.seat_count)]
        case "order":
            return _with(policies, _composed(request, table))
        case _ if place is None:
            raise Refusal("not_yours")
        case "remove":
            return policies[:place] + policies[place + 1 :]
    above = max(0, place - 1)
    return [*policies[:above], policies[place], *policies[above:place], *policies[place + 1 :]]


def _with(policies: Sequence[Any], ordered: Ordered) -> list[Any]:
    """The orders with new ones before and after; what is ordered anew moves there."""
    new = [*ordered.first, *ordered.last]
    stay = [policy for policy in policies if policy not in new and not isinstance(policy, ordered.replaces)]
    return [*ordered.first, *stay, *ordered.last]


def _composed(request: PlayerRequest, table: Table) -> Ordered:
    try:
        return presenter(table.game).compose_orders(dict(request.POST.lists()))
    except ValueError:
        raise Refusal("malformed") from None
