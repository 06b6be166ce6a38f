"""Newest finished games for public feeds: public games only."""

from collections.abc import Sequence

from django.db.models import Prefetch

from accounts.models import User
from tables.models import Seat, Table
from tables.models.play import TableQuerySet

MOST = 30


def newest_games(*, game: str = "") -> Sequence[Table]:
    """Return the latest finished public games, of one game or all, newest first, with seats and players."""
    tables = public_games()
    return _newest(tables.filter(game=game) if game else tables)


def newest_games_of(user: User) -> Sequence[Table]:
    """Return the latest finished public games in which the user had a seat at the end."""
    return _newest(public_games().filter(pk__in=user.seats.values("table")))


def named_person(number: int) -> User | None:
    """Return a person whose games may be listed by name.

    None if the name is hidden, the account is gone or does not exist.
    """
    return User.objects.filter(pk=number, is_active=True, hides_name=False).first()


def public_games() -> TableQuerySet:
    """Return all finished public games except cancelled ones."""
    ended = Table.objects.finished().filter(visibility=Table.Visibility.PUBLIC)
    return ended.exclude(ended_by=Table.EndedBy.CANCELLED)


def _newest(tables: TableQuerySet) -> Sequence[Table]:
    with_players = tables.listed().prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
    return list(with_players.order_by("-ended_at", "-pk")[:MOST])
