"""Telling by other ways than mail what notify.py wrote down.

As with mail (services/mail/deliveries.py) a delivery that is due is claimed by a conditional update with a lease, together with
what else is to be told there about the same table, what was overtaken is dropped, and what is told is made from what is true at
that moment. But every way stands for itself: one that fails is left alone for a while and holds up no other, and no mail.
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
from tables.services.channels import handing_over, health
from tables.services.mail import deliveries as mails
from tables.services.mail import families, sending
from tables.services.mail.deliveries import LEASE
from tables.services.mail.families import Family
from tables.services.mail.sending import MAX_ATTEMPTS

logger = logging.getLogger(__name__)

# What others may cause by mentions and invitations, which cost them nothing: so much in a while, by one way.
FREE_MOST, FREE_SPAN = 10, timedelta(hours=1)
Status = Delivery.Status
Kind = Notification.Kind


class _Way(NamedTuple):
    """By what something is told, and how its owner wants it."""

    family: Family
    row: Channel
    preferences: MailPreferences


def tell(*, delivery_id: int, now: datetime) -> Delivery.Status | None:
    """Tell one thing by the way its delivery names, or put it off until its recipient wants it.

    Returns what became of the delivery, or None if it is not due, a mail, or in somebody else's hands. Failures are stored with
    it and with the way; they are never raised.
    """
    first = mails.rows(due_deliveries(now).filter(pk=delivery_id)).first()
    if first is None:
        return None
    family, row = families.find(first.channel)
    if row is None or row.off_at:
        return _drop_unclaimed(first, "this way is gone" if row is None else "this way is off", now)
    way = _Way(family, row, mailing.preferences(first.notification.recipient, family.choice))
    later = now if mailing.why_untold(first.notification, way.preferences) else _later(first, way, now)
    if later > now:
        due_deliveries(now).filter(pk=delivery_id).update(next_at=later)
        return Status(first.status)
    claimed = _claim(first, now)
    wanted = [delivery for delivery in claimed if _is_worth_trying(delivery) and _still_wanted(delivery, way, now)]
    if wanted:
        _send(wanted, way, now)
    return next((Status(delivery.status) for delivery in claimed if delivery.pk == delivery_id), None)


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Publish what was not published, is due again, or was left lying by a worker that died. Returns how many."""
    return mails.publish(due_deliveries(now), now=now, limit=limit)


def due_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Deliveries by other ways than mail that somebody should be looking after now."""
    return mails.unsent(now - LEASE).filter(next_at__lte=now).exclude(channel=EMAIL)


def _later(delivery: Delivery, way: _Way, now: datetime) -> datetime:
    """The first moment from ``now`` on at which it may be told."""
    notification = delivery.notification
    moments = [now, way.row.next_at or now]
    if notification.kind in FREE:
        told = mailing.free_mails(
            notification.recipient_id, since=now - FREE_SPAN, lease_since=now - LEASE, channel=delivery.channel
        )
        moments += [told[FREE_MOST - 1] + FREE_SPAN] if len(told) >= FREE_MOST else []
    later = after_quiet(way.preferences, max(moments))
    return now + mails.HERE_AGAIN if later <= now and mails.is_seen(notification, way.preferences, now) else later


def _claim(first: Delivery, now: datetime) -> list[Delivery]:
    """Take the delivery and what goes with it; nothing if somebody was faster."""
    with transaction.atomic():
        free = (_together(first) & mails.unsent(now - LEASE)).select_for_update(of=("self",)).order_by("pk")
        ids = list(free.values_list("pk", flat=True))
        if first.pk not in ids:
            return []
        claim = secrets.token_hex(8)
        if first.started_at:
            _together(first).update(claim=claim)
            Delivery.objects.filter(pk__in=ids).update(uncertain=True)
        mine = {"status": Status.SENDING, "claimed_at": now, "claim": claim, "attempts": F("attempts") + 1}
        Delivery.objects.filter(pk__in=ids).update(**mine)
    return list(mails.rows(Delivery.objects.filter(pk__in=ids)))


def _together(first: Delivery) -> QuerySet[Delivery]:
    """What is told in one: to one person by one way about one table. What may have been told already stays as it was."""
    same = Delivery.objects.filter(channel=first.channel, started_at=first.started_at)
    if first.started_at and first.claim:
        return same.filter(claim=first.claim)
    notification = first.notification
    return same.filter(notification__recipient=notification.recipient_id, notification__table=notification.table_id)


def _is_worth_trying(delivery: Delivery) -> bool:
    """False for one that was claimed again and again by workers that died of it."""
    if delivery.attempts > MAX_ATTEMPTS:
        sending.settle([delivery], status=Status.FAILED, error="never came back from a worker")
    return delivery.attempts <= MAX_ATTEMPTS


def _still_wanted(delivery: Delivery, way: _Way, now: datetime) -> bool:
    reason = mailing.why_untold(delivery.notification, way.preferences)
    if reason:
        sending.drop(delivery, reason)
    return not reason


def _drop_unclaimed(first: Delivery, reason: str, now: datetime) -> Delivery.Status:
    due_deliveries(now).filter(pk=first.pk).update(status=Status.DROPPED, error=reason)
    return Status.DROPPED


def _send(deliveries: list[Delivery], way: _Way, now: datetime) -> None:
    """Tell all of ``deliveries``, which one claim holds, at once. Never raises for what is told."""
    try:
        notice = read_notice([delivery.notification for delivery in deliveries], number=_number(deliveries), now=now)
        sending.start(deliveries, now)
        handing_over.send(way.family, way.row, notice)
    except sending.Lost:
        logger.warning("%s was taken over by another worker", deliveries[0])
        return
    except Unsent as error:
        logger.warning("%s was not told: %s", deliveries[0], error)
        next_at = health.failed(way.family, way.row, error, now)
        _put_back(deliveries, str(error), next_at, now, is_unclear=error.is_unclear)
        return
    # Whatever goes wrong with one is written down with it and must not take the worker along.
    except Exception as error:  # noqa: BLE001
        place = quarantine.place(error)
        logger.error("%s was not told: %s", deliveries[0], place)
        _put_back(deliveries, place, now + health.LONGEST_REST, now, is_unclear=False)
        return
    sending.sent(deliveries, now)
    health.took(way.family, way.row, now)


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
    """What names it: the newest notification; of what may have been told already the same as then."""
    if deliveries[0].started_at is None:
        return max(delivery.notification_id for delivery in deliveries)
    return int(_together(deliveries[0]).aggregate(newest=Max("notification"))["newest"])
