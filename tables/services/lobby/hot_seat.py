"""Hands on phones at a hot-seat table: the host makes a code, a phone uses it once, the host withdraws it."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import salted_hmac

from accounts.models import User
from tables.errors import Code, NotRunning, Refusal
from tables.models import PhoneHand, Seat, Table
from tables.models.play import CODE_LETTERS
from tables.services.changes import record_change
from tables.services.locking import lock

LETTERS = 8
VALID = timedelta(minutes=10)
# Lifetime of the cookie that opens a hand on a phone.
PHONE_OPEN = timedelta(hours=12)


@transaction.atomic
def make_code(*, table_id: int, position: int, host: User, now: datetime) -> str:
    """Make and return a new code for the hand of a seat. Withdraw an earlier code, or close the hand that it opened.

    Raises a Refusal: not_host, not_running, not_seated.
    """
    seat = _seat(table_id, position, host)
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(LETTERS))
    PhoneHand.objects.filter(seat=seat).delete()
    PhoneHand.objects.create(seat=seat, digest=_digest(code), expires_at=now + VALID)
    record_change(seat.table)
    return code


@transaction.atomic
def withdraw(*, table_id: int, position: int, host: User) -> None:
    """Withdraw the code of a seat, or close the hand on its phone. Raises the same Refusals as ``make_code``."""
    seat = _seat(table_id, position, host)
    PhoneHand.objects.filter(seat=seat).delete()
    record_change(seat.table)


@transaction.atomic
def open_hand(*, typed: str, token: str = "", now: datetime) -> PhoneHand | None:
    """Use a code and return the hand it opens; None for an unknown, used, withdrawn or expired code, or an ended game.

    ``token``: one-time token of the form. The same form sent twice opens the same hand.
    """
    code = "".join(letter for letter in typed.lower() if letter in CODE_LETTERS)
    if len(code) != LETTERS:
        return None
    used = _digest(f"{code} {token}") if token else ""
    digests = [_digest(code), *filter(None, [used])]
    row = PhoneHand.objects.select_related("seat").filter(digest__in=digests, expires_at__gt=now).first()
    if row is None:
        return None
    table = lock(row.seat.table_id)
    if table.status != Table.Status.RUNNING:
        return None
    # If two phones send the code, the hand opens on only one of them.
    if PhoneHand.objects.filter(pk=row.pk, opened_at=None).update(opened_at=now, digest=used):
        record_change(table)
        return row
    return PhoneHand.objects.filter(pk=row.pk, digest=used).exclude(digest="").first()


def _seat(table_id: int, position: int, host: User) -> Seat:
    table = lock(table_id)
    if not table.hot_seat or table.host_id != host.pk:
        raise Refusal(Code.NOT_HOST)
    if table.status != Table.Status.RUNNING:
        raise NotRunning(Code.NOT_RUNNING)
    seat = Seat.objects.with_person().filter(table=table, position=position).first()
    if seat is None:
        raise Refusal(Code.NOT_SEATED)
    seat.table = table
    return seat


def _digest(code: str) -> str:
    return salted_hmac("tables.phone_hand", code, algorithm="sha256").hexdigest()
