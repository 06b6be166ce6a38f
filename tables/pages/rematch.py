"""What the page of an ended game offers those who played it: to play again."""

from dataclasses import dataclass

from django.urls import reverse

from accounts.models import User
from tables.models import Seat, Table
from tables.selectors.play import tables


@dataclass(frozen=True)
class Rematch:
    """``table`` is the rematch that was offered, None as long as nobody has; ``asked``: a seat is kept for the viewer."""

    table: Table | None = None
    address: str = ""
    asked: bool = False


def rematch(table: Table, me: Seat | None, user: User | None) -> Rematch | None:
    """What ``user``, who had the seat ``me``, may do; None if there is nothing."""
    is_over = table.status == Table.Status.ENDED and table.started_at and not table.practice and not table.imported_at
    if not is_over or me is None or user is None or not me.is_held_by_person:
        return None
    again = tables.open_rematch(table, user)
    if again is None:
        return Rematch()
    if again.seats.filter(user=None, reserved_for=user).exists():
        return Rematch(again, reverse("tables:invite", args=[again.invite]), asked=True)
    if again.visibility == Table.Visibility.PUBLIC or tables.own_seat(again, user):
        return Rematch(again, again.get_absolute_url())
    return None
