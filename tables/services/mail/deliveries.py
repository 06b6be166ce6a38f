"""Sending what notify.py wrote down, when its recipient wants it.

A delivery that is due is claimed by a conditional update with a lease, together with everything else that waits for the same
person at the same table, or for their daily digest, or that others wrote to them: one mail tells it all. What comes soon after
a letter waits for the next one, which is about all tables then. What has been
overtaken is dropped at that moment, and the mail is made from what is true then, so a late retry never tells old news. Nothing
is locked while a mail is made or sent; how it is handed over is sending.py's business.
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
# Nobody needs a mail about the table that is on their screen, and some want none while they have any of theirs open: how often
# that is checked, and for how long; a forgotten tab is nobody.
HERE_AGAIN, THERE_AT_MOST, HERE_AT_MOST = timedelta(minutes=3), timedelta(minutes=10), timedelta(hours=1)
SOON = timedelta(minutes=1)
# The condition of the index once more, and word by word: with values bound to it SQLite does not see that it is the same, and
# reads every delivery there ever was.
_UNSENT = RawSQL("tables_delivery.status IN ('queued', 'sending')", (), output_field=BooleanField())
Status = Delivery.Status
Kind = Notification.Kind


def deliver(*, delivery_id: int, now: datetime) -> Delivery.Status | None:
    """Send one mail with everything its recipient is to be told at this moment, or put it off until they want it.

    Returns what became of the delivery, or None if it is not due or somebody else has it or had it. Failures are stored with
    it and tried again later; they are never raised.
    """
    first = _due.first(delivery_id, now, now - LEASE)
    if first is None:
        return None
    outage = mail_outage.current()
    if outage and outage.next_at > now:
        return _sit_out(first, outage.next_at, now)
    preferences = mailing.preferences(first.notification.recipient)
    later = _put_off(first, preferences, now)
    if later > now:
        due_deliveries(now).filter(pk=delivery_id).update(next_at=later)
        return Status(first.status)
    if outage and not mail_outage.may_try(outage, now):
        return _sit_out(first, now + mail_outage.PROBE, now)
    claimed = _claim(first, preferences, now)
    wanted = [delivery for delivery in claimed if _is_worth_trying(delivery) and _still_wanted(delivery, preferences, now)]
    if wanted:
        sending.send(wanted, preferences, number=_number(wanted, preferences), now=now)
    mine = [delivery for delivery in claimed if delivery.pk == delivery_id]
    return Status(mine[0].status) if mine else None


def queue_due(*, now: datetime, limit: int = 500) -> int:
    """Publish what was not published, is due again, or was left lying by a worker that died. Returns how many."""
    return publish(due_deliveries(now), now=now, limit=limit)


def publish(deliveries: QuerySet[Delivery], *, now: datetime, limit: int) -> int:
    """Publish those of ``deliveries``, by whatever channel, of which no worker was told lately. Returns how many."""
    unheard = Q(hinted_at=None) | Q(hinted_at__lt=F("next_at")) | Q(hinted_at__lte=now - HINT_AGAIN)
    due = list(deliveries.filter(unheard).order_by("next_at").values_list("pk", "channel")[:limit])
    Delivery.objects.filter(pk__in=[pk for pk, _channel in due]).update(hinted_at=now)
    for pk, channel in due:
        queue.delivery(pk, channel)
    return len(due)


def retry(*, delivery_ids: Sequence[int], now: datetime) -> int:
    """Give failed or waiting deliveries a fresh start. Returns how many."""
    deliveries = Delivery.objects.filter(pk__in=delivery_ids, status__in=[Status.FAILED, Status.QUEUED])
    found = list(deliveries.values_list("pk", "channel"))
    deliveries.update(status=Status.QUEUED, attempts=0, failing_since=None, next_at=now, error="")
    for pk, channel in found:
        queue.delivery(pk, channel)
    return len(found)


def due_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Mails somebody should be sending now."""
    return _due_at(now, now - LEASE)


def held_until(delivery: Delivery, preferences: MailPreferences, now: datetime) -> datetime:
    """The first moment from ``now`` on at which its recipient wants this mail."""
    notification = delivery.notification
    later = _affordable_at(
        delivery, preferences, sendable_at(preferences, Kind(notification.kind), told_at=notification.created_at, now=now), now
    )
    # Asked last: it costs a look into the cache, and for those who chose it a query.
    return now + HERE_AGAIN if later <= now and is_seen(notification, preferences, now) else later


def is_seen(notification: Notification, preferences: MailPreferences, now: datetime) -> bool:
    """Whether its recipient has just seen it happen, on the page of its table, or of any of theirs if they want it so."""
    age = now - notification.created_at
    if age < THERE_AT_MOST and presence.is_at(notification.table.pulse, notification.recipient_id, now):
        return True
    return preferences.quiet_while_here and age < HERE_AT_MOST and presence.is_here(notification.recipient_id, now)


def _affordable_at(delivery: Delivery, preferences: MailPreferences, later: datetime, now: datetime) -> datetime:
    """When a mail that may go out at ``later`` does not go beyond what others may cause."""
    reader, next_at = delivery.notification.recipient_id, None
    if _is_free(delivery, preferences):
        next_at = budget.next_at(mailing.free_mails(reader, since=now - budget.SPAN, lease_since=now - LEASE))
    elif _is_gathered(delivery, preferences):
        sent = mailing.last_letters(reader, since=now - gathering.SPAN, lease_since=now - LEASE, now=now)
        next_at = gathering.next_at(sent, delivery.notification.table, delivery.notification.created_at)
    return after_quiet(preferences, next_at) if next_at and next_at > later else later


def _is_free(delivery: Delivery, preferences: MailPreferences) -> bool:
    """Whether somebody else's free act alone causes the mail; the daily one comes anyhow."""
    return Kind(delivery.notification.kind) in budget.FREE and not _is_daily(delivery, preferences)


def _is_gathered(delivery: Delivery, preferences: MailPreferences) -> bool:
    """Whether it may wait for others to go out with it; what may have been sent already is sent as it was."""
    notification = delivery.notification
    is_wanted = Kind(notification.kind) in _gathered(preferences)
    return is_wanted and delivery.started_at is None and gathering.waits(notification.table)


def _gathered(preferences: MailPreferences) -> frozenset[Notification.Kind]:
    return gathering.GATHERED & preferences.kinds(Cadence.AT_ONCE)


def _due_at(now: datetime, lease_since: datetime) -> QuerySet[Delivery]:
    return unsent(lease_since).filter(next_at__lte=now, channel=EMAIL)


def unsent(lease_since: datetime) -> QuerySet[Delivery]:
    """What waits, by whatever channel, and what was taken up before ``lease_since`` and never settled."""
    return _free(lease_since).filter(_UNSENT)


@statements.read
def _due(delivery: int, now: datetime, lease_since: datetime) -> QuerySet[Delivery]:
    return rows(_due_at(now, lease_since).filter(pk=delivery))


def _free(lease_since: datetime) -> QuerySet[Delivery]:
    """Deliveries that nobody is sending, or took up before ``lease_since`` and never settled."""
    return Delivery.objects.filter(Q(status=Status.QUEUED) | Q(status=Status.SENDING, claimed_at__lte=lease_since))


def rows(deliveries: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """These in their order, with all that is asked of them."""
    return deliveries.select_related("notification__recipient__rhythm", "notification__table", "notification__seat").order_by(
        "pk"
    )


def _put_off(first: Delivery, preferences: MailPreferences, now: datetime) -> datetime:
    """Until when a delivery waits; what nobody will want later either does not wait but is dropped."""
    if why_not(first.notification, preferences):
        return now
    if _is_overtaken(first, preferences, now):
        return now + SOON
    return held_until(first, preferences, now)


def _is_overtaken(first: Delivery, preferences: MailPreferences, now: datetime) -> bool:
    """Whether the one mail that somebody wants until they are back is just being sent."""
    is_once = preferences.cadence(Kind(first.notification.kind)) == Cadence.ONCE
    return is_once and mailing.is_sending_once(first.notification.recipient_id, preferences, since=now - LEASE)


def _sit_out(first: Delivery, until: datetime, now: datetime) -> Delivery.Status:
    """The mail server is away: wait, or give up on it, without a try of one's own."""
    first.failing_since = first.failing_since or now
    status = Status.FAILED if sending.is_given_up(first, now) else Status(first.status)
    error = f"the mail server was away for {sending.GIVE_UP.days} days" if status == Status.FAILED else first.error
    waiting = due_deliveries(now).filter(pk=first.pk)
    waiting.update(status=status, next_at=until, failing_since=first.failing_since, error=error)
    return status


def _claim(first: Delivery, preferences: MailPreferences, now: datetime) -> list[Delivery]:
    """Take the delivery and its companions, so that two workers never tell the same thing; nothing if somebody was faster."""
    with transaction.atomic():
        if preferences.kinds(Cadence.ONCE) or _is_free(first, preferences) or _is_gathered(first, preferences):
            # One after the other: two mails about two tables must not both be the one mail.
            list(User.objects.select_for_update(no_key=True).filter(pk=first.notification.recipient_id))
        free = _companions(first, preferences, now).select_for_update(of=("self",)).order_by("pk")
        ids = list(free.values_list("pk", flat=True))
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
    """What may go out in the same mail; of one that may have been sent already the same parts and nothing new."""
    same = _same_mail(first, preferences, now if _is_gathered(first, preferences) else None) & _free(now - LEASE)
    # What happened since the digest was due waits for the next one.
    return same.filter(notification__created_at__lt=last_digest(preferences, now)) if _is_daily(first, preferences) else same


def _same_mail(first: Delivery, preferences: MailPreferences, now: datetime | None = None) -> QuerySet[Delivery]:
    """All that belongs together: of one person and one table, of one person's digest, or what others wrote to one person;
    ``now``: also what waits of their other games.

    What may have been sent belongs together as it was then, and keeps one claim.
    """
    notification, daily = first.notification, preferences.kinds(Cadence.DIGEST)
    if notification.kind == Kind.WEEKLY:
        return Delivery.objects.filter(pk=first.pk)
    mine = {"channel": first.channel, "notification__recipient": notification.recipient_id, "started_at": first.started_at}
    same = Delivery.objects.filter(**mine)
    if first.started_at and first.claim:
        return same.filter(claim=first.claim)
    if _is_daily(first, preferences):
        return same.filter(notification__kind__in=daily)
    here = Q(notification__table=notification.table_id)
    belongs = here | Q(notification__kind__in=budget.FREE) if _is_free(first, preferences) else here
    if now is not None:
        # What waits for no more than its place in such a letter; what is younger may wait for its reader's open page.
        waits_for_it = Q(failing_since=None, notification__created_at__lte=now - THERE_AT_MOST)
        belongs |= Q(notification__kind__in=_gathered(preferences)) & (Q(next_at__lte=now) | waits_for_it)
    return same.filter(belongs).exclude(notification__kind__in=daily | {Kind.WEEKLY})


def _is_daily(delivery: Delivery, preferences: MailPreferences) -> bool:
    return preferences.cadence(Kind(delivery.notification.kind)) == Cadence.DIGEST


def _is_worth_trying(delivery: Delivery) -> bool:
    """False for one that was claimed again and again by workers that died of it."""
    if delivery.attempts > MAX_ATTEMPTS:
        sending.settle([delivery], status=Status.FAILED, error="never came back from a worker")
    return delivery.attempts <= MAX_ATTEMPTS


def _still_wanted(delivery: Delivery, preferences: MailPreferences, now: datetime) -> bool:
    reason = why_not(delivery.notification, preferences)
    # What is only not wanted by mail is news on the site still, and by other ways.
    if reason and sending.drop(delivery, reason) and mailing.is_overtaken(delivery.notification):
        Notification.objects.filter(pk=delivery.notification_id).update(superseded_at=now)
    return not reason


def _number(deliveries: list[Delivery], preferences: MailPreferences) -> int:
    """What names the mail: its newest notification; of one that may have been sent already the same as then."""
    if deliveries[0].started_at is None:
        return max(delivery.notification_id for delivery in deliveries)
    values = _same_mail(deliveries[0], preferences).aggregate(newest=Max("notification"))
    return int(values["newest"])
