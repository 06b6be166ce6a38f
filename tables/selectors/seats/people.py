"""What everybody may know of a person's games: public ones alone."""

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
    """How somebody fared in one game: how often they reached each place."""

    game: str
    places: Counter[int] = field(default_factory=Counter)

    @property
    def played(self) -> int:
        """How many games came to a result."""
        return self.places.total()

    @property
    def won(self) -> int:
        """How many of them ended on the first place, alone or shared."""
        return self.places[1]


@dataclass(frozen=True)
class Rival:
    """How somebody fared against another person: came ``before`` them in so many games, ``after`` them in so many."""

    user: User
    games: int
    before: int
    after: int


def finished_public_games(user: User) -> list[Table]:
    """Public games somebody sat at when they ended, the latest first, with seats and holders."""
    ended = Table.objects.filter(status=Table.Status.ENDED, visibility=Table.Visibility.PUBLIC, seats__user=user)
    games = ended.exclude(ended_by=Table.EndedBy.CANCELLED).listed()
    return list(games.prefetch_related("seats__user").order_by("-ended_at", "-pk")[:MOST])


def results(user: User) -> list[Results]:
    """How somebody fared in each game, the one they have played most first."""
    counts = _held(user).values_list("table__game", "place").annotate(times=Count("pk")).order_by()
    by_game: dict[str, Results] = {}
    for game, place, times in counts:
        by_game.setdefault(game, Results(game)).places[place or 0] = times
    return sorted(by_game.values(), key=lambda result: (-result.played, result.game))


def rivals(user: User) -> list[Rival]:
    """Those somebody has met most often. Anyone who hides their name in the archive is not among them."""
    shown = Q(user__is_active=True, user__hides_name=False)
    met = list(_met(user).filter(shown).order_by("-games", "-latest", "user")[:MOST_RIVALS])
    people = User.objects.in_bulk([row["user"] for row in met])
    return [_rival(people[row["user"]], row) for row in met]


def rival(user: User, other: User) -> Rival | None:
    """How somebody fared against one other person; None if they never met."""
    row = _met(user).filter(user=other).order_by().first()
    return _rival(other, row) if row else None


def _held(user: User) -> QuerySet[Seat]:
    """The seats somebody held when a public game came to its result."""
    ended = Q(table__status=Table.Status.ENDED, table__visibility=Table.Visibility.PUBLIC)
    return Seat.objects.filter(ended, user=user, place__isnull=False)


def _met(user: User) -> QuerySet[Any, Any]:
    """A row for everybody who sat at such a game with them."""
    own_place = Seat.objects.filter(table=OuterRef("table"), user=user).values("place")[:1]
    others = Seat.objects.filter(table__in=_held(user).values("table"), user__isnull=False, place__isnull=False)
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
