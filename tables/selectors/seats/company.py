"""Public figures of people who wait at tables: their ratings and reliability."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.core.cache import cache

from tables.models import Rating
from tables.selectors.seats import reliability
from tables.selectors.seats.reliability import ReliabilitySummary

KEPT_SECONDS = 1800


def ratings(games: Collection[str], users: Collection[int]) -> Mapping[tuple[str, int], float]:
    """Return ratings by game and person, in one query, without people who hide their name."""
    shown = Rating.objects.filter(game__in=games, user__in=users, user__hides_name=False, games__gt=0)
    return {(game, user): ordinal for game, user, ordinal in shown.values_list("game", "user", "ordinal")}


def standings(users: Collection[int], now: datetime) -> Mapping[int, ReliabilitySummary]:
    """Return each person's reliability, and the number of rated games they left.

    Figures for lists are cached for half an hour; when a person joins, the site computes new ones.
    """
    cached = cache.get_many([_key(user) for user in users])
    missing = [user for user in users if _key(user) not in cached]
    computed = reliability.standings(missing, now) if missing else {}
    cache.set_many({_key(user): tuple(standing) for user, standing in computed.items()}, KEPT_SECONDS)
    return {user: ReliabilitySummary(*cached[_key(user)]) for user in users if _key(user) in cached} | computed


def _key(user: int) -> str:
    return f"standing/{user}"
