"""Saying that one is free for a game; it ends by itself."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import FreeTime
from tables.services import standing

DAYS = (1, 3, 7, 14)


def say_free(*, user: User, days: int, in_lobby: bool, now: datetime) -> FreeTime:
    """So many days from now, told to those who keep this person as a favourite, or to everybody in the lobby.

    Raises a Refusal: bad_days, suspended.
    """
    if days not in DAYS:
        raise Refusal(Code.BAD_DAYS)
    said = {"until": now + timedelta(days=days), "in_lobby": in_lobby}
    with transaction.atomic():
        standing.check(user, now)
        return FreeTime.objects.update_or_create(user=user, defaults=said)[0]


def take_back(*, user: User) -> None:
    """Nobody is told any more."""
    FreeTime.objects.filter(user=user).delete()
