"""Public Atom feeds: what the feeds of games and of events have in common."""

from datetime import UTC, datetime

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language

from tables.present import naming

# Date in tag URIs (RFC 4151), on which the host name belonged to the site. It must never change.
_DAY = "2026-01-01"


class Feed(Atom1Feed):
    """Atom feed. An empty feed has a fixed date, so that readers do not report it as new."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else datetime.fromisoformat(_DAY).replace(tzinfo=UTC)


def empty_feed(name: str, page: str, address: str, authority: str) -> Feed:
    """Return a feed without entries in the active language. ``authority`` is the host name in its ID.

    ``page`` is the path of the web page with the same content, ``address`` the feed's path.
    """
    return Feed(
        title=name,
        link=settings.SITE_URL + page,
        description=None,
        language=get_language(),
        author_name="Staffetta",
        feed_url=settings.SITE_URL + address,
        feed_guid=naming.tag(authority, _DAY, address),
    )
