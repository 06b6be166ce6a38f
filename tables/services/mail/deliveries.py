"""Delivery of the emails that notify.py has queued, when their recipient wants them.

A due delivery is claimed by a conditional update with a lease. Other deliveries for the same person are claimed with it: those
for the same table, for the digest, or caused by other people. One email covers them all. Later news waits for the next email,
which then covers all tables. Outdated deliveries are dropped when they are claimed. The email is made from the current state,
so a late retry never sends old news. Nothing is locked while an email is made or sent; sending.py hands it over.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import BooleanField, F, Max, Q, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import User
from config.database import statements
from tables.models import Delivery, Notification
from tables.models.mail import EMAIL
from tables.selectors.mail import budget, gathering, mailing
from tables.selectors.mail.cadence import Cadence, MailPreferences, after_quiet, last_digest, sendable_at
from tables.selectors.mail.mailing import why_not
from tables.selectors.play import presence
from tables.services import queue
from tables.services.mail import outage as mail_outage
from tables.services.mail import sending
from tables.services.mail.sending import MAX_ATTEMPTS

LEASE = timedelta(minutes=10)
HINT_AGAIN = timedelta(minutes=5)
# Readers get no email about a table on their screen or, if they choose, while they have any page open. These are the interval
# of that check and the longest delay in each case, because a forgotten tab must not count.
HERE_AGAIN, THERE_AT_MOST, HERE_AT_MOST = timedelta(minutes=3), timedelta(minutes=10), timedelta(hours=1)
SOON = timedelta(minutes=1)
# The condition of the index is repeated literally. With bound values SQLite does not use the index and reads all deliveries.
_UNSENT = RawSQL("tables_delivery.status IN ('queued', 'sending')", (), output_field=BooleanField())
Status = Delivery.Status
Kind = Notification.Kind


def deliver(*, delivery_id: int, now: datetime) -> Delivery.Status | None:
    """Send one email with this delivery and those that belong to it, or postpone it until its recipient wants it.

    An unwanted delivery is dropped. Returns the new status of the delivery. Returns None if it is not due, or another worker
    has or had it. Failures are stored with the delivery and retried later, never raised.
    """
    first = _due.first(delivery_id, now, now - LEASE)
    if first is None:
        return None
    outage = mail_outage.current()
    if outage and outage.next_at > now:
        return _sit_out(first, outage.next_at, now)
    preferences = mailing.preferences(first.notification.recipient)
    send_at = _put_off(first, preferences, now)
    if send_at > now:
        due_deliveries(now).filter(pk=delivery_id).update(next_at=send_at)
        return Status(first.status)
    if outage and not mail_outage.may_try(outage, now):
        return _sit_out(first, now + mail_outage.PROBE, now)
    claimed = _claim(first, preferences, now)
    to_send = _still_wanted([delivery for delivery in claimed if _is_worth_trying(delivery)], preferences, now)
    if to_send:
        sending.send(to_send, preferences, number=_number(to_send, preferences), now=now)
    matches = [delivery for delivery in claimed if delivery.pk == delivery_id]
    return Status(matches[0].status) if matches else None


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Queue deliveries that are unpublished, due again, or left by a crashed worker. Return their number."""
    return publish(due_deliveries(now), now=now, limit=limit)


def publish(deliveries: QuerySet[Delivery], *, now: datetime, limit: int) -> int:
    """Queue those of ``deliveries``, by any channel, that were not queued recently. Return their number."""
    unpublished = Q(hinted_at=None) | Q(hinted_at__lt=F("next_at")) | Q(hinted_at__lte=now - HINT_AGAIN)
    due = list(deliveries.filter(unpublished).order_by("next_at").values_list("pk", "channel")[:limit])
    Delivery.objects.filter(pk__in=[pk for pk, _channel in due]).update(hinted_at=now)
    for pk, channel in due:
        queue.delivery(pk, channel)
    return len(due)


def retry(*, delivery_ids: Sequence[int], now: datetime) -> int:
    """Reset and queue failed or waiting deliveries. Return their number."""
    deliveries = Delivery.objects.filter(pk__in=delivery_ids, status__in=[Status.FAILED, Status.QUEUED])
    entries = list(deliveries.values_list("pk", "channel"))
    deliveries.update(status=Status.QUEUED, attempts=0, failing_since=None, next_at=now, error="")
    for pk, channel in entries:
        queue.delivery(pk, channel)
    return len(entries)


def due_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Return the due deliveries by email that no worker is sending."""
    return _due_at(now, now - LEASE)


def held_until(delivery: Delivery, preferences: MailPreferences, now: datetime) -> datetime:
    """Return the earliest moment, from ``now`` on, at which the recipient wants this email."""
    notification = delivery.notification
    send_at = _affordable_at(
        delivery, preferences, sendable_at(preferences, Kind(notification.kind), event_at=notification.created_at, now=now), now
    )
    # This check comes last, because it reads the cache and for some users the database.
    return now + HERE_AGAIN if send_at <= now and is_seen(notification, preferences, now) else send_at


def is_seen(notification: Notification, preferences: MailPreferences, now: datetime) -> bool:
    """Return whether the recipient has just seen the event on the table's page, or, if they chose that, on any page."""
    age = now - notification.created_at
    if age < THERE_AT_MOST and presence.is_at(notification.table.pulse, notification.recipient_id, now):
        return True
    return preferences.quiet_while_here and age < HERE_AT_MOST and presence.is_here(notification.recipient_id, now)


def _affordable_at(delivery: Delivery, preferences: MailPreferences, send_at: datetime, now: datetime) -> datetime:
    """Return the first time from ``send_at`` on that keeps the limits for emails caused by others and emails about games."""
    reader, next_at = delivery.notification.recipient_id, None
    if _is_free(delivery, preferences):
        next_at = budget.next_at(mailing.free_mails(reader, since=now - budget.SPAN, lease_since=now - LEASE))
    elif _is_gathered(delivery, preferences):
        sent = mailing.last_letters(reader, since=now - gathering.SPAN, lease_since=now - LEASE, now=now)
        next_at = gathering.next_at(sent, delivery.notification.table, delivery.notification.created_at)
        # After a reply by email, nothing but the next email can show what it led to.
        next_at = None if next_at and mailing.follows_reply(delivery.notification) else next_at
    return after_quiet(preferences, next_at) if next_at and next_at > send_at else send_at


def _is_free(delivery: Delivery, preferences: MailPreferences) -> bool:
    """Return whether other users can cause such an email without limit; emails in a digest do not count."""
    return Kind(delivery.notification.kind) in budget.FREE and not _is_daily(delivery, preferences)


def _is_gathered(delivery: Delivery, preferences: MailPreferences) -> bool:
    """Return whether the email can wait for other news. An email that may have been sent is repeated unchanged."""
    notification = delivery.notification
    is_gatherable = Kind(notification.kind) in _gathered(preferences)
    return is_gatherable and delivery.started_at is None and gathering.waits(notification.table)


def _gathered(preferences: MailPreferences) -> frozenset[Notification.Kind]:
    return gathering.GATHERED & preferences.kinds(Cadence.AT_ONCE)


def _due_at(now: datetime, lease_since: datetime) -> QuerySet[Delivery]:
    return unsent(lease_since).filter(next_at__lte=now, channel=EMAIL)


def unsent(lease_since: datetime) -> QuerySet[Delivery]:
    """Return waiting deliveries of any channel, and those claimed before ``lease_since`` and never settled."""
    return _free(lease_since).filter(_UNSENT)


@statements.read
def _due(delivery: int, now: datetime, lease_since: datetime) -> QuerySet[Delivery]:
    return rows(_due_at(now, lease_since).filter(pk=delivery))


def _free(lease_since: datetime) -> QuerySet[Delivery]:
    """Return deliveries that nobody is sending, or that were claimed before ``lease_since`` and never settled."""
    return Delivery.objects.filter(Q(status=Status.QUEUED) | Q(status=Status.SENDING, claimed_at__lte=lease_since))


def rows(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """Return these deliveries in order, with all related rows."""
    return deliveries.select_related("notification__recipient__rhythm", "notification__table", "notification__seat").order_by(
        "pk"
    )


def _put_off(first: Delivery, preferences: MailPreferences, now: datetime) -> datetime:
    """Return the time until which a delivery waits; ``now`` for an unwanted one, which is dropped."""
    if why_not(first.notification, preferences):
        return now
    if _is_overtaken(first, preferences, now):
        return now + SOON
    return held_until(first, preferences, now)


def _is_overtaken(first: Delivery, preferences: MailPreferences, now: datetime) -> bool:
    """Return whether the recipient wants one email per absence and it is being sent now."""
    is_once = preferences.cadence(Kind(first.notification.kind)) == Cadence.ONCE
    return is_once and mailing.is_sending_once(first.notification.recipient_id, preferences, since=now - LEASE)


def _sit_out(first: Delivery, until: datetime, now: datetime) -> Delivery.Status:
    """Postpone or give up a delivery during a mail server outage, without trying to send it."""
    first.failing_since = first.failing_since or now
    status = Status.FAILED if sending.is_given_up(first, now) else Status(first.status)
    error = f"the mail server was away for {sending.GIVE_UP.days} days" if status == Status.FAILED else first.error
    due = due_deliveries(now).filter(pk=first.pk)
    due.update(status=status, next_at=until, failing_since=first.failing_since, error=error)
    return status


def _claim(first: Delivery, preferences: MailPreferences, now: datetime) -> list[Delivery]:
    """Claim the delivery and its companions, so that no other worker sends them. Return them, or nothing if that fails."""
    with transaction.atomic():
        if preferences.kinds(Cadence.ONCE) or _is_free(first, preferences) or _is_gathered(first, preferences):
            # The lock prevents two workers from sending emails about two tables when only one email is allowed.
            list(User.objects.select_for_update(no_key=True).filter(pk=first.notification.recipient_id))
        available = _companions(first, preferences, now).select_for_update(of=("self",)).order_by("pk")
        ids = list(available.values_list("pk", flat=True))
        if first.pk not in ids or _is_overtaken(first, preferences, now) or _affordable_at(first, preferences, now, now) > now:
            return []
        claim = secrets.token_hex(8)
        if first.started_at:
            _same_mail(first, preferences).update(claim=claim)
            Delivery.objects.filter(pk__in=ids).update(uncertain=True)
        Delivery.objects.filter(pk__in=ids).update(
            status=Status.SENDING, claimed_at=now, claim=claim, attempts=F("attempts") + 1
        )
    return _claimed(ids)


@statements.read
def _claimed(deliveries: Collection[int]) -> QuerySet[Delivery]:
    return rows(Delivery.objects.filter(pk__in=deliveries))


def _companions(first: Delivery, preferences: MailPreferences, now: datetime) -> QuerySet[Delivery]:
    """Return the deliveries that can go into the same email; an email that may have been sent keeps its parts."""
    deliveries = _same_mail(first, preferences, now if _is_gathered(first, preferences) else None) & _free(now - LEASE)
    # Events after the digest's due time wait for the next one.
    return (
        deliveries.filter(notification__created_at__lt=last_digest(preferences, now))
        if _is_daily(first, preferences)
        else deliveries
    )


def _same_mail(first: Delivery, preferences: MailPreferences, now: datetime | None = None) -> QuerySet[Delivery]:
    """Return the deliveries that belong together: one person and table or event, a digest, or messages from others.

    With ``now``, news of the person's other games is included. An email that may have been sent keeps its parts and its claim.
    """
    notification, daily = first.notification, preferences.kinds(Cadence.DIGEST)
    if notification.kind == Kind.WEEKLY:
        return Delivery.objects.filter(pk=first.pk)
    fields = {"channel": first.channel, "notification__recipient": notification.recipient_id, "started_at": first.started_at}
    deliveries = Delivery.objects.filter(**fields)
    if first.started_at and first.claim:
        return deliveries.filter(claim=first.claim)
    if _is_daily(first, preferences):
        return deliveries.filter(notification__kind__in=daily)
    same_table = Q(notification__table=notification.table_id)
    if notification.event_id is not None:
        same_table |= Q(notification__event=notification.event_id)
    condition = same_table | Q(notification__kind__in=budget.FREE) if _is_free(first, preferences) else same_table
    if now is not None:
        # These deliveries wait only for a combined email. Younger deliveries may wait because their reader's page is open.
        waits_for_it = Q(failing_since=None, notification__created_at__lte=now - THERE_AT_MOST)
        condition |= Q(notification__kind__in=_gathered(preferences)) & (Q(next_at__lte=now) | waits_for_it)
    return deliveries.filter(condition).exclude(notification__kind__in=daily | {Kind.WEEKLY})


def _is_daily(delivery: Delivery, preferences: MailPreferences) -> bool:
    return preferences.cadence(Kind(delivery.notification.kind)) == Cadence.DIGEST


def _is_worth_trying(delivery: Delivery) -> bool:
    """Mark the delivery as failed if workers have crashed on it too often. Return whether it may be tried."""
    if delivery.attempts > MAX_ATTEMPTS:
        sending.settle([delivery], status=Status.FAILED, error="never came back from a worker")
    return delivery.attempts <= MAX_ATTEMPTS


def _still_wanted(deliveries: Collection[Delivery], preferences: MailPreferences, now: datetime) -> list[Delivery]:
    """Drop the deliveries that are no longer wanted, and return the others."""
    if not deliveries:
        return []
    facts = mailing.reader_at_tables([delivery.notification for delivery in deliveries])
    by_reason: dict[str, list[Delivery]] = {}
    for delivery in deliveries:
        by_reason.setdefault(why_not(delivery.notification, preferences, facts), []).append(delivery)
    wanted = by_reason.pop("", [])
    for reason, unwanted in by_reason.items():
        if sending.drop(unwanted, reason):
            # News that is only unwanted by email still counts on the site and by other channels.
            outdated = [each.notification_id for each in unwanted if mailing.is_overtaken(each.notification, facts)]
            Notification.objects.filter(pk__in=outdated).update(superseded_at=now)
    return wanted


def _number(deliveries: list[Delivery], preferences: MailPreferences) -> int:
    """Return the email's number, the ID of its newest notification. It stays the same if the email may have been sent."""
    if deliveries[0].started_at is None:
        return max(delivery.notification_id for delivery in deliveries)
    values = _same_mail(deliveries[0], preferences).aggregate(newest=Max("notification"))
    return int(values["newest"])
