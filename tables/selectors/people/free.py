"""Who looks for a game these days, as one reader may know it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from tables.models import FreeTime, Relation
from tables.selectors.people import relations

MOST = 24


def own_free_time(user: User, now: datetime) -> FreeTime | None:
    """What somebody said themselves and still holds."""
    return FreeTime.objects.filter(user=user, until__gt=now).first()


def free_people(reader: User | None, now: datetime) -> Sequence[FreeTime]:
    """Whoever is free for a game and says so to this reader, the longest first.

    Strangers and guests are told of nobody, nor is somebody of those who are kept from them.
    """
    if reader is None or not reader.pk or reader.is_guest:
        return ()
    mine = Relation.objects.filter(owner=reader, kind=Relation.Kind.FAVOURITE).values("other")
    told = FreeTime.objects.filter(Q(in_lobby=True) | Q(user__in=mine), until__gt=now, user__is_active=True)
    told = told.exclude(user=reader).select_related("user").order_by("-until", "user")[: 2 * MOST]
    rows = list(told)
    if not rows:
        return ()
    apart = relations.apart_from(reader)
    return [row for row in rows if row.user_id not in apart][:MOST]
