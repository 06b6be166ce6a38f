"""Seats that wait for a substitute, for the lobby and the table page."""

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
    """Open seat: its last player, its colour, its score, and the card of its table."""

    seat: Seat
    card: TableCard
    name: str
    css: str
    standing: str
    round_words: str


def open_seats(seats: Iterable[Seat]) -> list[OpenSeat]:
    """Return the seats in words, without those of unreadable tables. ``seats`` must have their table and user loaded."""
    return [open_seat for seat in seats if (open_seat := _open_seat(seat))]


def standing(points: Sequence[int], index: int) -> str:
    """Return the standing of a seat among all scores: "23 points, ranked 2 of 4"."""
    place = 1 + sum(other > points[index] for other in points)
    words = {"points": points[index], "place": place, "count": len(points)}
    return _("%(points)d points, ranked %(place)d of %(count)d") % words


def _open_seat(seat: Seat) -> OpenSeat | None:
    table, index = seat.table, seat.index
    try:
        public = state.seen(table, None).public
    except (state.NotStarted, state.Unreadable):
        return None
    if index is None:
        return None
    game_presenter = presenter(table.game)
    points = [game_presenter.board.points(public, number) for number in range(table.seat_count)]
    return OpenSeat(
        seat=seat,
        card=TableCard(table, ()),
        name=seat_name(seat),
        css=game_presenter.board.seat_css(public, index),
        standing=standing(points, index),
        round_words=game_presenter.words.round_words(public),
    )
