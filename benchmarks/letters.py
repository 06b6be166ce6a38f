"""Cost of composing an email with its picture and handing it over, without the network."""

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from email.message import EmailMessage as Message
from email.policy import SMTP
from typing import TYPE_CHECKING

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from benchmarks.figure import Figure
from tables.models import Delivery, Notification, Table
from tables.services.mail import deliveries

if TYPE_CHECKING:
    from benchmarks.games import GameMeasurements

GOAL_MILLISECONDS = 80
# After this time, no user counts as present at a table.
LATER = timedelta(hours=2)


class Postbox(BaseEmailBackend):
    """Email backend that does the work of Django's SMTP backend, but delivers nothing."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Compose every email as bytes. Return their number."""
        for mail in email_messages:
            message: Message = mail.message(policy=SMTP)
            if b"image/png" not in message.as_bytes():
                raise RuntimeError(f"{mail.subject!r} has no picture")
        return len(email_messages)


def spent(table: Table) -> Iterator[float]:
    """Deliver the newest queued "your turn" email of a table and yield its CPU seconds.

    It yields nothing if no such email is queued or if it is dropped.
    """
    waiting = Delivery.objects.filter(status=Delivery.Status.QUEUED, notification__kind=Notification.Kind.TURN)
    newest = waiting.filter(notification__table=table).order_by("-pk").first()
    if newest is None:
        return
    # Each email is the first for a while and about one table, so it is neither delayed nor combined with others.
    Delivery.objects.filter(status=Delivery.Status.QUEUED).exclude(notification__table=table).delete()
    long_ago = newest.next_at - timedelta(days=7)
    Delivery.objects.exclude(status=Delivery.Status.QUEUED).update(claimed_at=long_ago, started_at=long_ago, sent_at=long_ago)
    start = time.process_time()
    status = deliveries.deliver(delivery_id=newest.pk, now=newest.next_at + LATER)
    elapsed = time.process_time() - start
    # An email about a decision made in the meantime is not written.
    if status == Delivery.Status.SENT:
        yield elapsed
    elif status != Delivery.Status.DROPPED:
        raise RuntimeError(f"a letter of table {table.code} was not sent: {status}")


def figures(taken: Mapping[str, Sequence["GameMeasurements"]]) -> Iterator[Figure]:
    """Yield the CPU milliseconds of an email of each game, against eighty."""
    for game, played in taken.items():
        seconds = [each for one in played for each in one.letter]
        yield Figure(f"{game}-letter-cpu-milliseconds", 1000 * statistics.median(seconds), GOAL_MILLISECONDS, 1, "less")
