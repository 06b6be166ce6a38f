"""Private feeds: their addresses, how their entries have changed, and the name by which all entries are named."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from tables.models import Authority, Feed
from tables.models.play import new_token

_DNS_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
# An entry that a calendar no longer has may come back, after a pause for example. It is forgotten after this time.
FORGOTTEN_AFTER = timedelta(days=366)
SECOND = timedelta(seconds=1)


class Revision(NamedTuple):
    """How often an entry has changed since it was first read, and when it last did."""

    sequence: int
    at: datetime


def make_feed(*, user_id: int, now: datetime) -> Feed:
    """A new address; the one before leads nowhere from now on."""
    feed, _is_new = Feed.objects.update_or_create(user_id=user_id, defaults={"token": new_token(), "made_at": now})
    return feed


def revoke_feed(*, user_id: int) -> None:
    """No address leads to a feed of this person any more."""
    Feed.objects.filter(user_id=user_id).delete()


def authority() -> str:
    """Return the name under which the site names its entries: its host when it was first asked, whatever its address is now."""
    known = Authority.objects.order_by("pk").first()
    if known is None:
        host = urlsplit(settings.SITE_URL).hostname or ""
        known, _is_new = Authority.objects.get_or_create(
            pk=1, defaults={"name": host if _DNS_NAME.fullmatch(host) else "localhost"}
        )
    return known.name


def revise(*, feed_id: int, digests: Mapping[str, str], now: datetime) -> Mapping[str, Revision]:
    """Return how often and when each of these entries has changed; ``digests`` are hashes of what they say, by UID.

    An entry that is new or says something else than before is written down as changed now.
    """
    known = Feed.objects.get(pk=feed_id).revisions
    if _differs(known, digests):
        with transaction.atomic():
            feed = Feed.objects.select_for_update(no_key=True).get(pk=feed_id)
            known = feed.revisions = _revised(feed.revisions, digests, int(now.timestamp()))
            feed.save(update_fields=["revisions"])
    return {uid: Revision(known[uid][1], datetime.fromtimestamp(known[uid][2], UTC)) for uid in digests}


def _differs(known: Mapping[str, list[Any]], digests: Mapping[str, str]) -> bool:
    return any(uid not in known or known[uid][0] != digest for uid, digest in digests.items())


def _revised(known: Mapping[str, list[Any]], digests: Mapping[str, str], now: int) -> dict[str, list[Any]]:
    oldest = now - FORGOTTEN_AFTER // SECOND
    kept = {uid: row for uid, row in known.items() if uid in digests or row[2] >= oldest}
    return kept | {uid: _next(kept.get(uid), digest, now) for uid, digest in digests.items()}


def _next(row: list[Any] | None, digest: str, now: int) -> list[Any]:
    if row is None:
        return [digest, 0, now]
    before, sequence, at = row
    # Later than before in any case: programs keep the newer of two, by the second.
    return row if before == digest else [digest, sequence + 1, max(now, at + 1)]
