"""Emails without a table, which respect their recipient's choices like notifications do."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.mail import queue
from accounts.mail.headers import SiteMail
from accounts.models import User
from tables.mail.letter import unsubscribe_url
from tables.models import Notification
from tables.selectors.mail import mailing
from tables.selectors.mail.cadence import Cadence

# Time for which the site tries to send such an email.
LASTS = timedelta(days=1)


def send(
    kind: Notification.Kind, *, to: User, subject: str, lines: Sequence[str], now: datetime, lasts: timedelta = LASTS
) -> None:
    """Queue an email of these paragraphs, unless the recipient has no address, has paused emails or wants none of this kind."""
    preferences = mailing.preferences(to)
    if preferences.cadence(kind) == Cadence.NEVER or preferences.pause or not to.email or not to.is_active:
        return
    headers = {
        "List-Unsubscribe": f"<{unsubscribe_url(to.pk, [kind], preferences)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    queue.queue(SiteMail(subject, "\n\n".join(lines), to=[to.email], headers=headers), user=to, now=now, lasts=lasts)
