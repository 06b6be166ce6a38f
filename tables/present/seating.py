"""Who sits where, as pages, mails and the archive name them."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tables.models import Seat
from tables.present.base import Player
from tables.present.registry import presenter


def seat_name(seat: Seat) -> str:
    """Who holds a seat that was taken; an account that was deleted leaves no name behind."""
    if seat.user is not None:
        return str(seat.user)
    return seat.bot or _("somebody who left")


def players(game: str, public: Any, seats: Iterable[Seat], *, me: Seat | None = None) -> list[Player]:
    """All players in the order of the game; ``me`` is the seat of whoever reads."""
    css = presenter(game).seat_css
    dealt = sorted((seat.index, seat) for seat in seats if seat.index is not None)
    return [
        Player(index, seat_name(seat), css(public, index), is_me=seat == me, is_bot=bool(seat.bot)) for index, seat in dealt
    ]
