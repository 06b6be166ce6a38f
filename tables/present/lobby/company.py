"""Public figures of the people waiting at tables: "rating 1612 · 96% on time · left 1 rated game"."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Seat, Table
from tables.selectors.archive.ratings import display_rating
from tables.selectors.seats import company
from tables.selectors.seats.reliability import ReliabilitySummary

type Company = Mapping[int, str]
"""Figures of a seat's player in words, by id of the seat: an empty text for newcomers, no entry for bots."""


def figures(tables: Sequence[Table], seats: Sequence[Seat], now: datetime) -> Company:
    """Return the public figures of the players in these seats of these tables."""
    games = {table.pk: table.game for table in tables}
    player_seats = [(seat.pk, games[seat.table_id], seat.user_id) for seat in seats if seat.user_id is not None]
    users = {user for _seat, _game, user in player_seats}
    if not users:
        return {}
    ratings = company.ratings(set(games.values()), users)
    standings = company.standings(users, now)
    return {seat: _words(ratings.get((game, user)), standings[user]) for seat, game, user in player_seats}


def _words(rating: float | None, summary: ReliabilitySummary) -> str:
    parts = [_("rating %(rating)d") % {"rating": display_rating(rating)}] if rating is not None else []
    if summary.share is not None:
        parts.append(_("%(share)d%% on time") % {"share": summary.share})
    if summary.left:
        left = ngettext("left %(count)d rated game", "left %(count)d rated games", summary.left)
        parts.append(left % {"count": summary.left})
    # A line may break between the parts, never within one.
    return " · ".join(part.replace(" ", "\xa0") for part in parts)
