"""Handing over a claimed email, and recording the result.

``started_at`` is committed right before, on condition that the claim is still valid. A worker that was paused for longer than
its lease therefore sends nothing when it resumes. If a worker crashes before that, the email was not sent. If it crashes later,
the email may have been sent. It is then sent again with the same parts and Message-ID, and marked ``uncertain``.
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

# Maximum attempts for an email that the server refuses or that crashes its worker. Other failures have a time limit.
MAX_ATTEMPTS = 10
GIVE_UP = timedelta(days=7)
SHORTEST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=4)
Status = Delivery.Status
Kind = Notification.Kind


class _Unreachable(Exception):
    """Error raised if there is no connection to the mail server; its cause is the reason."""


class Lost(Exception):
    """Error raised if another worker has claimed the email."""


def send(deliveries: list[Delivery], preferences: MailPreferences, *, number: int, now: datetime) -> None:
    """Send one email for ``deliveries`` of one claim, and store the result; ``number`` identifies the email.

    Failures are not raised.
    """
    notifications = [delivery.notification for delivery in deliveries]
    try:
        letter = compose.compose(notifications, preferences=preferences, number=number, now=now)
        if letter.by_number:
            answerable.expect(letter.by_number, now=now)
        with _line() as backend:
            start(deliveries, now)
            backend.send_messages([letter])
    except AlreadyTaken:
        logger.warning("mail about %s had been sent before", notifications[0])
    except Lost:
        logger.warning("mail about %s was taken over by another worker", notifications[0])
        return
    except _Unreachable as error:
        _put_back(deliveries, _cause(error), Fault.AWAY, now)
        return
    # Any error is stored with the email and must not stop the worker.
    except Exception as error:  # noqa: BLE001
        _put_back(deliveries, error, fault_of(error), now)
        return
    mark_sent(deliveries, now)
    outage.end()
    if any(preferences.cadence(Kind(notification.kind)) == Cadence.ONCE for notification in notifications):
        returning.forget(user_id=notifications[0].recipient_id, now=now)


def settle(deliveries: Sequence[Delivery], **fields: object) -> bool:
    """Store the result of ``deliveries`` unless another claim has them now. Return True if the claim was still valid."""
    for delivery in deliveries:
        for name, value in fields.items():
            setattr(delivery, name, value)
    _count(deliveries)
    return bool(_still_claimed(deliveries).update(**fields))


def _count(deliveries: Sequence[Delivery]) -> None:
    for delivery in deliveries:
        metrics.delivered(delivery.channel.partition(":")[0], delivery.status)


def drop(deliveries: Sequence[Delivery], reason: str) -> bool:
    """Drop deliveries of one claim that are no longer needed. Return True if the claim was still valid."""
    for delivery in deliveries:
        delivery.status, delivery.error = Status.DROPPED, reason
    return bool(_still_claimed(deliveries).update(status=Status.DROPPED, error=reason))


def is_given_up(delivery: Delivery, now: datetime) -> bool:
    """Return whether the delivery has failed for the maximum time."""
    return delivery.failing_since is not None and now - delivery.failing_since >= GIVE_UP


@contextmanager
def _line() -> Iterator[BaseEmailBackend]:
    try:
        backend = mailers.default.__enter__()
    # The server refuses the connection, is unknown or silent, or the password is wrong. The email is not the cause.
    except Exception as error:
        raise _Unreachable from error
    try:
        yield backend
    finally:
        # An error while closing the connection does not change the result of the email.
        with suppress(OSError):
            backend.close()


def start(deliveries: Sequence[Delivery], now: datetime) -> None:
    """Commit the start of sending before the message is handed over.

    Raises Lost if the claim is no longer valid; deliveries that it still holds are queued again.
    """
    try:
        with transaction.atomic():
            if _still_claimed(deliveries).update(started_at=Coalesce("started_at", now)) != len(deliveries):
                raise Lost
    except Lost:
        _still_claimed(deliveries).update(status=Status.QUEUED, attempts=F("attempts") - 1)
        raise
    for delivery in deliveries:
        delivery.started_at = delivery.started_at or now


def _still_claimed(deliveries: Sequence[Delivery]) -> QuerySet[Delivery]:
    """Return the deliveries still held by their claim."""
    ids, claim = [delivery.pk for delivery in deliveries], deliveries[0].claim
    return Delivery.objects.filter(pk__in=ids, claim=claim, status=Status.SENDING)


def mark_sent(deliveries: Sequence[Delivery], now: datetime) -> None:
    """Mark the deliveries as sent, even if another worker has claimed them since; that worker will notice."""
    for delivery in deliveries:
        delivery.status, delivery.sent_at, delivery.error = Status.SENT, now, ""
    _count(deliveries)
    unsent = Delivery.objects.filter(pk__in=[delivery.pk for delivery in deliveries]).exclude(status=Status.SENT)
    unsent.update(status=Status.SENT, sent_at=now, error="")


def _put_back(deliveries: Sequence[Delivery], error: Exception, fault: Fault, now: datetime) -> None:
    logger.error("mail about %s was not sent: %s", deliveries[0].notification, quarantine.describe_error(error))
    since = min(delivery.failing_since or now for delivery in deliveries)
    next_at = now + min(max(now - since, SHORTEST_WAIT), LONGEST_WAIT)
    if fault is Fault.AWAY:
        # This email is tried after all others, in case this email makes the server fail.
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
        # A refused email can be combined with newer news; one that may have arrived is only repeated unchanged.
        started_at=delivery.started_at if uncertain else None,
        uncertain=uncertain,
        error=outage.describe(error),
    )


def _cause(error: _Unreachable) -> Exception:
    cause = error.__cause__
    return cause if isinstance(cause, Exception) else error
