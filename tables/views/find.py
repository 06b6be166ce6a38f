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
    """Redirect to the viewer's decision on the table page, or to the headline once the game is over."""
    part = "#panel" if table.status == Table.Status.RUNNING else ""
    return redirect(f"{table.get_absolute_url()}{part}")


def player_seat(request: PlayerRequest, code: str) -> Seat:
    """Return the seat of the reader, with its table. Raises Hidden for a stranger and a Refusal as ``seat_or_refuse``."""
    seat = tables.seat_at(user=request.user, code=code)
    return seat if seat is not None else seat_or_refuse(request, table_or_404(request, code))


def seat_or_refuse(request: PlayerRequest, table: Table) -> Seat:
    """Return the seat of the reader. Raises a Refusal: not_seated for a spectator, seat_hidden for a host whose screen shows
    none."""
    seat = tables.own_seat(table, request.user)
    if seat is None:
        is_screen = table.hot_seat and table.host_id == request.user.pk and table.status == Table.Status.RUNNING
        raise Refusal(Code.SEAT_HIDDEN if is_screen else Code.NOT_SEATED)
    return seat
