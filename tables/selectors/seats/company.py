"""What may be known of those who wait at tables before one sits down with them: their ratings and how reliably they answer."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.core.cache import cache

from tables.models import Rating
from tables.selectors.seats import reliability
from tables.selectors.seats.reliability import Standing

KEPT_SECONDS = 1800


def ratings(games: Collection[str], users: Collection[int]) -> Mapping[tuple[str, int], float]:
    """What people are ranked by, by game and person; of those who hide their name nothing is told. In one query."""
    shown = Rating.objects.filter(game__in=games, user__in=users, user__hides_name=False, games__gt=0)
    return {(game, user): ordinal for game, user, ordinal in shown.values_list("game", "user", "ordinal")}


def standings(users: Collection[int], now: datetime) -> Mapping[int, Standing]:
    """How reliably each person answers, and how many rated games they left.

    A list may be as old as half an hour: whoever sits down is looked at anew.
    """
    kept = cache.get_many([_key(user) for user in users])
    unknown = [user for user in users if _key(user) not in kept]
    counted = reliability.standings(unknown, now) if unknown else {}
    cache.set_many({_key(user): tuple(standing) for user, standing in counted.items()}, KEPT_SECONDS)
    return {user: Standing(*kept[_key(user)]) for user in users if _key(user) in kept} | counted


def _key(user: int) -> str:
    return f"standing/{user}"
