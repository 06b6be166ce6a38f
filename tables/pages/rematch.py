"""Rematch on the page of an ended game, for its players."""

from dataclasses import dataclass

from django.urls import reverse

from accounts.models import User
from tables.models import Seat, Table
from tables.selectors.play import tables


@dataclass(frozen=True)
class Rematch:
    """Rematch of an ended game: ``table`` is its table, None before it has been proposed. ``is_reserved``: a seat there is
    reserved for the viewer."""

    table: Table | None = None
    address: str = ""
    is_reserved: bool = False


def rematch(table: Table, me: Seat | None, user: User | None) -> Rematch | None:
    """Return the rematch that ``user``, the holder of ``me``, can propose or open; None if they can do neither."""
    is_over = table.status == Table.Status.ENDED and table.started_at and not table.practice and not table.imported_at
    if not is_over or me is None or user is None or not me.is_held_by_person:
        return None
    proposed = tables.open_rematch(table, user)
    if proposed is None:
        return Rematch()
    if proposed.seats.filter(user=None, reserved_for=user).exists():
        return Rematch(proposed, reverse("tables:invite", args=[proposed.invite]), is_reserved=True)
    if proposed.visibility == Table.Visibility.PUBLIC or tables.own_seat(proposed, user):
        return Rematch(proposed, proposed.get_absolute_url())
    return None
