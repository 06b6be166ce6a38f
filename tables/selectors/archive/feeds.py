"""The newest finished games for feeds that anybody may read: public ones alone."""

from collections.abc import Sequence

from django.db.models import Prefetch

from accounts.models import User
from tables.models import Seat, Table
from tables.models.play import TableQuerySet

MOST = 30


def newest_games(*, game: str = "") -> Sequence[Table]:
    """The latest finished public games, of one kind or of all, newest first, with seats and who held them."""
    tables = public_games()
    return _newest(tables.filter(game=game) if game else tables)


def newest_games_of(user: User) -> Sequence[Table]:
    """Those at whose end somebody sat there."""
    return _newest(public_games().filter(pk__in=user.seats.values("table")))


def named_person(number: int) -> User | None:
    """Whose games may be asked for by their name; None for who hides it, left, or never was."""
    return User.objects.filter(pk=number, is_active=True, hides_name=False).first()


def public_games() -> TableQuerySet:
    """Every finished game that anybody may read; what was called off is nobody's game."""
    ended = Table.objects.finished().filter(visibility=Table.Visibility.PUBLIC)
    return ended.exclude(ended_by=Table.EndedBy.CANCELLED)


def _newest(tables: TableQuerySet) -> Sequence[Table]:
    plain = tables.listed().prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
    return list(plain.order_by("-ended_at", "-pk")[:MOST])
