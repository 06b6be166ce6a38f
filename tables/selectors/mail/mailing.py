"""What people want mailed, and what was mailed to them."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from config.database import statements
from tables.models import Decision, Delivery, MailChoice, Notification, Rhythm, Seat, Table
from tables.models.mail import EMAIL
from tables.selectors.mail import week
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import Cadence, Kind, MailPreferences
from tables.selectors.mail.gathering import GATHERED
from tables.selectors.people import relations

Status = Delivery.Status
_AT_PLAY = Q(table__status=Table.Status.RUNNING, table__quarantined_at__isnull=True)


def preferences(user: User, channel: MailChoice.Channel = MailChoice.Channel.EMAIL) -> MailPreferences:
    """What somebody chose for mail or another way, in two queries at most; ``user`` may have its rhythm along."""
    chosen = _choices(user.pk, channel.value)
    rhythm = rhythm_of(user)
    is_quiet = rhythm.quiet_from is not None and rhythm.quiet_until is not None
    return MailPreferences(
        zone=user.tz,
        cadences={Kind(kind): Cadence(cadence) for kind, cadence in chosen},
        quiet=(rhythm.quiet_from or 0, rhythm.quiet_until or 0) if is_quiet else None,
        digest_hour=rhythm.digest_hour,
        quiet_while_here=rhythm.quiet_while_here,
        returned_at=rhythm.returned_at,
        pause=Rhythm.Pause(rhythm.mail_pause) if rhythm.mail_pause else None,
        weekly_day=rhythm.weekly_day if channel == MailChoice.Channel.EMAIL else None,
    )


@statements.read
def _choices(user: int, channel: str) -> QuerySet[MailChoice, tuple[str, str]]:
    return MailChoice.objects.filter(user=user, channel=channel).values_list("kind", "cadence")


def rhythm(user_id: int) -> Rhythm | None:
    """How somebody plays; None if they never said."""
    return _rhythms.first(user_id)


@statements.read
def _rhythms(user: int) -> QuerySet[Rhythm]:
    return Rhythm.objects.filter(user=user)


def rhythm_of(user: User) -> Rhythm:
    """How somebody plays; the defaults, unsaved, if they never said."""
    rhythm: Rhythm | None = getattr(user, "rhythm", None)
    return rhythm or Rhythm(user=user)


def why_not(notification: Notification, preferences: MailPreferences) -> str:
    """Why nobody needs this mail any more: a short reason for the record, empty if it is still to be sent."""
    kind, user = Kind(notification.kind), notification.recipient
    if not user.is_active or not user.email:
        return "no address"
    if preferences.pause:
        return f"mail is paused: {preferences.pause.value}"
    if preferences.cadence(kind) == Cadence.NEVER:
        return "not wanted"
    if preferences.cadence(kind) == Cadence.ONCE and was_sent_once(user.pk, preferences):
        return "told once, not back since"
    return _overtaken(notification, kind)


def why_untold(notification: Notification, preferences: MailPreferences) -> str:
    """The same of what is told by another way than mail; ``preferences`` are those for it."""
    if not notification.recipient.is_active:
        return "no account"
    kind = Kind(notification.kind)
    return "not wanted" if preferences.cadence(kind) == Cadence.NEVER else _overtaken(notification, kind)


def is_overtaken(notification: Notification) -> bool:
    """Whether it is old news, or none of its reader's business any more, in whatever way it might be told."""
    return bool(_overtaken(notification, Kind(notification.kind)))


def was_sent_once(user_id: int, preferences: MailPreferences) -> bool:
    """Whether a mail of the kinds wanted once until somebody is back went out since they were last here."""
    since = Q(sent_at__gt=preferences.returned_at) if preferences.returned_at else Q()
    return _once(user_id, preferences).filter(since, status=Status.SENT).exists()


def is_sending_once(user_id: int, preferences: MailPreferences, *, since: datetime) -> bool:
    """Whether such a mail is on its way, claimed after ``since``."""
    return _once(user_id, preferences).filter(status=Status.SENDING, claimed_at__gt=since).exists()


def free_mails(user_id: int, *, since: datetime, lease_since: datetime, channel: str = EMAIL) -> list[datetime]:
    """When mails about mentions and invitations were sent to somebody or began to be, after ``since``; newest first. Or what
    was told of them by another channel.

    What a worker took up before ``lease_since`` and never settled is none.
    """
    begun = Q(status=Status.SENT) | Q(status=Status.SENDING, claimed_at__gt=lease_since)
    told = Delivery.objects.filter(begun, channel=channel, claimed_at__gt=since)
    mine = told.filter(notification__recipient=user_id, notification__kind__in=FREE)
    return sorted({delivery.claimed_at for delivery in mine.only("claimed_at") if delivery.claimed_at}, reverse=True)


def last_letters(user_id: int, *, since: datetime, lease_since: datetime, now: datetime) -> list[datetime]:
    """When mails about their games were sent to somebody or began to be, after ``since``, newest first; as :func:`free_mails`.

    One that a clock running ahead wrote down for later than ``now`` holds back no other.
    """
    begun = _last_letters(user_id, since, lease_since, now)
    return list(dict.fromkeys(moment for (moment,) in begun if moment))  # all that one mail tells began at one moment


@statements.read
def _last_letters(user: int, since: datetime, lease_since: datetime, now: datetime) -> QuerySet[Delivery, Any]:
    begun = Q(status=Status.SENT) | Q(status=Status.SENDING, claimed_at__gt=lease_since)
    mine = Delivery.objects.filter(begun, channel=EMAIL, notification__recipient=user, notification__kind__in=GATHERED)
    mine = mine.filter(claimed_at__gt=since, claimed_at__lte=now)
    return mine.order_by("-claimed_at").values_list("claimed_at")


def open_invitations(user: User) -> list[Notification]:
    """Tables that wait for players and to which this person is invited, newest first; with table and host.

    Without those at which somebody waits who is kept from them.
    """
    # By the range of its key, which has an index.
    mine = Notification.objects.filter(recipient=user, key__gte="invitation:", key__lt="invitation;")
    invitations = mine.filter(superseded_at=None, table__status="waiting").exclude(table__seats__user=user)
    found = invitations.select_related("table__host").defer("table__secret", "table__roots").order_by("-created_at")
    return [each for each in found if not relations.are_apart_at(each.table, user.pk)]


def invited_people(table: Table) -> list[User]:
    """Who was invited to a table and has neither sat down nor said no; the first invited on top."""
    invitations = table.notifications.filter(kind=Kind.INVITATION, superseded_at=None)
    waiting = invitations.exclude(recipient__in=table.seats.filter(user__isnull=False).values("user"))
    return [notification.recipient for notification in waiting.select_related("recipient").order_by("pk")]


def _overtaken(notification: Notification, kind: Kind) -> str:
    """What has happened since that makes a mail old news, or none of its reader's business any more."""
    mine = dict(_seats_of(notification.table_id, notification.recipient_id))
    if notification.seat_id and notification.seat_id not in mine:
        return "the seat changed hands"
    match kind:
        case Kind.TURN | Kind.REMINDER:
            return _answered(notification, kind)
        case Kind.STEWARD if not any(mine.values()):
            return "back meanwhile"
        case Kind.OPENED if not Seat.objects.open_to_substitutes().filter(_AT_PLAY, table=notification.table_id).exists():
            return "taken meanwhile"
        case Kind.INVITATION if notification.superseded_at or not _is_waiting(notification):
            return "no longer open"
        case Kind.MENTION if not mine:
            return "left meanwhile"
        case Kind.WEEKLY if not week.tells_anything(notification.recipient, notification.created_at):
            return "nothing to tell"
        case _still_true:
            return ""


def _answered(notification: Notification, kind: Kind) -> str:
    reminders = _reminders(notification.table_id, notification.seat_id, notification.decision_key, notification.recipient_id)
    if not reminders:
        return "answered meanwhile"
    is_early = kind == Kind.REMINDER and any(at is not None and at > notification.created_at for (at,) in reminders)
    return "more time meanwhile" if is_early else ""


@statements.read
def _seats_of(table: int, user: int) -> QuerySet[Seat, tuple[int, datetime | None]]:
    """Return the seats of a person, and since when the steward plays there."""
    return Seat.objects.filter(table=table, user=user).values_list("pk", "steward_since")


@statements.read
def _reminders(table: int, seat: int | None, key: str, user: int) -> QuerySet[Decision, Any]:
    """Return the reminder times of a decision while it still waits for a person who plays."""
    waiting = Decision.objects.open().unanswered().filter(table=table, seat=seat, key=key, seat__user=user)
    return waiting.filter(_AT_PLAY, seat__steward_since__isnull=True).values_list("remind_at")


def _is_waiting(notification: Notification) -> bool:
    """Whether its reader may still sit down where they are invited."""
    waiting = Table.objects.filter(pk=notification.table_id, status=Table.Status.WAITING)
    table = waiting.exclude(seats__user=notification.recipient_id).first()
    return table is not None and not relations.are_apart_at(table, notification.recipient_id)


def _once(user_id: int, preferences: MailPreferences) -> QuerySet[Delivery]:
    kinds = preferences.kinds(Cadence.ONCE)
    return Delivery.objects.filter(channel=EMAIL, notification__recipient=user_id, notification__kind__in=kinds)
