"""Panel of the host's screen between turns: the next player, and the hands open on phones."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.contract import When
from tables.games.contract import Player
from tables.models import PhoneHand, Seat
from tables.pages.viewed import ViewedTable
from tables.selectors.play import hot_seat


@dataclass(frozen=True)
class ScreenSeat:
    """Seat played at the screen. ``must_decide`` is True if it has to decide now."""

    seat: Seat
    player: Player
    must_decide: bool
    phone: PhoneHand | None


@dataclass(frozen=True)
class Screen:
    """Seats at the screen, in the order of the seats."""

    seats: Sequence[ScreenSeat]

    @property
    def deciding_seats(self) -> Sequence[ScreenSeat]:
        """Seats that have to decide now, in the order of the seats."""
        return [each for each in self.seats if each.must_decide]

    @property
    def next(self) -> ScreenSeat | None:
        """First seat that has to decide now. Its player gets the device. It is None if there is none."""
        return next(iter(self.deciding_seats), None)

    @property
    def open_phones(self) -> int:
        """Number of hands that are open on phones."""
        return sum(each.phone is not None and each.phone.opened_at is not None for each in self.seats)

    @property
    def mark(self) -> Sequence[object]:
        """Mark of the panel's state: the seats that have to decide, and the phones that are open."""
        return [(each.seat.pk, each.must_decide, each.phone and each.phone.opened_at) for each in self.seats]


def screen(page: ViewedTable) -> Screen | None:
    """Return the panel of the host of a running hot-seat table. It is None for other users, and while a seat is shown."""
    table, user = page.table, page.user
    if not (table.hot_seat and page.running and user is not None and user.pk == table.host_id):
        return None
    deciding = {pending.seat for pending in page.pending if pending.when is When.NOW}
    phones = hot_seat.phones(table)
    by_index = {player.seat: player for player in page.players}
    # A player who has left can take the seat back here.
    seats = [(seat, by_index[seat.index]) for seat in page.seats if seat.user_id and not seat.bot and seat.index is not None]
    return Screen(
        [
            ScreenSeat(seat, player, seat.is_played_by_person and seat.index in deciding, phones.get(seat.pk))
            for seat, player in seats
        ]
    )
