"""Finished public games for the sitemap, in shelves: fixed ranges of table ids.

Each shelf costs the same at any size of the archive.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from tables.models import Table
from tables.selectors.archive.feeds import public_games

SHELF = 5000


def shelves() -> int:
    """Return the number of shelves, in one read of an index."""
    newest = Table.objects.aggregate(newest=Max("pk"))["newest"]
    return 0 if newest is None else newest // SHELF + 1


def games_of(shelf: int) -> Sequence[tuple[str, datetime | None]]:
    """Return the code and end of each game of a shelf, in order of creation."""
    numbers = (shelf * SHELF, (shelf + 1) * SHELF - 1)
    return list(public_games().filter(pk__range=numbers).order_by("pk").values_list("code", "ended_at"))
