"""Finished public games for the map of the site, in shelves by their numbers: each costs the same however many there are."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from tables.models import Table
from tables.selectors.archive.feeds import public_games

SHELF = 5000


def shelves() -> int:
    """How many shelves there are; one look at the end of an index."""
    newest = Table.objects.aggregate(newest=Max("pk"))["newest"]
    return 0 if newest is None else newest // SHELF + 1


def games_of(shelf: int) -> Sequence[tuple[str, datetime | None]]:
    """The codes of the games of a shelf, and when each ended, in the order in which they were opened."""
    numbers = (shelf * SHELF, (shelf + 1) * SHELF - 1)
    return list(public_games().filter(pk__range=numbers).order_by("pk").values_list("code", "ended_at"))
