"""Who may sit down at a table whose host asks for something."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Rating, Relation, Seat, Table
from tables.selectors.archive.ratings import shown
from tables.selectors.clubs import clubs
from tables.selectors.seats import manners, reliability

# What a table may ask for, in answers of a hundred; 0 asks for nothing.
CONDITIONS = (0, 80, 90, 95)
# Nobody is rated lower or higher.
LEAST_RATING, MOST_RATING = 0, 4000


class Conditions(NamedTuple):
    """What it takes to join, as the columns of the table that have the same names; nothing unless said."""

    min_reliability: int = 0
    min_rating: int | None = None
    max_rating: int | None = None
    language: str = ""
    experienced: bool = False
    favourites: bool = False


NONE = Conditions()


def check_conditions(asked: Conditions) -> None:
    """Raise Refusal: bad_condition for what no table may ask for."""
    ratings = [rating for rating in (asked.min_rating, asked.max_rating) if rating is not None]
    is_range = ratings == sorted(ratings) and all(LEAST_RATING <= rating <= MOST_RATING for rating in ratings)
    is_language = not asked.language or asked.language in dict(settings.LANGUAGES)
    if asked.min_reliability not in CONDITIONS or not is_range or not is_language:
        raise Refusal(Code.BAD_CONDITION)


def check_member(table: Table, user: User) -> None:
    """Raise Refusal: members_only for somebody who is not in the club of the table, however they came to it."""
    if table.club_id is not None and not clubs.is_member(table.club_id, user.pk):
        raise Refusal(Code.MEMBERS_ONLY)


def check(table: Table, user: User, now: datetime) -> None:
    """Raise Refusal for somebody the table is not for: not_chosen, other_language, inexperienced, rated_too_low,
    rated_too_high, not_rated, unreliable. Who has answered too seldom to be called unreliable is given a chance.
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
    """Return whether somebody fulfils what a table asks for, and its host has not sent them away.

    Blocks are not looked at: nobody learns of them by a list.
    """
    try:
        check_member(table, user)
        check_manners(user, now, rated=rated)
        check(table, user, now)
    except Refusal:
        return False
    return user.pk not in table.removed


def is_favourite(host_id: int | None, user: User) -> bool:
    """Whether the host has this person among their favourites."""
    return Relation.objects.filter(owner=host_id, other=user, kind=Relation.Kind.FAVOURITE).exists()


def check_manners(user: User, now: datetime, *, rated: bool) -> None:
    """Raise Refusal: rated_paused for somebody who left too many rated games in a row.

    Call it within the act that makes somebody play: what was true on the page before may be so no more.
    """
    until = manners.paused_until(user, now) if rated else None
    if until is not None:
        raise Refusal(Code.RATED_PAUSED, most=manners.IN_A_ROW, until=until)


def has_played(user: User, game: str) -> bool:
    """Whether somebody has played a game to its end with others, in any seat."""
    ended = {"table__status": Table.Status.ENDED, "table__ended_by": Table.EndedBy.FINISHED, "table__practice": False}
    return Seat.objects.filter(user=user, table__game=game, resigned_at=None, **ended).exists()


def _check_rating(table: Table, user: User) -> None:
    if table.min_rating is None and table.max_rating is None:
        return
    row = Rating.objects.filter(game=table.game, user=user).first()
    if row is None:
        # Who begins is no stranger to a table for those who are not rated high.
        if table.min_rating is not None:
            raise Refusal(Code.NOT_RATED, least=table.min_rating)
        return
    rating = shown(row.ordinal)
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
