"""Rankings of players, and the rating changes from each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank

from accounts.models import User
from tables.models import Rating, RatingChange, Table

# Minimum number of rated games for the list.
ENOUGH = 5
PAGE_SIZE = 50
MOST_OF_A_COURSE = 200
BEGINNING, STEP = 1500, 25


@dataclass(frozen=True)
class Ranking:
    """Ranking of a user: ``rank`` is None while the user is not listed. ``missing`` is the number of games that the user still
    needs."""

    rating: Rating
    rank: int | None
    missing: int


def display_rating(ordinal: float) -> int:
    """Return the displayed number of a rating: everyone begins at 1500."""
    return round(BEGINNING + STEP * ordinal)


def listed(game: str, *, bots: bool) -> QuerySet[Rating]:
    """Return the listed players of a game, best first, each with a ``rank``; equal ratings share one.

    ``bots``: include bots.
    """
    ranked = _listed(game, bots=bots).annotate(rank=Window(Rank(), order_by=F("ordinal").desc()))
    return ranked.select_related("user").order_by("-ordinal", "pk")


def page(game: str, number: str, *, bots: bool) -> Page[Rating]:
    """Return one page of the list; an invalid number leads to the first or last page."""
    return Paginator(listed(game, bots=bots), PAGE_SIZE).get_page(number)


def ranking(user: User, game: str, *, bots: bool) -> Ranking | None:
    """Return a person's ranking in the list of a game; None before their first rated game."""
    own = Rating.objects.filter(game=game, user=user).first()
    if own is None:
        return None
    rows = _listed(game, bots=bots)
    rank = rows.filter(ordinal__gt=own.ordinal).count() + 1 if rows.filter(pk=own.pk).exists() else None
    return Ranking(own, rank, max(ENOUGH - own.games, 0))


def changes_of(table: Table) -> Sequence[RatingChange]:
    """Return the rating changes of a finished game by finishing place.

    Players who hide their name are left out: their numbers would identify them from game to game.
    """
    visible = table.rating_changes.exclude(seat__user__hides_name=True)
    return list(visible.select_related("seat__user").order_by("seat__place", "seat__index"))


def ratings_of(user: User) -> Sequence[Rating]:
    """Return a person's ratings, the most played game first."""
    return list(user.ratings.order_by("-games", "game"))


def courses(ratings: Sequence[Rating]) -> Mapping[int, Sequence[RatingChange]]:
    """Return the newest changes of each rating in the order of the games, by the rating's id."""
    fields = ("rating", "before", "after", "table__code", "table__game", "table__name", "table__ended_at")
    rows = RatingChange.objects.filter(rating__in=ratings).select_related("table").only(*fields)
    newest = rows.order_by("-table__ended_at", "-table")[: MOST_OF_A_COURSE * max(len(ratings), 1)]
    by_rating: dict[int, list[RatingChange]] = {rating.pk: [] for rating in ratings}
    for change in newest:
        by_rating[change.rating_id].append(change)
    return {pk: changes[:MOST_OF_A_COURSE][::-1] for pk, changes in by_rating.items()}


def _listed(game: str, *, bots: bool) -> QuerySet[Rating]:
    people = Q(user__is_active=True, user__hides_name=False)
    condition = people | ~Q(bot="") if bots else people
    return Rating.objects.filter(condition, game=game, games__gte=ENOUGH)
