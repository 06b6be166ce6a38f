"""Notices of people looking for a game, which end automatically."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import FreeTime
from tables.services import suspensions

DAYS = (1, 3, 7, 14)


def say_free(*, user: User, days: int, in_lobby: bool, now: datetime) -> FreeTime:
    """Announce that the user looks for a game, for ``days`` days.

    People who have the user as a favourite see it; with ``in_lobby``, everybody with an account does. Raises a Refusal:
    bad_days, suspended.
    """
    if days not in DAYS:
        raise Refusal(Code.BAD_DAYS)
    fields = {"until": now + timedelta(days=days), "in_lobby": in_lobby}
    with transaction.atomic():
        suspensions.check(user, now)
        return FreeTime.objects.update_or_create(user=user, defaults=fields)[0]


def take_back(*, user: User) -> None:
    """Remove the user's looking-for-game notice."""
    FreeTime.objects.filter(user=user).delete()
