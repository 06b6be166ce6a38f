"""Who plays a game best, by the ratings, and what single games changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank

from accounts.models import User
from tables.models import Rating, RatingChange, Table

# So many rated games make a place in the list.
ENOUGH = 5
PAGE_SIZE = 50
MOST_OF_A_COURSE = 200
BEGINNING, STEP = 1500, 25


@dataclass(frozen=True)
class Standing:
    """Where somebody stands: ``rank`` is None while they are not listed, ``missing`` games until they could be."""

    rating: Rating
    rank: int | None
    missing: int


def shown(ordinal: float) -> int:
    """The number a rating is shown as: everybody begins at 1500."""
    return round(BEGINNING + STEP * ordinal)


def listed(game: str, *, bots: bool) -> QuerySet[Rating]:
    """Who stands in the list of a game, best first, each with a ``rank``; equal ratings share one. ``bots``: them too."""
    ranked = _listed(game, bots=bots).annotate(rank=Window(Rank(), order_by=F("ordinal").desc()))
    return ranked.select_related("user").order_by("-ordinal", "pk")


def page(game: str, number: str, *, bots: bool) -> Page[Rating]:
    """One page of the list; a number that makes no sense leads to the first or the last."""
    return Paginator(listed(game, bots=bots), PAGE_SIZE).get_page(number)


def standing(user: User, game: str, *, bots: bool) -> Standing | None:
    """Where a person stands in the list of a game; None before their first rated game."""
    own = Rating.objects.filter(game=game, user=user).first()
    if own is None:
        return None
    rows = _listed(game, bots=bots)
    rank = rows.filter(ordinal__gt=own.ordinal).count() + 1 if rows.filter(pk=own.pk).exists() else None
    return Standing(own, rank, max(ENOUGH - own.games, 0))


def changes_of(table: Table) -> Sequence[RatingChange]:
    """What a finished game did to the ratings of those who held its seats, by place.

    A line of numbers would tell who is meant from game to game: whoever hides their name is left out.
    """
    shown = table.rating_changes.exclude(seat__user__hides_name=True)
    return list(shown.select_related("seat__user").order_by("seat__place", "seat__index"))


def ratings_of(user: User) -> Sequence[Rating]:
    """A person's ratings, the game they have played most first."""
    return list(user.ratings.order_by("-games", "game"))


def courses(ratings: Sequence[Rating]) -> Mapping[int, Sequence[RatingChange]]:
    """The newest changes of each rating in the order of the games, by the rating's id."""
    fields = ("rating", "before", "after", "table__code", "table__game", "table__name", "table__ended_at")
    rated = RatingChange.objects.filter(rating__in=ratings).select_related("table").only(*fields)
    newest = rated.order_by("-table__ended_at", "-table")[: MOST_OF_A_COURSE * max(len(ratings), 1)]
    by_rating: dict[int, list[RatingChange]] = {rating.pk: [] for rating in ratings}
    for change in newest:
        by_rating[change.rating_id].append(change)
    return {pk: changes[:MOST_OF_A_COURSE][::-1] for pk, changes in by_rating.items()}


def _listed(game: str, *, bots: bool) -> QuerySet[Rating]:
    people = Q(user__is_active=True, user__hides_name=False)
    who = people | ~Q(bot="") if bots else people
    return Rating.objects.filter(who, game=game, games__gte=ENOUGH)
