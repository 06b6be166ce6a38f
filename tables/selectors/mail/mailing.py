"""Email settings of users, and their sent emails."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from config.database import statements
from tables.models import Decision, Delivery, EventRound, MailChoice, Notification, Rhythm, Seat, Submission, Table
from tables.models.mail import EMAIL
from tables.selectors.mail import week
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import Cadence, Kind, MailPreferences
from tables.selectors.mail.gathering import GATHERED
from tables.selectors.people import relations

Status = Delivery.Status
# Start of the token of a move sent by a reply to an email.
REPLY = "reply-"
_AT_PLAY = Q(table__status=Table.Status.RUNNING, table__quarantined_at__isnull=True)


def preferences(user: User, channel: MailChoice.Channel = MailChoice.Channel.EMAIL) -> MailPreferences:
    """Return a user's settings for email or another channel, in at most two queries.

    ``user`` may have its rhythm loaded.
    """
    cadences = _choices(user.pk, channel.value)
    rhythm = rhythm_of(user)
    is_quiet = rhythm.quiet_from is not None and rhythm.quiet_until is not None
    return MailPreferences(
        zone=user.tz,
        cadences={Kind(kind): Cadence(cadence) for kind, cadence in cadences},
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
    """Return a user's rhythm; None without settings."""
    return _rhythms.first(user_id)


@statements.read
def _rhythms(user: int) -> QuerySet[Rhythm]:
    return Rhythm.objects.filter(user=user)


def rhythm_of(user: User) -> Rhythm:
    """Return a user's rhythm; without settings, an unsaved one with the defaults."""
    rhythm: Rhythm | None = getattr(user, "rhythm", None)
    return rhythm or Rhythm(user=user)


class ReaderAtTables:
    """Reader's seats and open decisions at some tables; each kind is read once."""

    def __init__(self, user_id: int, tables: Collection[int]) -> None:
        self.user_id, self.tables = user_id, sorted(tables)

    @cached_property
    def seats(self) -> Mapping[int, Mapping[int, datetime | None]]:
        """Seats of the reader by table, each with the time since which the steward plays it, or None."""
        by_table: dict[int, dict[int, datetime | None]] = {}
        for table, seat, steward_since in _seats_of(self.tables, self.user_id):
            by_table.setdefault(table, {})[seat] = steward_since
        return by_table

    @cached_property
    def reminders(self) -> Mapping[tuple[int, str], datetime | None]:
        """Reminder times by seat and key of the decisions that wait for the reader, without seats played by the steward."""
        return {(seat, key): remind_at for seat, key, remind_at in _reminders(self.tables, self.user_id)}

    @cached_property
    def with_open_seats(self) -> frozenset[int]:
        """Tables at which a seat is open to a substitute."""
        seats = Seat.objects.open_to_substitutes().filter(_AT_PLAY, table__in=self.tables)
        return frozenset(seats.values_list("table", flat=True))


def reader_at_tables(notifications: Collection[Notification]) -> ReaderAtTables:
    """Return the reader's relation to the tables of all these notifications."""
    reader = next(iter(notifications)).recipient_id
    return ReaderAtTables(reader, {notification.table_id for notification in notifications if notification.table_id})


def why_not(notification: Notification, preferences: MailPreferences, relation: ReaderAtTables | None = None) -> str:
    """Return the short reason, for the record, that makes an email unnecessary; empty if it is still to be sent.

    ``relation``: the reader's relation to the tables of all their emails.
    """
    kind, user = Kind(notification.kind), notification.recipient
    if not user.is_active or not user.email:
        return "no address"
    if preferences.pause:
        return f"mail is paused: {preferences.pause.value}"
    if preferences.cadence(kind) == Cadence.NEVER:
        return "not wanted"
    if preferences.cadence(kind) == Cadence.ONCE and was_sent_once(user.pk, preferences):
        return "told once, not back since"
    return _overtaken(notification, kind, relation)


def why_untold(notification: Notification, preferences: MailPreferences) -> str:
    """Return the same reason as ``why_not`` for another channel, which has these ``preferences``."""
    if not notification.recipient.is_active:
        return "no account"
    kind = Kind(notification.kind)
    return "not wanted" if preferences.cadence(kind) == Cadence.NEVER else _overtaken(notification, kind)


def is_overtaken(notification: Notification, relation: ReaderAtTables | None = None) -> bool:
    """Return whether a notification is outdated or no longer concerns its reader, on any channel."""
    return bool(_overtaken(notification, Kind(notification.kind), relation))


def was_sent_once(user_id: int, preferences: MailPreferences) -> bool:
    """Return whether an email of the kinds sent once per absence has gone out since the user's last visit."""
    since = Q(sent_at__gt=preferences.returned_at) if preferences.returned_at else Q()
    return _once(user_id, preferences).filter(since, status=Status.SENT).exists()


def is_sending_once(user_id: int, preferences: MailPreferences, *, since: datetime) -> bool:
    """Return whether an email of the kinds sent once per absence is being sent, and was claimed after ``since``."""
    return _once(user_id, preferences).filter(status=Status.SENDING, claimed_at__gt=since).exists()


def free_mails(user_id: int, *, since: datetime, lease_since: datetime, channel: str = EMAIL) -> list[datetime]:
    """Return the times after ``since`` at which emails about mentions and invitations were sent or claimed, newest first.

    ``channel`` may be another channel. Claims from before ``lease_since`` without a result do not count.
    """
    sent_or_claimed = Q(status=Status.SENT) | Q(status=Status.SENDING, claimed_at__gt=lease_since)
    deliveries = Delivery.objects.filter(sent_or_claimed, channel=channel, claimed_at__gt=since)
    mine = deliveries.filter(notification__recipient=user_id, notification__kind__in=FREE)
    return sorted({delivery.claimed_at for delivery in mine.only("claimed_at") if delivery.claimed_at}, reverse=True)


def last_letters(user_id: int, *, since: datetime, lease_since: datetime, now: datetime) -> list[datetime]:
    """Return the times after ``since`` at which emails about a user's games were sent or claimed, newest first.

    Arguments are as for :func:`free_mails`. Times later than ``now``, recorded by a fast clock, do not count.
    """
    rows = _last_letters(user_id, since, lease_since, now)
    return list(dict.fromkeys(moment for (moment,) in rows if moment))  # all deliveries of an email have the same time


@statements.read
def _last_letters(user: int, since: datetime, lease_since: datetime, now: datetime) -> QuerySet[Delivery, Any]:
    started = Q(status=Status.SENT) | Q(status=Status.SENDING, claimed_at__gt=lease_since)
    mine = Delivery.objects.filter(started, channel=EMAIL, notification__recipient=user, notification__kind__in=GATHERED)
    mine = mine.filter(claimed_at__gt=since, claimed_at__lte=now)
    return mine.order_by("-claimed_at").values_list("claimed_at")


def follows_reply(notification: Notification) -> bool:
    """Return whether a reply by email of the same seat led to this news."""
    replies = Submission.objects.filter(seat=notification.seat_id, token__startswith=REPLY, at=notification.created_at)
    return notification.seat_id is not None and replies.exists()


def open_invitations(user: User) -> list[Notification]:
    """Return the notifications that invite this person to waiting tables, newest first, with table and host.

    Tables with a person who is kept apart from them by a block are left out.
    """
    # The range of the key has an index.
    mine = Notification.objects.filter(recipient=user, key__gte="invitation:", key__lt="invitation;")
    invitations = mine.filter(superseded_at=None, table__status="waiting").exclude(table__seats__user=user)
    if apart := relations.apart_from(user):
        invitations = invitations.exclude(table__host__in=apart).exclude(table__seats__user__in=apart)
    return list(invitations.select_related("table__host").defer("table__secret", "table__roots").order_by("-created_at"))


def invited_people(table: Table) -> list[User]:
    """Return the invited people who have neither joined nor declined, the first invited on top."""
    invitations = table.notifications.filter(kind=Kind.INVITATION, superseded_at=None)
    unanswered = invitations.exclude(recipient__in=table.seats.filter(user__isnull=False).values("user"))
    return [notification.recipient for notification in unanswered.select_related("recipient").order_by("pk")]


def _overtaken(notification: Notification, kind: Kind, relation: ReaderAtTables | None = None) -> str:
    """Return the reason that makes an email outdated or irrelevant to its reader; empty if there is none."""
    relation = relation or reader_at_tables([notification])
    mine = relation.seats.get(notification.table_id, {}) if notification.table_id else {}
    if notification.seat_id and notification.seat_id not in mine:
        return "the seat changed hands"
    match kind:
        case Kind.TURN | Kind.REMINDER:
            return _answered(notification, kind, relation)
        case Kind.STEWARD if not any(mine.values()):
            return "back meanwhile"
        case Kind.OPENED if notification.table_id not in relation.with_open_seats:
            return "taken meanwhile"
        case Kind.INVITATION if notification.superseded_at or not _is_waiting(notification):
            return "no longer open"
        case Kind.MENTION if not mine:
            return "left meanwhile"
        case Kind.ROUND_ENDS if _has_round_ended(notification):
            return "the round is over"
        case Kind.WEEKLY if not week.tells_anything(notification.recipient, notification.created_at):
            return "nothing to tell"
        case _still_true:
            return ""


def _has_round_ended(notification: Notification) -> bool:
    """Return whether the round named in the key of a warning has ended."""
    number = notification.key.split(":")[1] if notification.event_id else ""
    return number.isdigit() and EventRound.objects.filter(pk=number, ended_at__isnull=False).exists()


def _answered(notification: Notification, kind: Kind, relation: ReaderAtTables) -> str:
    decision = (notification.seat_id or 0, notification.decision_key)
    if decision not in relation.reminders:
        return "answered meanwhile"
    remind_at = relation.reminders[decision]
    is_early = kind == Kind.REMINDER and remind_at is not None and remind_at > notification.created_at
    return "more time meanwhile" if is_early else ""


@statements.read
def _seats_of(tables: Collection[int], user: int) -> QuerySet[Seat, Any]:
    return Seat.objects.filter(table__pk__in=tables, user=user).values_list("table", "pk", "steward_since")


@statements.read
def _reminders(tables: Collection[int], user: int) -> QuerySet[Decision, Any]:
    """Return the unanswered decisions of a person's seats, without seats played by the steward."""
    decisions = Decision.objects.open().unanswered().filter(table__pk__in=tables, seat__user=user)
    return decisions.filter(_AT_PLAY, seat__steward_since__isnull=True).values_list("seat", "key", "remind_at")


def _is_waiting(notification: Notification) -> bool:
    """Return whether the reader can still join the table of the invitation."""
    tables = Table.objects.filter(pk=notification.table_id, status=Table.Status.WAITING)
    table = tables.exclude(seats__user=notification.recipient_id).first()
    return table is not None and not relations.are_apart_at(table, notification.recipient_id)


def _once(user_id: int, preferences: MailPreferences) -> QuerySet[Delivery]:
    kinds = preferences.kinds(Cadence.ONCE)
    return Delivery.objects.filter(channel=EMAIL, notification__recipient=user_id, notification__kind__in=kinds)
