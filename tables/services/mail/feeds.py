"""Private feeds: addresses, revisions of entries, and the authority in entry IDs."""

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
# Time after which an entry missing from a calendar is forgotten. It may return, for example after a pause.
FORGOTTEN_AFTER = timedelta(days=366)
SECOND = timedelta(seconds=1)


class Revision(NamedTuple):
    """Number of changes of an entry since it was first read, and the time of the last one."""

    sequence: int
    at: datetime


def make_feed(*, user_id: int, now: datetime) -> Feed:
    """Create a new address of the feed, which invalidates the previous one."""
    feed, _is_new = Feed.objects.update_or_create(user_id=user_id, defaults={"token": new_token(), "made_at": now})
    return feed


def revoke_feed(*, user_id: int) -> None:
    """Delete the user's feed and its address."""
    Feed.objects.filter(user_id=user_id).delete()


def authority() -> str:
    """Return the authority in entry IDs. The first call stores the site's host, which stays even if the address changes."""
    stored = Authority.objects.order_by("pk").first()
    if stored is None:
        host = urlsplit(settings.SITE_URL).hostname or ""
        stored, _is_new = Authority.objects.get_or_create(
            pk=1, defaults={"name": host if _DNS_NAME.fullmatch(host) else "localhost"}
        )
    return stored.name


def revise(*, feed_id: int, digests: Mapping[str, str], now: datetime) -> Mapping[str, Revision]:
    """Store new and changed entries as changed now, and return the revision of each entry.

    ``digests`` are hashes of the entries' content, by UID.
    """
    revisions = Feed.objects.get(pk=feed_id).revisions
    if _differs(revisions, digests):
        with transaction.atomic():
            feed = Feed.objects.select_for_update(no_key=True).get(pk=feed_id)
            revisions = feed.revisions = _revised(feed.revisions, digests, int(now.timestamp()))
            feed.save(update_fields=["revisions"])
    return {uid: Revision(revisions[uid][1], datetime.fromtimestamp(revisions[uid][2], UTC)) for uid in digests}


def _differs(revisions: Mapping[str, list[Any]], digests: Mapping[str, str]) -> bool:
    return any(uid not in revisions or revisions[uid][0] != digest for uid, digest in digests.items())


def _revised(revisions: Mapping[str, list[Any]], digests: Mapping[str, str], now: int) -> dict[str, list[Any]]:
    oldest = now - FORGOTTEN_AFTER // SECOND
    retained = {uid: row for uid, row in revisions.items() if uid in digests or row[2] >= oldest}
    return retained | {uid: _next(retained.get(uid), digest, now) for uid, digest in digests.items()}


def _next(row: list[Any] | None, digest: str, now: int) -> list[Any]:
    if row is None:
        return [digest, 0, now]
    old_digest, sequence, at = row
    # The time must increase by at least a second, because programs keep the newer of two versions.
    return row if old_digest == digest else [digest, sequence + 1, max(now, at + 1)]
