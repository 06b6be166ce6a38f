"""Sending what notify.py wrote down, when its recipient wants it.

A delivery that may go out is claimed by a conditional update with a lease, together with everything else that waits for the
same person at the same table, or for their daily digest: one mail tells it all. What has been overtaken is dropped at that
moment, and the mail is made from what is true then, so a late retry never tells old news. Nothing is locked while a mail is
made or sent.

``started_at`` is committed right before a mail is handed over. A worker that dies before that leaves a mail that was not sent;
one that dies after it a mail that may have been: it is sent again, the same parts under the same Message-ID, and marked
``uncertain``.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

from anymail.exceptions import AnymailRecipientsRefused
from django.core.mail import mailers
from django.db import transaction
from django.db.models import BooleanField, F, Max, Q, QuerySet
from django.db.models.expressions import RawSQL
from requests import RequestException

from tables.mail import compose
from tables.mail.cadence import Cadence, Wishes, last_digest, sendable_at
from tables.mail.providers import AlreadyTaken
from tables.models import Delivery, Notification, Rhythm
from tables.selectors import mailing, presence
from tables.selectors.mailing import why_not
from tables.services import quarantine, queue, returning

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
MAX_ATTEMPTS = 10
LONGEST_WAIT = timedelta(hours=4)
HINT_AGAIN = timedelta(minutes=5)
# Whoever wants no mail while they are here is asked about so often, and for so long at most: a forgotten tab is nobody.
HERE_AGAIN, HERE_AT_MOST = timedelta(minutes=3), timedelta(hours=1)
SOON = timedelta(minutes=1)
# The condition of the index once more, and word by word: with values bound to it SQLite does not see that it is the same, and
# reads every delivery there ever was.
_UNSENT = RawSQL("tables_delivery.status IN ('queued', 'sending')", (), output_field=BooleanField())
Status = Delivery.Status
Kind = Notification.Kind


def deliver(*, delivery_id: int, now: datetime) -> Delivery.Status | None:
    """Send one mail with everything its recipient is to be told at this moment, or put it off until they want it.

    Returns what became of the delivery, or None if somebody else has it or had it. Failures are stored with it and tried
    again later; they are never raised.
    """
    first = _rows(_free(now).filter(pk=delivery_id)).first()
    if first is None:
        return None
    wishes = mailing.wishes(first.notification.recipient)
    later = _put_off(first, wishes, now)
    if later > now:
        _free(now).filter(pk=delivery_id).update(next_at=later)
        return Status(first.status)
    claimed = _claim(first, wishes, now)
    wanted = [delivery for delivery in claimed if _is_worth_trying(delivery) and _still_wanted(delivery, wishes, now)]
    if wanted:
        _send(wanted, wishes, now)
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
    return _free(now).filter(_UNSENT, next_at__lte=now)


def held_until(delivery: Delivery, wishes: Wishes, now: datetime) -> datetime:
    """The first moment from ``now`` on at which its recipient wants this mail."""
    told = delivery.notification
    later = sendable_at(wishes, Kind(told.kind), told_at=told.created_at, now=now)
    # Asked last, and only of those who chose it: it costs a query.
    is_young = now < told.created_at + HERE_AT_MOST
    if later <= now and wishes.quiet_while_here and is_young and presence.is_here(told.recipient_id, now):
        return now + HERE_AGAIN
    return later


def _free(now: datetime) -> QuerySet[Delivery]:
    """Deliveries that nobody is sending."""
    return Delivery.objects.filter(Q(status=Status.QUEUED) | Q(status=Status.SENDING, claimed_at__lte=now - LEASE))


def _rows(found: QuerySet[Delivery]) -> QuerySet[Delivery]:
    return found.select_related("notification__recipient__rhythm", "notification__table", "notification__seat").order_by("pk")


def _put_off(first: Delivery, wishes: Wishes, now: datetime) -> datetime:
    """Until when a delivery waits; what nobody will want later either does not wait but is dropped."""
    if why_not(first.notification, wishes):
        return now
    if _is_overtaken(first, wishes, now):
        return now + SOON
    return held_until(first, wishes, now)


def _is_overtaken(first: Delivery, wishes: Wishes, now: datetime) -> bool:
    """Whether the one mail that somebody wants until they are back is just being sent."""
    is_once = wishes.cadence(Kind(first.notification.kind)) == Cadence.ONCE
    return is_once and mailing.telling_once(first.notification.recipient_id, wishes, since=now - LEASE)


def _claim(first: Delivery, wishes: Wishes, now: datetime) -> list[Delivery]:
    """Take the delivery and its companions, so that two workers never tell the same thing; nothing if somebody was faster."""
    with transaction.atomic():
        if wishes.kinds(Cadence.ONCE):
            # One after the other: two mails about two tables must not both be the one mail.
            list(Rhythm.objects.select_for_update().filter(user=first.notification.recipient_id))
        free = _companions(first, wishes, now).select_for_update(of=("self",)).order_by("pk")
        ids = list(free.values_list("pk", flat=True))
        if first.pk not in ids or _is_overtaken(first, wishes, now):
            return []
        lost = {"uncertain": True} if first.started_at else {}
        Delivery.objects.filter(pk__in=ids).update(status=Status.SENDING, claimed_at=now, attempts=F("attempts") + 1, **lost)
    return list(_rows(Delivery.objects.filter(pk__in=ids)))


def _companions(first: Delivery, wishes: Wishes, now: datetime) -> QuerySet[Delivery]:
    """What may go out in the same mail; of one that may have been sent already the same parts and nothing new."""
    same = _same_mail(first, wishes) & _free(now)
    # What happened since the digest was due waits for the next one.
    return same.filter(notification__created_at__lt=last_digest(wishes, now)) if _is_daily(first, wishes) else same


def _same_mail(first: Delivery, wishes: Wishes) -> QuerySet[Delivery]:
    """All that belongs together: of one person and one table, or of one person's digest."""
    told, daily = first.notification, wishes.kinds(Cadence.DIGEST)
    mine = {"channel": first.channel, "notification__recipient": told.recipient_id, "started_at": first.started_at}
    same = Delivery.objects.filter(**mine)
    if _is_daily(first, wishes):
        return same.filter(notification__kind__in=daily)
    return same.filter(notification__table=told.table_id).exclude(notification__kind__in=daily)


def _is_daily(delivery: Delivery, wishes: Wishes) -> bool:
    return wishes.cadence(Kind(delivery.notification.kind)) == Cadence.DIGEST


def _is_worth_trying(delivery: Delivery) -> bool:
    """False for one that was claimed again and again by workers that died of it."""
    if delivery.attempts > MAX_ATTEMPTS:
        _set(delivery, status=Status.FAILED, error="never came back from a worker")
    return delivery.attempts <= MAX_ATTEMPTS


def _still_wanted(delivery: Delivery, wishes: Wishes, now: datetime) -> bool:
    reason = why_not(delivery.notification, wishes)
    if reason:
        _set(delivery, status=Status.DROPPED, error=reason)
        Notification.objects.filter(pk=delivery.notification_id).update(superseded_at=now)
    return not reason


def _send(deliveries: list[Delivery], wishes: Wishes, now: datetime) -> None:
    told = [delivery.notification for delivery in deliveries]
    try:
        letter = compose.compose(told, wishes=wishes, number=_number(deliveries, wishes), now=now)
        with mailers.default as post:
            _start(deliveries, now)
            post.send_messages([letter])
    except AlreadyTaken:
        logger.warning("mail about %s had been sent before", deliveries[0].notification)
    # Whatever goes wrong with one mail is written down with it and must not take the worker along.
    except Exception as error:
        logger.error("mail about %s was not sent: %s", deliveries[0].notification, quarantine.place(error))
        for delivery in deliveries:
            _failed(delivery, error, now)
        return
    for delivery in deliveries:
        _set(delivery, status=Status.SENT, sent_at=now, error="")
    if any(wishes.cadence(Kind(each.kind)) == Cadence.ONCE for each in told):
        returning.forget(user_id=told[0].recipient_id, now=now)


def _number(deliveries: list[Delivery], wishes: Wishes) -> int:
    """What names the mail: its newest notification; of one that may have been sent already the same as then."""
    if deliveries[0].started_at is None:
        return max(delivery.notification_id for delivery in deliveries)
    found = _same_mail(deliveries[0], wishes).aggregate(newest=Max("notification"))
    return int(found["newest"])


def _start(deliveries: list[Delivery], now: datetime) -> None:
    """Committed before the mail server hears anything of it."""
    fresh = [delivery for delivery in deliveries if delivery.started_at is None]
    Delivery.objects.filter(pk__in=[delivery.pk for delivery in fresh]).update(started_at=now)
    for delivery in fresh:
        delivery.started_at = now


def _failed(delivery: Delivery, error: Exception, now: datetime) -> None:
    given_up = delivery.attempts >= MAX_ATTEMPTS or _is_final(error)
    _set(
        delivery,
        status=Status.FAILED if given_up else Status.QUEUED,
        next_at=now + min(timedelta(minutes=2 ** (delivery.attempts - 1)), LONGEST_WAIT),
        # What was refused may be told together with newer things; what may have arrived is only ever sent as it was.
        started_at=delivery.started_at if delivery.uncertain else None,
        uncertain=delivery.uncertain or (delivery.started_at is not None and _is_unclear(error)),
        error=_told(error)[:500],
    )


def _told(error: Exception) -> str:
    """What a mail server said is the operator's business; any other message might quote the game."""
    return f"{type(error).__name__}: {error}" if isinstance(error, OSError) else quarantine.place(error)


def _is_final(error: Exception) -> bool:
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _text in error.recipients.values())
    return isinstance(error, AnymailRecipientsRefused)


def _is_unclear(error: Exception) -> bool:
    """Whether the line broke before the mail server said yes or no."""
    is_unanswered = isinstance(error, RequestException) and error.response is None
    return is_unanswered or isinstance(error, SMTPServerDisconnected | TimeoutError)


def _set(delivery: Delivery, **fields: object) -> None:
    for name, value in fields.items():
        setattr(delivery, name, value)
    delivery.save(update_fields=list(fields))
