"""The signed address by which the reader of a mail answers one decision of one seat without signing in.

Whoever holds it may answer for them, so it stands in no log (config/logs/), ends with the decision, after thirty days at the
latest, and is worth nothing once somebody else plays the seat. What still stands is judged in ``tables.selectors.mail.linked``.
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
    """For which seat, which of its decisions and whom it was made, and when."""

    seat_id: int
    key: str
    user_id: int
    made_at: datetime

    def is_fresh(self, now: datetime) -> bool:
        """Whether it was made no longer ago than it lasts."""
        return now - self.made_at <= LIFETIME


class BadToken(ValueError):
    """The address was cut off or made up. Nothing of it is told: errors are logged."""


def make(decision: Decision, user_id: int, now: datetime) -> str:
    """The part of the address that is secret."""
    return _SIGNER.sign_object([decision.seat_id, decision.key, user_id, int(now.timestamp())])


def read(token: str) -> Link:
    """Raises :class:`BadToken`."""
    try:
        seat_id, key, user_id, made = _SIGNER.unsign_object(token)
        return Link(seat_id, key, user_id, datetime.fromtimestamp(made, UTC))
    except (signing.BadSignature, ValueError, TypeError, OverflowError):
        raise BadToken from None


def address(token: str) -> str:
    """Where it leads, as a mail names it."""
    return f"{settings.SITE_URL}{reverse('mail:decide', args=[token])}"
