"""Seats that wait for a substitute, as the lobby and the table page offer them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.games.registry import presenter
from tables.models import Seat
from tables.present.lobby.cards import TableCard
from tables.present.seats.seating import seat_name
from tables.selectors.play import state


@dataclass(frozen=True)
class OpenSeat:
    """One open seat: whose it was, its colour, how it stands, and the card of its table."""

    seat: Seat
    card: TableCard
    name: str
    css: str
    standing: str
    round_words: str


def open_seats(seats: Iterable[Seat]) -> list[OpenSeat]:
    """Seats, fetched with table and user, in words; a table that cannot be read is passed over."""
    return [open_seat for seat in seats if (open_seat := _open_seat(seat))]


def standing(points: Sequence[int], index: int) -> str:
    """How a seat stands among all points: "23 points, place 2 of 4"."""
    place = 1 + sum(other > points[index] for other in points)
    words = {"points": points[index], "place": place, "count": len(points)}
    return _("%(points)d points, place %(place)d of %(count)d") % words


def _open_seat(seat: Seat) -> OpenSeat | None:
    table, index = seat.table, seat.index
    try:
        public = state.seen(table, None).public
    except (state.NotStarted, state.Unreadable):
        return None
    if index is None:
        return None
    show = presenter(table.game)
    points = [show.board.points(public, number) for number in range(table.seat_count)]
    return OpenSeat(
        seat=seat,
        card=TableCard(table, ()),
        name=seat_name(seat),
        css=show.board.seat_css(public, index),
        standing=standing(points, index),
        round_words=show.words.round_words(public),
    )
