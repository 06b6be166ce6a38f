"""Invitations by name to a waiting table, and declining them. The notification row is the invitation."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts import names
from accounts.models import User
from tables.errors import Code, NotRunning, Refusal
from tables.models import Delivery, Notification, Seat, Table
from tables.selectors.clubs import clubs
from tables.selectors.mail import mailing
from tables.selectors.people import relations
from tables.services import suspensions
from tables.services.changes import record_change
from tables.services.lobby import admission
from tables.services.lobby.tables import is_rated
from tables.services.locking import lock
from tables.services.mail import notify
from tables.services.once import create_once

AT_MOST = 20


def invite_person(*, table_id: int, host: User, name: str, token: str = "", now: datetime) -> User:
    """Invite the person with this display name, by email and on their games page, at most once per table.

    ``token``: as in ``create_once``. Raises a Refusal: not_host, already_started, ended, unknown_person, invited_oneself,
    blocked_by_you, suspended, sits_here, invited_before, invited_enough, not_a_member, excluded.
    """
    make = partial(_invite, table_id, host, name, now)
    return create_once(Notification, user_id=host.pk, token=token, content=(table_id, name), now=now, make=make).recipient


def _invite(table_id: int, host: User, name: str, now: datetime) -> Notification:
    with transaction.atomic():
        table = lock(table_id)
        _check_host(table, host, now)
        return _ask(table, host, _named(name, host), now)


def invite_people(*, table_id: int, host: User, numbers: Collection[int], now: datetime) -> list[User]:
    """Invite several people. Return those newly invited, without people who are seated, already invited or excluded.

    Raises a Refusal: not_host, already_started, ended, suspended, nobody_chosen, invited_enough; then nobody was invited.
    """
    if not numbers:
        raise Refusal(Code.NOBODY_CHOSEN)
    with transaction.atomic():
        table = lock(table_id)
        _check_host(table, host, now)
        people = User.objects.filter(pk__in=numbers, is_active=True, guest_since=None).exclude(pk=host.pk)
        return [person for person in people.order_by("pk") if _is_asked_now(table, host, person, now)]


def _is_asked_now(table: Table, host: User, person: User, now: datetime) -> bool:
    try:
        _ask(table, host, person, now)
    except Refusal as refusal:
        if refusal.code == Code.INVITED_ENOUGH:
            raise
        return False
    return True


def _ask(table: Table, host: User, person: User, now: datetime) -> Notification:
    """Invite a person to a locked table. If a block separates them from the host or a player, the invitation appears sent, but
    is not delivered."""
    if relations.Kind.BLOCKED in relations.kinds_towards(host, person):
        raise Refusal(Code.BLOCKED_BY_YOU)
    if table.club_id is not None and not clubs.is_member(table.club_id, person.pk):
        raise Refusal(Code.NOT_A_MEMBER)
    if table.seats.filter(user=person).exists():
        raise Refusal(Code.SITS_HERE)
    if not admission.may_come(table, person, now, rated=is_rated(table)):
        raise Refusal(Code.EXCLUDED)
    if len(mailing.invited_people(table)) >= AT_MOST:
        raise Refusal(Code.INVITED_ENOUGH)
    is_suppressed = relations.are_apart_at(table, person.pk)
    notification = notify.notify_invited(table=table, user=person, now=now, is_suppressed=is_suppressed)
    if notification is None:
        raise Refusal(Code.INVITED_BEFORE)
    return notification


def decline(*, user: User, code: str, now: datetime) -> bool:
    """Decline an invitation: remove it from the user's page, cancel its email, and free a reserved seat.

    Returns False if there never was such an invitation. After a second click, it has already been declined.
    """
    with transaction.atomic():
        if not withdraw(user_id=user.pk, code=code, now=now):
            return Notification.objects.filter(recipient=user, key=f"invitation:{code}").exists()
        seat = Seat.objects.filter(table__code=code, table__status=Table.Status.WAITING, reserved_for=user).first()
        if seat:
            _free(lock(seat.table_id), seat)
    return True


def release_seat(*, table_id: int, host: User, position: int, now: datetime) -> None:
    """End a seat's reservation as the host. Do nothing if the seat has no reservation or is already taken.

    Raises a Refusal: not_host, already_started, ended, suspended.
    """
    with transaction.atomic():
        table = lock(table_id)
        _check_host(table, host, now)
        seat = table.seats.filter(position=position, reserved_for__isnull=False).first()
        if seat and seat.reserved_for_id:
            withdraw(user_id=seat.reserved_for_id, code=table.code, now=now)
            _free(table, seat)


def withdraw(*, user_id: int, code: str, now: datetime) -> bool:
    """Withdraw an invitation and drop its unsent messages; return False if there is no invitation."""
    invitations = Notification.objects.filter(recipient=user_id, key=f"invitation:{code}", superseded_at=None)
    queued = Delivery.objects.filter(notification__in=invitations, status=Delivery.Status.QUEUED)
    queued.update(status=Delivery.Status.DROPPED, error="declined")
    return bool(invitations.update(superseded_at=now))


def _free(table: Table, seat: Seat) -> None:
    if Seat.objects.filter(pk=seat.pk, user=None).update(reserved_for=None):
        record_change(table)


def _check_host(table: Table, host: User, now: datetime) -> None:
    if table.host_id != host.pk:
        raise Refusal(Code.NOT_HOST)
    if table.status != Table.Status.WAITING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.ALREADY_STARTED)
    suspensions.check(host, now)


def _named(name: str, host: User) -> User:
    person = User.objects.filter(name_key=names.folded(name), is_active=True).exclude(name_key="").first()
    if person is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    if person == host:
        raise Refusal(Code.INVITED_ONESELF)
    return person
