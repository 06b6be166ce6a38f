"""Handing a claimed mail over, and what becomes of it.

``started_at`` is committed right before, on the condition that the claim is still ours: a worker that was paused for longer
than its lease sends nothing when it wakes. One that dies before that leaves a mail that was not sent; one that dies after it
a mail that may have been: it is sent again, the same parts under the same Message-ID, and marked ``uncertain``.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from django.core.mail import mailers
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from config import metrics
from tables.mail import compose
from tables.mail.faults import Fault, fault_of, is_unclear
from tables.mail.providers import AlreadyTaken
from tables.models import Delivery, Notification
from tables.selectors.mail.cadence import Cadence, MailPreferences
from tables.services import quarantine
from tables.services.mail import answerable, outage, returning

logger = logging.getLogger(__name__)

# What a server refuses for what it is, and what takes its worker along, is tried so often; everything else so long.
MAX_ATTEMPTS = 10
GIVE_UP = timedelta(days=7)
SHORTEST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=4)
Status = Delivery.Status
Kind = Notification.Kind


class _Unreachable(Exception):
    """There is no line to the mail server; its cause says why."""


class Lost(Exception):
    """Somebody else has the mail by now."""


def send(deliveries: list[Delivery], preferences: MailPreferences, *, number: int, now: datetime) -> None:
    """Send one mail that tells all of ``deliveries``, which one claim holds; ``number`` names it. Never raises for a mail."""
    notifications = [delivery.notification for delivery in deliveries]
    try:
        letter = compose.compose(notifications, preferences=preferences, number=number, now=now)
        if letter.by_number:
            answerable.expect(letter.by_number, now=now)
        with _line() as post:
            start(deliveries, now)
            post.send_messages([letter])
    except AlreadyTaken:
        logger.warning("mail about %s had been sent before", notifications[0])
    except Lost:
        logger.warning("mail about %s was taken over by another worker", notifications[0])
        return
    except _Unreachable as error:
        _put_back(deliveries, _cause(error), Fault.AWAY, now)
        return
    # Whatever goes wrong with one mail is written down with it and must not take the worker along.
    except Exception as error:  # noqa: BLE001
        _put_back(deliveries, error, fault_of(error), now)
        return
    sent(deliveries, now)
    outage.end()
    if any(preferences.cadence(Kind(notification.kind)) == Cadence.ONCE for notification in notifications):
        returning.forget(user_id=notifications[0].recipient_id, now=now)


def settle(deliveries: Sequence[Delivery], **fields: object) -> bool:
    """Write down what became of ``deliveries`` unless another claim has them by now. True if they were still ours."""
    for delivery in deliveries:
        for name, value in fields.items():
            setattr(delivery, name, value)
    _count(deliveries)
    return bool(_held(deliveries).update(**fields))


def _count(deliveries: Sequence[Delivery]) -> None:
    for delivery in deliveries:
        metrics.delivered(delivery.channel.partition(":")[0], delivery.status)


def drop(delivery: Delivery, reason: str) -> bool:
    """Settle one that nobody needs any more."""
    delivery.status, delivery.error = Status.DROPPED, reason
    return bool(_held([delivery]).update(status=Status.DROPPED, error=reason))


def is_given_up(delivery: Delivery, now: datetime) -> bool:
    """Whether it could not be handed over for as long as anybody waits."""
    return delivery.failing_since is not None and now - delivery.failing_since >= GIVE_UP


@contextmanager
def _line() -> Iterator[BaseEmailBackend]:
    try:
        post = mailers.default.__enter__()
    # Refused, unknown, silent, or its password is wrong: no mail can help it.
    except Exception as error:
        raise _Unreachable from error
    try:
        yield post
    finally:
        # What goes wrong with the goodbye changes nothing of what became of the mail.
        with suppress(OSError):
            post.close()


def start(deliveries: Sequence[Delivery], now: datetime) -> None:
    """Committed before the mail server hears anything of it. Raises Lost unless every part is still ours."""
    try:
        with transaction.atomic():
            if _held(deliveries).update(started_at=Coalesce("started_at", now)) != len(deliveries):
                raise Lost
    except Lost:
        _held(deliveries).update(status=Status.QUEUED, attempts=F("attempts") - 1)
        raise
    for delivery in deliveries:
        delivery.started_at = delivery.started_at or now


def _held(deliveries: Sequence[Delivery]) -> QuerySet[Delivery]:
    """Those that their claim still holds."""
    ids, claim = [delivery.pk for delivery in deliveries], deliveries[0].claim
    return Delivery.objects.filter(pk__in=ids, claim=claim, status=Status.SENDING)


def sent(deliveries: Sequence[Delivery], now: datetime) -> None:
    """They were sent, no matter who holds them by now; the next worker to ask for them finds out."""
    for delivery in deliveries:
        delivery.status, delivery.sent_at, delivery.error = Status.SENT, now, ""
    _count(deliveries)
    unsent = Delivery.objects.filter(pk__in=[delivery.pk for delivery in deliveries]).exclude(status=Status.SENT)
    unsent.update(status=Status.SENT, sent_at=now, error="")


def _put_back(deliveries: Sequence[Delivery], error: Exception, fault: Fault, now: datetime) -> None:
    logger.error("mail about %s was not sent: %s", deliveries[0].notification, quarantine.place(error))
    since = min(delivery.failing_since or now for delivery in deliveries)
    next_at = now + min(max(now - since, SHORTEST_WAIT), LONGEST_WAIT)
    if fault is Fault.AWAY:
        # After the others: should it be this mail that makes the server fall over, they are not held up by it for ever.
        next_at = outage.note(error, now) + SHORTEST_WAIT
    elif deliveries[0].started_at:
        outage.end()
    for delivery in deliveries:
        _put_one_back(delivery, error, fault, next_at, now)


def _put_one_back(delivery: Delivery, error: Exception, fault: Fault, next_at: datetime, now: datetime) -> None:
    delivery.failing_since = delivery.failing_since or now
    is_own_fault = fault in (Fault.REFUSED, Fault.NOBODY)
    uncertain = delivery.uncertain or (delivery.started_at is not None and is_unclear(error))
    is_over = fault is Fault.NOBODY or (is_own_fault and delivery.attempts >= MAX_ATTEMPTS) or is_given_up(delivery, now)
    settle(
        [delivery],
        status=Status.FAILED if is_over else Status.QUEUED,
        attempts=delivery.attempts if is_own_fault else max(0, delivery.attempts - 1),
        next_at=next_at,
        failing_since=delivery.failing_since,
        # What was refused may be told together with newer things; what may have arrived is only ever sent as it was.
        started_at=delivery.started_at if uncertain else None,
        uncertain=uncertain,
        error=outage.describe(error),
    )


def _cause(error: _Unreachable) -> Exception:
    cause = error.__cause__
    return cause if isinstance(cause, Exception) else error
