"""Delivery of notifications by channels other than email.

A due delivery is claimed by a conditional update with a lease, as with email (services/mail/deliveries.py). Other deliveries
for the same channel and table are claimed with it. Outdated deliveries are dropped, and the text is made from the current
state. Channels are independent: a failing channel is paused for a while and delays no other channel and no email.
"""

import logging
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max, QuerySet

from tables.channels.notice import read_notice
from tables.channels.unsent import Unsent
from tables.models import Channel, Delivery, Notification
from tables.models.mail import EMAIL
from tables.selectors.mail import mailing
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import MailPreferences, after_quiet
from tables.services import quarantine
from tables.services.channels import health, senders
from tables.services.mail import deliveries as mails
from tables.services.mail import families, sending
from tables.services.mail.deliveries import LEASE
from tables.services.mail.families import Family
from tables.services.mail.sending import MAX_ATTEMPTS

logger = logging.getLogger(__name__)

# Maximum number of mentions and invitations by one channel in a time span, because other users can send them freely.
FREE_MOST, FREE_SPAN = 10, timedelta(hours=1)
Status = Delivery.Status
Kind = Notification.Kind


class _Way(NamedTuple):
    """Channel of a delivery, with its owner's preferences."""

    family: Family
    row: Channel
    preferences: MailPreferences


def tell(*, delivery_id: int, now: datetime) -> Delivery.Status | None:
    """Deliver one notification by its channel, with others for the same table, or postpone or drop it.

    Returns the new status of the delivery. Returns None if it is not due, an email, or claimed by another worker. Failures are
    stored with the delivery and the channel, never raised.
    """
    first = mails.rows(due_deliveries(now).filter(pk=delivery_id)).first()
    if first is None:
        return None
    family, row = families.find(first.channel)
    if row is None or row.off_at:
        return _drop_unclaimed(first, "this way is gone" if row is None else "this way is off", now)
    target = _Way(family, row, mailing.preferences(first.notification.recipient, family.choice))
    send_at = now if mailing.why_untold(first.notification, target.preferences) else _later(first, target, now)
    if send_at > now:
        due_deliveries(now).filter(pk=delivery_id).update(next_at=send_at)
        return Status(first.status)
    claimed = _claim(first, now)
    sendable = [delivery for delivery in claimed if _is_worth_trying(delivery) and _still_wanted(delivery, target, now)]
    if sendable:
        _send(sendable, target, now)
    return next((Status(delivery.status) for delivery in claimed if delivery.pk == delivery_id), None)


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Queue deliveries that are unpublished, due again, or left by a crashed worker. Return their number."""
    return mails.publish(due_deliveries(now), now=now, limit=limit)


def due_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Return the deliveries by other channels that need attention now."""
    return mails.unsent(now - LEASE).filter(next_at__lte=now).exclude(channel=EMAIL)


def _later(delivery: Delivery, target: _Way, now: datetime) -> datetime:
    """Return the earliest moment, from ``now`` on, for the delivery."""
    notification = delivery.notification
    moments = [now, target.row.next_at or now]
    if notification.kind in FREE:
        recent = mailing.free_mails(
            notification.recipient_id, since=now - FREE_SPAN, lease_since=now - LEASE, channel=delivery.channel
        )
        moments += [recent[FREE_MOST - 1] + FREE_SPAN] if len(recent) >= FREE_MOST else []
    send_at = after_quiet(target.preferences, max(moments))
    return now + mails.HERE_AGAIN if send_at <= now and mails.is_seen(notification, target.preferences, now) else send_at


def _claim(first: Delivery, now: datetime) -> list[Delivery]:
    """Claim the delivery and those sent with it; return nothing if another worker was faster."""
    with transaction.atomic():
        available = (_together(first) & mails.unsent(now - LEASE)).select_for_update(of=("self",)).order_by("pk")
        ids = list(available.values_list("pk", flat=True))
        if first.pk not in ids:
            return []
        claim = secrets.token_hex(8)
        if first.started_at:
            _together(first).update(claim=claim)
            Delivery.objects.filter(pk__in=ids).update(uncertain=True)
        fields = {"status": Status.SENDING, "claimed_at": now, "claim": claim, "attempts": F("attempts") + 1}
        Delivery.objects.filter(pk__in=ids).update(**fields)
    return list(mails.rows(Delivery.objects.filter(pk__in=ids)))


def _together(first: Delivery) -> QuerySet[Delivery]:
    """Return the deliveries of one person, channel and table sent together. A group that may have been sent stays unchanged."""
    deliveries = Delivery.objects.filter(channel=first.channel, started_at=first.started_at)
    if first.started_at and first.claim:
        return deliveries.filter(claim=first.claim)
    notification = first.notification
    return deliveries.filter(notification__recipient=notification.recipient_id, notification__table=notification.table_id)


def _is_worth_trying(delivery: Delivery) -> bool:
    """Mark the delivery as failed if workers have crashed on it too often. Return whether it may be tried."""
    if delivery.attempts > MAX_ATTEMPTS:
        sending.settle([delivery], status=Status.FAILED, error="never came back from a worker")
    return delivery.attempts <= MAX_ATTEMPTS


def _still_wanted(delivery: Delivery, target: _Way, now: datetime) -> bool:
    reason = mailing.why_untold(delivery.notification, target.preferences)
    if reason:
        sending.drop([delivery], reason)
    return not reason


def _drop_unclaimed(first: Delivery, reason: str, now: datetime) -> Delivery.Status:
    due_deliveries(now).filter(pk=first.pk).update(status=Status.DROPPED, error=reason)
    return Status.DROPPED


def _send(deliveries: list[Delivery], target: _Way, now: datetime) -> None:
    """Send all ``deliveries`` of one claim together, and store the result. Failures are not raised."""
    try:
        notice = read_notice([delivery.notification for delivery in deliveries], number=_number(deliveries), now=now)
        sending.start(deliveries, now)
        senders.send(target.family, target.row, notice)
    except sending.Lost:
        logger.warning("%s was taken over by another worker", deliveries[0])
        return
    except Unsent as error:
        logger.warning("%s was not told: %s", deliveries[0], error)
        next_at = health.failed(target.family, target.row, error, now)
        _put_back(deliveries, str(error), next_at, now, is_unclear=error.is_unclear)
        return
    # Any error is stored with the delivery and must not stop the worker.
    except Exception as error:  # noqa: BLE001
        fault = quarantine.describe_error(error)
        logger.error("%s was not told: %s", deliveries[0], fault)
        _put_back(deliveries, fault, now + health.LONGEST_REST, now, is_unclear=False)
        return
    sending.mark_sent(deliveries, now)
    health.record_success(target.family, target.row, now)


def _put_back(deliveries: list[Delivery], error: str, next_at: datetime | None, now: datetime, *, is_unclear: bool) -> None:
    for delivery in deliveries:
        since = delivery.failing_since or now
        is_over = next_at is None or now - since >= health.GIVE_UP
        uncertain = delivery.uncertain or (is_unclear and delivery.started_at is not None)
        sending.settle(
            [delivery],
            status=Status.FAILED if is_over else Status.QUEUED,
            attempts=max(0, delivery.attempts - 1),
            next_at=next_at or now,
            failing_since=since,
            started_at=delivery.started_at if uncertain else None,
            uncertain=uncertain,
            error=error,
        )


def _number(deliveries: list[Delivery]) -> int:
    """Return the notice's number, the ID of its newest notification. It stays the same if the notice may have been sent."""
    if deliveries[0].started_at is None:
        return max(delivery.notification_id for delivery in deliveries)
    return int(_together(deliveries[0]).aggregate(newest=Max("notification"))["newest"])
