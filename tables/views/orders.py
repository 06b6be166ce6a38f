"""Standing orders of a seat: decisions made automatically for its player. Nobody else sees them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engines.contract import IllegalAction
from tables.errors import Code, Illegal, Refusal
from tables.forms.play import OrderForm
from tables.games.contract import NOTHING_GIVEN, Ordered
from tables.games.registry import presenter
from tables.models import Seat, Table
from tables.pages.order_lines import order_lines
from tables.pages.table import TablePage
from tables.present import refusals
from tables.selectors.orders import KeptOrder
from tables.services import ordering
from tables.views.find import player_seat
from tables.views.http import PlayerRequest, player_required

# Value of ``saved`` for a confirmation at the list; other values name a form.
LIST = "list"
# Parts of the table's page that change orders.
PARTS = ("table", "panel")

type Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Edit:
    """Open form: for a new order, or for an existing one (its number and policy)."""

    form: str
    lasting: bool
    number: int | None = None
    policy: Any = None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def orders(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the standing orders of the viewer's seat and their effects, with forms to add and change them."""
    try:
        seat = player_seat(request, code)
    except Refusal:
        raise Http404 from None
    if not presenter(seat.table.game).takes_orders:
        raise Http404
    if request.method == "POST":
        return _changed(request, seat)
    page = TablePage(seat.table, request.user, timezone.now())
    saved = request.GET.get("saved", "")
    edit = _edit(page, request.GET.get("edit", "")) or (Edit(saved, lasting=False) if saved else None)
    return _page(request, page, edit, saved=saved)


def _page(
    request: PlayerRequest,
    page: TablePage,
    edit: Edit | None,
    *,
    saved: str = "",
    refusal: str = "",
    form_values: Fields = NOTHING_GIVEN,
) -> HttpResponse:
    context = {
        "page": page,
        "table": page.table,
        "lines": order_lines(page),
        "orders": page.panel.orders_panel(edit.policy if edit else None, form_values),
        "edit": edit,
        "saved": saved,
        "template": page.presenter.template("_orders.html"),
        "refusal": refusal,
    }
    return render(request, "tables/orders.html", context, status=422 if refusal else 200)


def _edit(page: TablePage, number: str) -> Edit | None:
    """Return the form of one of the orders, filled with its values."""
    order = _order_by_number(page, number)
    form = page.presenter.orders.form_of(order.policy) if order else ""
    return Edit(form, order.lasting, order.number, order.policy) if order and form else None


def _order_by_number(page: TablePage, number: str) -> KeptOrder | None:
    return next((order for order in page.panel.kept_orders if str(order.number) == number), None)


def _changed(request: PlayerRequest, seat: Seat) -> HttpResponse:
    form = OrderForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal(Code.MALFORMED)
        saved = _change(request, seat, form.cleaned_data)
    except Refusal as refusal:
        return _refused(request, seat, refusals.words(refusal, seat.table.game))
    back = form.cleaned_data["back"]
    if back in PARTS:
        return redirect(f"{seat.table.get_absolute_url()}?saved={back}#saved")
    place = "#make" if form.cleaned_data["do"] == "anew" else f"?saved={saved}#saved"
    return redirect(reverse("tables:orders", args=[seat.table.code]) + place)


def _refused(request: PlayerRequest, seat: Seat, words: str) -> HttpResponse:
    """Show the page with the same form still open and filled."""
    page = TablePage(seat.table, request.user, timezone.now())
    order = _order_by_number(page, request.POST.get("number", ""))
    number, policy = (order.number, order.policy) if order else (None, None)
    edit = Edit(request.POST.get("order", ""), "lasting" in request.POST, number, policy)
    return _page(request, page, edit, refusal=words, form_values=dict(request.POST.lists()) if edit.form else NOTHING_GIVEN)


def _change(request: PlayerRequest, seat: Seat, data: Mapping[str, Any]) -> str:
    """Apply a change. Return the place of its confirmation: the name of the form for a single order, otherwise ``LIST``."""
    common: dict[str, Any] = {"seat_id": seat.pk, "user_id": request.user.pk, "now": timezone.now()}
    match data["do"], data["number"]:
        case "usual", _:
            ordering.add_usual(**common)
        case "order", number:
            composed = _composed(request, seat.table)
            _order(composed, number, data["lasting"], common)
            forms = {presenter(seat.table.game).orders.form_of(policy) for policy in (*composed.first, *composed.last)}
            return next((form for form in forms if form == request.POST["order"] and not composed.lasting), LIST)
        case _, None:
            raise Refusal(Code.NO_SUCH_ORDER)
        case "up", number:
            ordering.move_up(number=number, above=data["above"], **common)
        case do, number:
            _CHANGES[do](number=number, **common)
    return LIST


def _order(composed: Ordered, number: int | None, is_ticked: bool, common: Mapping[str, Any]) -> None:
    lasting = composed.lasting or is_ticked
    if number is None:
        ordering.give_orders(first=composed.first, last=composed.last, replaces=composed.replaces, lasting=lasting, **common)
    else:
        ordering.change_order(number=number, policies=[*composed.first, *composed.last], lasting=lasting, **common)


def _remove(*, number: int, **common: Any) -> None:
    """Remove an order; ignore one already removed by the same form."""
    try:
        ordering.remove_order(number=number, **common)
    except Refusal as refusal:
        if refusal.code != Code.NO_SUCH_ORDER:
            raise


_CHANGES: Mapping[str, Callable[..., None]] = {
    "pause": ordering.pause_order,
    "use": ordering.resume_order,
    "last": partial(ordering.set_lasting, lasting=True),
    "end": partial(ordering.set_lasting, lasting=False),
    "remove": _remove,
    "anew": _remove,
}


def _composed(request: PlayerRequest, table: Table) -> Ordered:
    try:
        return presenter(table.game).orders.compose(dict(request.POST.lists()))
    except IllegalAction as error:
        raise Illegal(error) from None
    except ValueError:
        raise Refusal(Code.MALFORMED) from None
