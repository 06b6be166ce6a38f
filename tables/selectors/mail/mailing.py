"""What people want mailed, and what was mailed to them."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from tables.mail.budget import FREE
from tables.mail.cadence import Cadence, Kind, Wishes
from tables.models import Decision, Delivery, MailChoice, Notification, Rhythm, Seat, Table

Status = Delivery.Status
_AT_PLAY = Q(table__status=Table.Status.RUNNING, table__quarantined_at__isnull=True)


def wishes(user: User) -> Wishes:
    """What somebody chose, in two queries at most; ``user`` may have its rhythm along."""
    chosen = MailChoice.objects.filter(user=user).values_list("kind", "cadence")
    rhythm = rhythm_of(user)
    is_quiet = rhythm.quiet_from is not None and rhythm.quiet_until is not None
    return Wishes(
        zone=user.tz,
        cadences={Kind(kind): Cadence(cadence) for kind, cadence in chosen},
        quiet=(rhythm.quiet_from or 0, rhythm.quiet_until or 0) if is_quiet else None,
        digest_hour=rhythm.digest_hour,
        quiet_while_here=rhythm.quiet_while_here,
        returned_at=rhythm.returned_at,
        pause=Rhythm.Pause(rhythm.mail_pause) if rhythm.mail_pause else None,
    )


def rhythm_of(user: User) -> Rhythm:
    """How somebody plays; the defaults, unsaved, if they never said."""
    found: Rhythm | None = getattr(user, "rhythm", None)
    return found or Rhythm(user=user)


def why_not(told: Notification, wishes: Wishes) -> str:
    """Why nobody needs this mail any more: a short reason for the record, empty if it is still to be sent."""
    kind, user = Kind(told.kind), told.recipient
    if not user.is_active or not user.email:
        return "no address"
    if wishes.pause:
        return f"mail is paused: {wishes.pause.value}"
    if wishes.cadence(kind) == Cadence.NEVER:
        return "not wanted"
    if wishes.cadence(kind) == Cadence.ONCE and told_once(user.pk, wishes):
        return "told once, not back since"
    return _overtaken(told, kind)


def told_once(user_id: int, wishes: Wishes) -> bool:
    """Whether a mail of the kinds wanted once until somebody is back went out since they were last here."""
    since = Q(sent_at__gt=wishes.returned_at) if wishes.returned_at else Q()
    return _once(user_id, wishes).filter(since, status=Status.SENT).exists()


def telling_once(user_id: int, wishes: Wishes, *, since: datetime) -> bool:
    """Whether such a mail is on its way, claimed after ``since``."""
    return _once(user_id, wishes).filter(status=Status.SENDING, claimed_at__gt=since).exists()


def free_mails(user_id: int, *, since: datetime, lease_since: datetime) -> list[datetime]:
    """When mails about mentions and invitations were sent to somebody or began to be, after ``since``; newest first.

    What a worker took up before ``lease_since`` and never settled is none.
    """
    begun = Q(status=Status.SENT) | Q(status=Status.SENDING, claimed_at__gt=lease_since)
    mine = Delivery.objects.filter(begun, notification__recipient=user_id, notification__kind__in=FREE, claimed_at__gt=since)
    return sorted({each.claimed_at for each in mine.only("claimed_at") if each.claimed_at}, reverse=True)


def open_invitations(user: User) -> list[Notification]:
    """Tables that wait for players and to which this person is invited, newest first; with table and host."""
    # By the range of its key, which has an index.
    mine = Notification.objects.filter(recipient=user, key__gte="invitation:", key__lt="invitation;")
    found = mine.filter(superseded_at=None, table__status="waiting").exclude(table__seats__user=user)
    return list(found.select_related("table__host").defer("table__secret").order_by("-created_at"))


def invited_people(table: Table) -> list[User]:
    """Who was invited to a table and has neither sat down nor said no; the first invited on top."""
    asked = table.notifications.filter(kind=Kind.INVITATION, superseded_at=None)
    waiting = asked.exclude(recipient__in=table.seats.filter(user__isnull=False).values("user"))
    return [told.recipient for told in waiting.select_related("recipient").order_by("pk")]


def _overtaken(told: Notification, kind: Kind) -> str:
    """What has happened since that makes a mail old news, or none of its reader's business any more."""
    if told.seat_id and not _mine(told).filter(pk=told.seat_id).exists():
        return "the seat changed hands"
    match kind:
        case Kind.TURN if not _open_decision(told).exists():
            return "answered meanwhile"
        case Kind.REMINDER if not _open_decision(told).exists():
            return "answered meanwhile"
        case Kind.REMINDER if _open_decision(told).filter(remind_at__gt=told.created_at).exists():
            return "more time meanwhile"
        case Kind.STEWARD if not _mine(told).filter(steward_since__isnull=False).exists():
            return "back meanwhile"
        case Kind.OPENED if not Seat.objects.open_to_substitutes().filter(_AT_PLAY, table=told.table_id).exists():
            return "taken meanwhile"
        case Kind.INVITATION if told.superseded_at or not _is_waiting(told):
            return "no longer open"
        case Kind.MENTION if not _mine(told).exists():
            return "left meanwhile"
        case _still_true:
            return ""


def _mine(told: Notification) -> QuerySet[Seat]:
    return Seat.objects.filter(table=told.table_id, user=told.recipient_id)


def _open_decision(told: Notification) -> QuerySet[Decision]:
    mine = (
        Decision.objects.open()
        .unanswered()
        .filter(table=told.table_id, seat=told.seat_id, key=told.decision_key, seat__user=told.recipient_id)
    )
    return mine.filter(_AT_PLAY, seat__steward_since__isnull=True)


def _is_waiting(told: Notification) -> bool:
    waiting = Table.objects.filter(pk=told.table_id, status=Table.Status.WAITING)
    return waiting.exclude(seats__user=told.recipient_id).exists()


def _once(user_id: int, wishes: Wishes) -> QuerySet[Delivery]:
    kinds = wishes.kinds(Cadence.ONCE)
    return Delivery.objects.filter(notification__recipient=user_id, notification__kind__in=kinds)
