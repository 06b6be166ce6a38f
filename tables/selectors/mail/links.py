"""Signed URL in an email: its reader can answer one decision of one seat without signing in.

Anyone with the URL may answer for them, so it is in no log (config/logs/). It ends with the decision, after ``LIFETIME`` at the
latest, and when the seat gets another player. ``tables.selectors.mail.linked`` checks all this.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tables.models import Decision

LIFETIME = timedelta(days=30)
_SIGNER = signing.Signer(salt="tables.mail.decision")


class Link(NamedTuple):
    """Link: its seat, decision, recipient and creation time."""

    seat_id: int
    key: str
    user_id: int
    made_at: datetime

    def is_fresh(self, now: datetime) -> bool:
        """Return whether the link is not too old."""
        return now - self.made_at <= LIFETIME


class BadToken(ValueError):
    """Error: the URL was cut off or made up. The message quotes nothing of it, since errors are logged."""


def make(decision: Decision, user_id: int, now: datetime) -> str:
    """Return the secret part of the URL."""
    return _SIGNER.sign_object([decision.seat_id, decision.key, user_id, int(now.timestamp())])


def read(token: str) -> Link:
    """Return the link of a token. Raises :class:`BadToken`."""
    try:
        seat_id, key, user_id, timestamp = _SIGNER.unsign_object(token)
        return Link(seat_id, key, user_id, datetime.fromtimestamp(timestamp, UTC))
    except (signing.BadSignature, ValueError, TypeError, OverflowError):
        raise BadToken from None


def address(token: str) -> str:
    """Return the URL of the link for an email."""
    return f"{settings.SITE_URL}{reverse('mail:decide', args=[token])}"
