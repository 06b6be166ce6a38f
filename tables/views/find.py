"""Fetching a table and authorising whoever asks are one call; what somebody may not see is not there."""

from django.http import Http404

from tables.models import Seat, Table
from tables.selectors.play import tables
from tables.services.errors import Code, Refusal
from tables.views.http import HtmxHttpRequest, PlayerRequest, person


def table_or_404(request: HtmxHttpRequest, code: str, *, invite: str | None = None) -> Table:
    """The table, if this person may see it; a private one is no address for strangers."""
    try:
        return tables.visible_table(user=person(request), code=code, invite=invite or None)
    except tables.NotVisible:
        raise Http404 from None


def player_seat(request: PlayerRequest, code: str) -> Seat:
    """The seat of whoever asks, with its table; raises Http404 for a stranger and Refusal: not_seated for an onlooker."""
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
