"""Ratings of a club: from its own games alone, by the model of the site, counted whenever somebody looks.

Nothing is kept in rows: docs/decisions/0036-clubs.md tells why.
"""

from collections.abc import Sequence

from django.db.models import Prefetch

from tables.models import Club, Rating, Seat
from tables.selectors.clubs import chronicle
from tables.services.archive import rating

# Of each game the newest count.
MOST = 300


def standings(club: Club, game: str) -> Sequence[Rating]:
    """Who played one game in the club, best first, each with a ``rank`` and, if it is a person, their account; those who hide
    their name or have deleted their account are left out. Games count whoever may see them: they tell of people, not of games.
    """
    seats = Seat.objects.only("table", "index", "position", "place", "user", "bot", "pseudonym")
    newest = chronicle.finished(club, is_member=True).filter(game=game, rated=True, imported_at=None).select_related(None)
    games = list(
        newest.only("ended_at", "seat_count").prefetch_related(Prefetch("seats", seats)).order_by("-ended_at", "-pk")[:MOST]
    )
    held = rating.counted_alone(game, reversed(games))
    people = chronicle.people([row.user_id for row in held if row.user_id])
    shown = [row for row in held if row.bot or row.user_id in people]
    for row in shown:
        row.user = people.get(row.user_id or 0)
        row.rank = 1 + sum(other.ordinal > row.ordinal for other in shown)  # type: ignore[attr-defined]  # as selectors annotate it
    return sorted(shown, key=lambda row: (-row.ordinal, row.bot, row.user_id or 0))
