"""Sending what notify.py wrote down.

A delivery is claimed by a conditional update with a lease, together with everything else that waits for the same person at the
same table: one mail tells it all. What has been overtaken is dropped at that moment, and the mail is made from what is true
then, so a late retry never tells old news. Nothing is locked while a mail is made or sent.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused

from django.db import transaction
from django.db.models import F, Q, QuerySet

from tables.mail import compose
from tables.models import Decision, Delivery, MailChoice, Notification
from tables.services import quarantine, queue

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
MAX_ATTEMPTS = 10
LONGEST_WAIT = timedelta(hours=4)
HINT_AGAIN = timedelta(minutes=5)
Status = Delivery.Status
Kind = Notification.Kind


def deliver(*, delivery_id: int, now: datetime) -> Delivery.Status | None:
    """Send one mail with everything its recipient is to be told about the table.

    Returns what became of the delivery, or None if somebody else has it or had it. Failures are stored with it and tried
    again later; they are never raised.
    """
    claimed = _claim(delivery_id, now)
    wanted = [delivery for delivery in claimed if _is_worth_trying(delivery) and _still_wanted(delivery, now)]
    if wanted:
        _send(wanted, now)
    mine = [delivery for delivery in claimed if delivery.pk == delivery_id]
    return Status(mine[0].status) if mine else None


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Publish what was not published, is due again, or was left lying by a worker that died. Returns how many."""
    due = list(due_deliveries(now).order_by("next_at").values_list("pk", flat=True)[:limit])
    Delivery.objects.filter(pk__in=due).update(next_at=now + HINT_AGAIN)
    for delivery_id in due:
        queue.later("deliver", delivery_id)
    return len(due)


def retry(*, delivery_ids: Sequence[int], now: datetime) -> int:
    """Give failed or waiting deliveries a fresh start. Returns how many."""
    found = Delivery.objects.filter(pk__in=delivery_ids, status__in=[Status.FAILED, Status.QUEUED])
    ids = list(found.values_list("pk", flat=True))
    found.update(status=Status.QUEUED, attempts=0, next_at=now, error="")
    for delivery_id in ids:
        queue.later("deliver", delivery_id)
    return len(ids)


def due_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Deliveries somebody should be sending now."""
    lost = Q(status=Status.SENDING, claimed_at__lte=now - LEASE)
    # Said again in the words of the index, or SQLite reads every delivery there ever was.
    unsent = Q(status__in=[Status.QUEUED, Status.SENDING])
    return Delivery.objects.filter(unsent, Q(status=Status.QUEUED) | lost, next_at__lte=now)


def why_not(notification: Notification) -> str:
    """Why nobody needs this mail any more: a short reason for the record, empty if it is still to be sent."""
    user = notification.recipient
    if not user.is_active or not user.email:
        return "no address"
    if MailChoice.objects.filter(user=user, kind=notification.kind, cadence=MailChoice.Cadence.NEVER).exists():
        return "not wanted"
    if notification.kind in (Kind.TURN, Kind.REMINDER) and not _open_decision(notification):
        return "answered meanwhile"
    return ""


def _claim(delivery_id: int, now: datetime) -> list[Delivery]:
    """Take the delivery and its companions, so that two workers never tell the same thing."""
    free = Q(status=Status.QUEUED) | Q(status=Status.SENDING, claimed_at__lte=now - LEASE)
    with transaction.atomic():
        first = Delivery.objects.filter(free, pk=delivery_id).select_related("notification").first()
        if first is None:
            return []
        told = first.notification
        same = Delivery.objects.filter(
            free, channel=first.channel, notification__recipient=told.recipient_id, notification__table=told.table_id
        )
        ids = list(same.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
        Delivery.objects.filter(pk__in=ids).update(status=Status.SENDING, claimed_at=now, attempts=F("attempts") + 1)
    found = Delivery.objects.filter(pk__in=ids).order_by("pk")
    return list(found.select_related("notification__recipient", "notification__table", "notification__seat"))


def _is_worth_trying(delivery: Delivery) -> bool:
    """False for one that was claimed again and again by workers that died of it."""
    if delivery.attempts > MAX_ATTEMPTS:
        _set(delivery, status=Status.FAILED, error="never came back from a worker")
    return delivery.attempts <= MAX_ATTEMPTS


def _still_wanted(delivery: Delivery, now: datetime) -> bool:
    reason = why_not(delivery.notification)
    if reason:
        _set(delivery, status=Status.DROPPED, error=reason)
        Notification.objects.filter(pk=delivery.notification_id).update(superseded_at=now)
    return not reason


def _open_decision(notification: Notification) -> bool:
    return (
        Decision.objects.filter(table=notification.table_id, seat=notification.seat_id, key=notification.decision_key)
        .filter(closed_at__isnull=True, answered_at__isnull=True, seat__user=notification.recipient_id)
        .filter(seat__steward_since__isnull=True, table__status="running", table__quarantined_at__isnull=True)
        .exists()
    )


def _send(deliveries: list[Delivery], now: datetime) -> None:
    try:
        compose.compose([delivery.notification for delivery in deliveries], now=now).send()
    # Whatever goes wrong with one mail is written down with it and must not take the worker along.
    except Exception as error:
        logger.error("mail about %s was not sent: %s", deliveries[0].notification, quarantine.place(error))
        for delivery in deliveries:
            _failed(delivery, error, now)
        return
    for delivery in deliveries:
        _set(delivery, status=Status.SENT, sent_at=now, error="")


def _failed(delivery: Delivery, error: Exception, now: datetime) -> None:
    given_up = delivery.attempts >= MAX_ATTEMPTS or _is_final(error)
    _set(
        delivery,
        status=Status.FAILED if given_up else Status.QUEUED,
        next_at=now + min(timedelta(minutes=2 ** (delivery.attempts - 1)), LONGEST_WAIT),
        error=_told(error)[:500],
    )


def _told(error: Exception) -> str:
    """What a mail server said is the operator's business; any other message might quote the game."""
    return f"{type(error).__name__}: {error}" if isinstance(error, OSError) else quarantine.place(error)


def _is_final(error: Exception) -> bool:
    return isinstance(error, SMTPRecipientsRefused) and all(code >= 500 for code, _text in error.recipients.values())


def _set(delivery: Delivery, **fields: object) -> None:
    for name, value in fields.items():
        setattr(delivery, name, value)
    delivery.save(update_fields=list(fields))
