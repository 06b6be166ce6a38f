"""Private feeds: the owner by URL, and the URL by owner."""

from accounts.models import User
from tables.models import Feed


def reader(token: str) -> User | None:
    """Return the owner of the feed with this URL, or None."""
    feed = Feed.objects.filter(token=token, user__is_active=True).select_related("user").first()
    return feed.user if feed else None


def token_of(user: User) -> str:
    """Return the secret part of a user's feed URL; empty without a feed."""
    return Feed.objects.filter(user=user).values_list("token", flat=True).first() or ""
