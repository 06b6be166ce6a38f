"""Ratings within a club, calculated on each view from the club's own games by the site's rating model.

No ratings are stored; docs/decisions/0036-clubs.md gives the reasons.
"""

from collections.abc import Sequence

from django.db.models import Prefetch

from tables.models import Club, Rating, Seat
from tables.selectors.clubs import chronicle
from tables.services.archive import rating

# Maximum number of games that count for each title, newest first.
MOST = 300


def standings(club: Club, game: str) -> Sequence[Rating]:
    """Return the club's ratings in one game, best first, each with a ``rank`` and the account of a person.

    People who hide their name or have deleted their account are left out. Games count regardless of their visibility, because
    the list shows people, not games.
    """
    seats = Seat.objects.only("table", "index", "position", "place", "user", "bot", "level", "pseudonym")
    newest = chronicle.finished(club, is_member=True).filter(game=game, rated=True, imported_at=None).select_related(None)
    games = list(
        newest.only("ended_at", "seat_count").prefetch_related(Prefetch("seats", seats)).order_by("-ended_at", "-pk")[:MOST]
    )
    ratings = rating.counted_alone(game, reversed(games))
    people = chronicle.people([row.user_id for row in ratings if row.user_id])
    listed = [row for row in ratings if row.bot or row.user_id in people]
    for row in listed:
        row.user = people.get(row.user_id or 0)
        row.rank = 1 + sum(other.ordinal > row.ordinal for other in listed)  # type: ignore[attr-defined]  # as selectors annotate it
    return sorted(listed, key=lambda row: (-row.ordinal, row.bot, row.user_id or 0))
