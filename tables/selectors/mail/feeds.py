"""Private feeds: whose it is by its address, and the address by whose it is."""

from accounts.models import User
from tables.models import Feed


def reader(token: str) -> User | None:
    """Whose feed has this address."""
    feed = Feed.objects.filter(token=token, user__is_active=True).select_related("user").first()
    return feed.user if feed else None


def token_of(user: User) -> str:
    """The secret part of the address of somebody's feed; empty if they have none."""
    return Feed.objects.filter(user=user).values_list("token", flat=True).first() or ""
