"""Looking-for-game notices, as one reader may see them."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from tables.models import FreeTime, Relation
from tables.selectors.people import relations

MOST = 24


def own_free_time(user: User, now: datetime) -> FreeTime | None:
    """Return a user's own notice if it is still valid."""
    return FreeTime.objects.filter(user=user, until__gt=now).first()


def free_people(reader: User | None, now: datetime) -> Sequence[FreeTime]:
    """Return the looking-for-game notices that this reader may see, the latest end first.

    Signed-out readers and guests see none. People kept apart by a block do not see each other's notices.
    """
    if reader is None or not reader.pk or reader.is_guest:
        return ()
    mine = Relation.objects.filter(owner=reader, kind=Relation.Kind.FAVOURITE).values("other")
    notices = FreeTime.objects.filter(Q(in_lobby=True) | Q(user__in=mine), until__gt=now, user__is_active=True)
    notices = notices.exclude(user=reader).select_related("user").order_by("-until", "user")[: 2 * MOST]
    rows = list(notices)
    if not rows:
        return ()
    apart = relations.apart_from(reader)
    return [row for row in rows if row.user_id not in apart][:MOST]
