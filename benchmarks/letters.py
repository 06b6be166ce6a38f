"""What it costs to compose a letter with its picture and to hand it over, without the network."""

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
    from benchmarks.games import Taken

GOAL_MILLISECONDS = 80
# Long enough that nobody is at a table any more.
LATER = timedelta(hours=2)


class Postbox(BaseEmailBackend):
    """Does with a mail what Django's own backend does for a mail server, and hands it to nobody."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Put every mail together as bytes."""
        for mail in email_messages:
            message: Message = mail.message(policy=SMTP)
            if b"image/png" not in message.as_bytes():
                raise RuntimeError(f"{mail.subject!r} has no picture")
        return len(email_messages)


def spent(table: Table) -> Iterator[float]:
    """Seconds of CPU for one of the letters that tell somebody it is their turn at a table; nothing if none waits."""
    waiting = Delivery.objects.filter(status=Delivery.Status.QUEUED, notification__kind=Notification.Kind.TURN)
    newest = waiting.filter(notification__table=table).order_by("-pk").first()
    if newest is None:
        return
    # Each is the first letter for a while and about one table, so that it neither waits for others nor tells of them.
    Delivery.objects.filter(status=Delivery.Status.QUEUED).exclude(notification__table=table).delete()
    long_ago = newest.next_at - timedelta(days=7)
    Delivery.objects.exclude(status=Delivery.Status.QUEUED).update(claimed_at=long_ago, started_at=long_ago, sent_at=long_ago)
    begun = time.process_time()
    status = deliveries.deliver(delivery_id=newest.pk, now=newest.next_at + LATER)
    taken = time.process_time() - begun
    # A letter about something that was answered meanwhile is not written.
    if status == Delivery.Status.SENT:
        yield taken
    elif status != Delivery.Status.DROPPED:
        raise RuntimeError(f"a letter of table {table.code} was not sent: {status}")


def figures(taken: Mapping[str, Sequence["Taken"]]) -> Iterator[Figure]:
    """Milliseconds of CPU for a letter of each game, against eighty."""
    for game, played in taken.items():
        seconds = [each for one in played for each in one.letter]
        yield Figure(f"{game}-letter-cpu-milliseconds", 1000 * statistics.median(seconds), GOAL_MILLISECONDS, 1, "less")
