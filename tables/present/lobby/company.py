"""Those who wait at tables, in figures: "rating 1612 · 96 % in time · 1 rated game left"."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Seat, Table
from tables.selectors.archive.ratings import shown
from tables.selectors.seats import company
from tables.selectors.seats.reliability import Standing

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
    standings = company.standings(users, now)
    return {seat: _words(ratings.get((game, user)), standings[user]) for seat, game, user in held}


def _words(rating: float | None, standing: Standing) -> str:
    said = [_("rating %(rating)d") % {"rating": shown(rating)}] if rating is not None else []
    if standing.share is not None:
        said.append(_("%(share)d %% in time") % {"share": standing.share})
    if standing.left:
        left = ngettext("%(count)d rated game left", "%(count)d rated games left", standing.left)
        said.append(left % {"count": standing.left})
    # A line is broken between them, never within one.
    return " · ".join(part.replace(" ", "\xa0") for part in said)
