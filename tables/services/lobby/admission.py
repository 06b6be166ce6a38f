"""Conditions for joining a table."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Rating, Relation, Seat, Table
from tables.selectors.archive.ratings import display_rating
from tables.selectors.clubs import clubs
from tables.selectors.seats import manners, reliability

# Values of the minimum reliability that a table can require, in percent; 0 requires nothing.
CONDITIONS = (0, 80, 90, 95)
# Limits for rating conditions; no rating is outside them.
LEAST_RATING, MOST_RATING = 0, 4000


class Conditions(NamedTuple):
    """Conditions for joining, named like the table's columns; by default there are none."""

    min_reliability: int = 0
    min_rating: int | None = None
    max_rating: int | None = None
    language: str = ""
    experienced: bool = False
    favourites: bool = False


NONE = Conditions()


def check_conditions(conditions: Conditions) -> None:
    """Raise Refusal: bad_condition for values that a table cannot require."""
    ratings = [rating for rating in (conditions.min_rating, conditions.max_rating) if rating is not None]
    is_range = ratings == sorted(ratings) and all(LEAST_RATING <= rating <= MOST_RATING for rating in ratings)
    is_language = not conditions.language or conditions.language in dict(settings.LANGUAGES)
    if conditions.min_reliability not in CONDITIONS or not is_range or not is_language:
        raise Refusal(Code.BAD_CONDITION)


def check_member(table: Table, user: User) -> None:
    """Raise Refusal: members_only for a user who is not in the table's club."""
    if table.club_id is not None and not clubs.is_member(table.club_id, user.pk):
        raise Refusal(Code.MEMBERS_ONLY)


def check(table: Table, user: User, now: datetime) -> None:
    """Raise Refusal if the user does not meet the table's conditions.

    Its codes: not_chosen, other_language, inexperienced, rated_too_low, rated_too_high, not_rated, unreliable. Users with too
    few decisions for a reliability value are accepted.
    """
    if table.favourites and not is_favourite(table.host_id, user):
        raise Refusal(Code.NOT_CHOSEN)
    if table.language and user.language != table.language:
        raise Refusal(Code.OTHER_LANGUAGE, language=dict(settings.LANGUAGES).get(table.language, table.language))
    if table.experienced and not has_played(user, table.game):
        raise Refusal(Code.INEXPERIENCED)
    _check_rating(table, user)
    _check_reliability(table, user, now)


def may_come(table: Table, user: User, now: datetime, *, rated: bool) -> bool:
    """Return whether a user meets a table's conditions, including its club, and has not been removed by its host.

    At a rated table, users paused from rated games may not come. Blocks are ignored, so that a list does not reveal them.
    """
    try:
        check_member(table, user)
        check_manners(user, now, rated=rated)
        check(table, user, now)
    except Refusal:
        return False
    return user.pk not in table.removed


def is_favourite(host_id: int | None, user: User) -> bool:
    """Return whether the host has this user as a favourite."""
    return Relation.objects.filter(owner=host_id, other=user, kind=Relation.Kind.FAVOURITE).exists()


def check_manners(user: User, now: datetime, *, rated: bool) -> None:
    """Raise Refusal: rated_paused for a user who has left too many rated games in a row.

    Call it within the action that seats the user, because the page may be out of date.
    """
    until = manners.paused_until(user, now) if rated else None
    if until is not None:
        raise Refusal(Code.RATED_PAUSED, most=manners.IN_A_ROW, until=until)


def has_played(user: User, game: str) -> bool:
    """Return whether a user has played a game of this title to its end, other than for practice."""
    ended = {"table__status": Table.Status.ENDED, "table__ended_by": Table.EndedBy.FINISHED, "table__practice": False}
    return Seat.objects.filter(user=user, table__game=game, resigned_at=None, **ended).exists()


def _check_rating(table: Table, user: User) -> None:
    if table.min_rating is None and table.max_rating is None:
        return
    row = Rating.objects.filter(game=table.game, user=user).first()
    if row is None:
        # A new player without a rating meets a maximum rating, but not a minimum.
        if table.min_rating is not None:
            raise Refusal(Code.NOT_RATED, least=table.min_rating)
        return
    rating = display_rating(row.ordinal)
    if table.min_rating is not None and rating < table.min_rating:
        raise Refusal(Code.RATED_TOO_LOW, rating=rating, least=table.min_rating)
    if table.max_rating is not None and rating > table.max_rating:
        raise Refusal(Code.RATED_TOO_HIGH, rating=rating, most=table.max_rating)


def _check_reliability(table: Table, user: User, now: datetime) -> None:
    if not table.min_reliability:
        return
    share = reliability.share_in_time(user, now)
    if share is not None and share < table.min_reliability:
        raise Refusal(Code.UNRELIABLE, share=share, least=table.min_reliability)
