"""The private feed of somebody: its address is created, replaced and revoked."""

from datetime import datetime

from tables.models import Feed
from tables.models.play import new_token


def make_feed(*, user_id: int, now: datetime) -> Feed:
    """A new address; the one before leads nowhere from now on."""
    feed, _is_new = Feed.objects.update_or_create(user_id=user_id, defaults={"token": new_token(), "made_at": now})
    return feed


def revoke_feed(*, user_id: int) -> None:
    """No address leads to a feed of this person any more."""
    Feed.objects.filter(user_id=user_id).delete()
