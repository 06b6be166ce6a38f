"""Tables and seats of a request, fetched and authorised in one call, and the redirect to a table."""

from django.http import HttpResponse
from django.shortcuts import redirect

from tables.errors import Code, Refusal
from tables.models import Seat, Table
from tables.selectors.play import tables
from tables.views.http import Hidden, HtmxHttpRequest, PlayerRequest, person


def table_or_404(request: HtmxHttpRequest, code: str, *, invite: str | None = None) -> Table:
    """Return the table if this person can see it. Raises Hidden otherwise."""
    try:
        return tables.visible_table(user=person(request), code=code, invite=invite or None)
    except tables.NotVisible:
        raise Hidden from None


def to_panel(table: Table) -> HttpResponse:
    """Redirect to the panel of the table page while the game is running, otherwise to the top of the page."""
    part = "#panel" if table.status == Table.Status.RUNNING else ""
    return redirect(f"{table.get_absolute_url()}{part}")


def player_seat(request: PlayerRequest, code: str) -> Seat:
    """Return the seat of the reader, with its table. Raises Hidden for a stranger and a Refusal as ``seat_or_refuse``."""
    seat = tables.seat_at(user=request.user, code=code)
    return seat if seat is not None else seat_or_refuse(request, table_or_404(request, code))


def seat_or_refuse(request: PlayerRequest, table: Table) -> Seat:
    """Return the seat of the reader. Raises a Refusal: not_seated for a spectator, seat_hidden for the host of a hot-seat table
    while their screen shows no seat."""
    seat = tables.own_seat(table, request.user)
    if seat is None:
        is_screen = table.hot_seat and table.host_id == request.user.pk and table.status == Table.Status.RUNNING
        raise Refusal(Code.SEAT_HIDDEN if is_screen else Code.NOT_SEATED)
    return seat
