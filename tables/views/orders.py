"""Standing orders of a seat: what it wants answered without being asked. Nobody else ever sees them."""

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

# Where on these pages it is said that something was saved: at the list, or in the form of this name.
LIST = "list"
# The parts of the table's page that change orders.
PARTS = ("table", "panel")

type Fields = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Edit:
    """The form that is open: for a new order, or for one that there is (its number, and its policy)."""

    form: str
    lasting: bool
    number: int | None = None
    policy: Any = None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def orders(request: PlayerRequest, code: str) -> HttpResponse:
    """All standing orders of the viewer's seat and what each has done, with forms to make and change them."""
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
    given: Fields = NOTHING_GIVEN,
) -> HttpResponse:
    context = {
        "page": page,
        "table": page.table,
        "lines": order_lines(page),
        "orders": page.panel.orders_panel(edit.policy if edit else None, given),
        "edit": edit,
        "saved": saved,
        "template": page.presenter.template("_orders.html"),
        "refusal": refusal,
    }
    return render(request, "tables/orders.html", context, status=422 if refusal else 200)


def _edit(page: TablePage, number: str) -> Edit | None:
    """The form of one of the orders, filled with it."""
    order = _kept(page, number)
    form = page.presenter.orders.form_of(order.policy) if order else ""
    return Edit(form, order.lasting, order.number, order.policy) if order and form else None


def _kept(page: TablePage, number: str) -> KeptOrder | None:
    return next((order for order in page.panel.kept_orders if str(order.number) == number), None)


def _changed(request: PlayerRequest, seat: Seat) -> HttpResponse:
    form = OrderForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal(Code.MALFORMED)
        where = _change(request, seat, form.cleaned_data)
    except Refusal as refusal:
        return _refused(request, seat, refusals.words(refusal, seat.table.game))
    back = form.cleaned_data["back"]
    if back in PARTS:
        return redirect(f"{seat.table.get_absolute_url()}?saved={back}#saved")
    place = "#make" if form.cleaned_data["do"] == "anew" else f"?saved={where}#saved"
    return redirect(reverse("tables:orders", args=[seat.table.code]) + place)


def _refused(request: PlayerRequest, seat: Seat, words: str) -> HttpResponse:
    """The page with the same form open, and what was sent still in it."""
    page = TablePage(seat.table, request.user, timezone.now())
    order = _kept(page, request.POST.get("number", ""))
    number, policy = (order.number, order.policy) if order else (None, None)
    edit = Edit(request.POST.get("order", ""), "lasting" in request.POST, number, policy)
    return _page(request, page, edit, refusal=words, given=dict(request.POST.lists()) if edit.form else NOTHING_GIVEN)


def _change(request: PlayerRequest, seat: Seat, sent: Mapping[str, Any]) -> str:
    """Do it; returns where that is said: in the form that made the order, if it is one for a single order, or at the list."""
    who: dict[str, Any] = {"seat_id": seat.pk, "user_id": request.user.pk, "now": timezone.now()}
    match sent["do"], sent["number"]:
        case "usual", _:
            ordering.add_usual(**who)
        case "order", number:
            made = _composed(request, seat.table)
            _order(made, number, sent["lasting"], who)
            forms = {presenter(seat.table.game).orders.form_of(policy) for policy in (*made.first, *made.last)}
            return next((form for form in forms if form == request.POST["order"] and not made.lasting), LIST)
        case _, None:
            raise Refusal(Code.NO_SUCH_ORDER)
        case do, number:
            _CHANGES[do](number=number, **who)
    return LIST


def _order(made: Ordered, number: int | None, is_ticked: bool, who: Mapping[str, Any]) -> None:
    lasting = made.lasting or is_ticked
    if number is None:
        ordering.give_orders(first=made.first, last=made.last, replaces=made.replaces, lasting=lasting, **who)
    else:
        ordering.change_order(number=number, policies=[*made.first, *made.last], lasting=lasting, **who)


_CHANGES: Mapping[str, Callable[..., None]] = {
    "up": ordering.move_up,
    "pause": ordering.pause_order,
    "use": ordering.resume_order,
    "last": partial(ordering.set_lasting, lasting=True),
    "end": partial(ordering.set_lasting, lasting=False),
    "remove": ordering.remove_order,
    "anew": ordering.remove_order,
}


def _composed(request: PlayerRequest, table: Table) -> Ordered:
    try:
        return presenter(table.game).orders.compose(dict(request.POST.lists()))
    except IllegalAction as error:
        raise Illegal(error) from None
    except ValueError:
        raise Refusal(Code.MALFORMED) from None
