"""Public facts about a person's games, from public games alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from tables.models import Seat, Table

MOST = 20
MOST_RIVALS = 8


@dataclass
class Results:
    """A person's results in one game: counts of each finishing place."""

    game: str
    places: Counter[int] = field(default_factory=Counter)

    @property
    def played(self) -> int:
        """Number of games with a result."""
        return self.places.total()

    @property
    def won(self) -> int:
        """Number of games won, alone or shared."""
        return self.places[1]


@dataclass(frozen=True)
class Rival:
    """Results against another person: number of games together, and of those finished ``before`` and ``after`` them."""

    user: User
    games: int
    before: int
    after: int


def finished_public_games(user: User) -> list[Table]:
    """Return the public games with the user's seat at their end, the latest first, with seats and players."""
    ended = Table.objects.disclosed().filter(visibility=Table.Visibility.PUBLIC, seats__user=user)
    games = ended.exclude(ended_by=Table.EndedBy.CANCELLED).listed()
    return list(games.prefetch_related("seats__user").order_by("-ended_at", "-pk")[:MOST])


def results(user: User) -> list[Results]:
    """Return a user's results in each game, the most played game first."""
    counts = _seats_with_result(user).values_list("table__game", "place").annotate(times=Count("pk")).order_by()
    by_game: dict[str, Results] = {}
    for game, place, times in counts:
        by_game.setdefault(game, Results(game)).places[place or 0] = times
    return sorted(by_game.values(), key=lambda result: (-result.played, result.game))


def rivals(user: User) -> list[Rival]:
    """Return a user's most frequent opponents, without people who hide their name in the archive."""
    shown = Q(user__is_active=True, user__hides_name=False)
    rows = list(_met(user).filter(shown).order_by("-games", "-latest", "user")[:MOST_RIVALS])
    people = User.objects.in_bulk([row["user"] for row in rows])
    return [_rival(people[row["user"]], row) for row in rows]


def rival(user: User, other: User) -> Rival | None:
    """Return a user's results against one other person; None if they never met."""
    row = _met(user).filter(user=other).order_by().first()
    return _rival(other, row) if row else None


def _seats_with_result(user: User) -> QuerySet[Seat]:
    """Return the seats of a user at the end of public games with a result."""
    ended = Q(table__status=Table.Status.ENDED, table__visibility=Table.Visibility.PUBLIC)
    return Seat.objects.filter(ended, user=user, place__isnull=False)


def _met(user: User) -> QuerySet[Any, Any]:
    """Return a row for each opponent in public games with a result."""
    own_place = Seat.objects.filter(table=OuterRef("table"), user=user).values("place")[:1]
    others = Seat.objects.filter(table__in=_seats_with_result(user).values("table"), user__isnull=False, place__isnull=False)
    return (
        others.exclude(user=user)
        .annotate(own=Subquery(own_place))
        .values("user")
        .annotate(
            games=Count("pk"),
            before=Count("pk", filter=Q(place__gt=F("own"))),
            after=Count("pk", filter=Q(place__lt=F("own"))),
            latest=Max("table__ended_at"),
        )
    )


def _rival(user: User, row: Mapping[str, int]) -> Rival:
    return Rival(user, row["games"], row["before"], row["after"])
