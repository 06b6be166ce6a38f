"""Those who wait at tables, in figures: "rating 1612 · 96 % in time"."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tables.models import Seat, Table
from tables.present.archive.ratings import shown
from tables.selectors.seats import company

type Company = Mapping[int, str]
"""What is told of the holder of a seat, by the id of the seat; nothing of bots and newcomers."""


def told(tables: Sequence[Table], seats: Sequence[Seat], now: datetime) -> Company:
    """Of all these seats, which belong to these tables."""
    games = {table.pk: table.game for table in tables}
    held = [(seat.pk, games[seat.table_id], seat.user_id) for seat in seats if seat.user_id is not None]
    users = {user for _seat, _game, user in held}
    if not users:
        return {}
    ratings = company.ratings(set(games.values()), users)
    shares = company.shares_in_time(users, now)
    return {seat: _words(ratings.get((game, user)), shares.get(user)) for seat, game, user in held}


def _words(rating: float | None, share: int | None) -> str:
    said = [_("rating %(rating)d") % {"rating": shown(rating)}] if rating is not None else []
    if share is not None:
        said.append(_("%(share)d %% in time") % {"share": share})
    # A line is broken between them, never within one.
    return " · ".join(part.replace(" ", "\xa0") for part in said)
