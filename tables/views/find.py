"""Tables and seats for one request, fetched and authorised in one call; and the way back to a table."""

from django.http import HttpResponse
from django.shortcuts import redirect

from tables.errors import Code, Refusal
from tables.models import Seat, Table
from tables.selectors.play import tables
from tables.views.http import Hidden, HtmxHttpRequest, PlayerRequest, person


def table_or_404(request: HtmxHttpRequest, code: str, *, invite: str | None = None) -> Table:
    """Return the table if this person may see it. Raises Hidden otherwise."""
    try:
        return tables.visible_table(user=person(request), code=code, invite=invite or None)
    except tables.NotVisible:
        raise Hidden from None


def to_panel(table: Table) -> HttpResponse:
    """Redirect to the viewer's decision on the table page, or to the headline once the game is over."""
    part = "#panel" if table.status == Table.Status.RUNNING else ""
    return redirect(f"{table.get_absolute_url()}{part}")


def player_seat(request: PlayerRequest, code: str) -> Seat:
    """The seat of whoever asks, with its table; raises Hidden for a stranger and Refusal: not_seated for an onlooker."""
    seat = tables.seat_at(user=request.user, code=code)
    if seat is None:
        table_or_404(request, code)
        raise Refusal(Code.NOT_SEATED)
    return seat


def seat_or_refuse(request: PlayerRequest, table: Table) -> Seat:
    """The seat of whoever asks; raises Refusal: not_seated for an onlooker."""
    seat = tables.own_seat(table, request.user)
    if seat is None:
        raise Refusal(Code.NOT_SEATED)
    return seat
