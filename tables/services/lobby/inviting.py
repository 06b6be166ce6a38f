"""Inviting people by name to a table that waits for players. The notification is the invitation; there is no other row."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts import names
from accounts.models import User
from tables.models import Delivery, Notification, Table
from tables.selectors.mail import mailing
from tables.services.errors import Code, NotRunning, Refusal
from tables.services.mail import notify
from tables.services.once import once
from tables.services.play.locked_table import lock

AT_MOST = 20


def invite_person(*, table_id: int, host: User, name: str, token: str = "", now: datetime) -> User:
    """Invite the person of this display name, by mail and on their page of games. Nobody is invited to a table twice.

    ``token``: as in ``once``. Raises a Refusal: not_host, already_started, ended, unknown_person, invited_oneself, sits_here,
    invited_before, invited_enough.
    """
    make = partial(_invite, table_id, host, name, now)
    return once(Notification, user_id=host.pk, token=token, said=(table_id, name), now=now, make=make).recipient


def _invite(table_id: int, host: User, name: str, now: datetime) -> Notification:
    with transaction.atomic():
        table = lock(table_id)
        _check_host(table, host)
        person = _named(name, host)
        if table.seats.filter(user=person).exists():
            raise Refusal(Code.SITS_HERE)
        if len(mailing.invited_people(table)) >= AT_MOST:
            raise Refusal(Code.INVITED_ENOUGH)
        notification = notify.notify_invited(table=table, user=person, now=now)
        if notification is None:
            raise Refusal(Code.INVITED_BEFORE)
    return notification


def decline(*, user: User, code: str, now: datetime) -> bool:
    """Say no to an invitation: it disappears from one's own page and is not mailed any more. False if there is none."""
    mine = Notification.objects.filter(recipient=user, key=f"invitation:{code}", superseded_at=None)
    with transaction.atomic():
        waiting = Delivery.objects.filter(notification__in=mine, status=Delivery.Status.QUEUED)
        waiting.update(status=Delivery.Status.DROPPED, error="declined")
        return bool(mine.update(superseded_at=now))


def _check_host(table: Table, host: User) -> None:
    if table.host_id != host.pk:
        raise Refusal(Code.NOT_HOST)
    if table.status != Table.Status.WAITING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.ALREADY_STARTED)


def _named(name: str, host: User) -> User:
    person = User.objects.filter(name_key=names.folded(name), is_active=True).exclude(name_key="").first()
    if person is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    if person == host:
        raise Refusal(Code.INVITED_ONESELF)
    return person
