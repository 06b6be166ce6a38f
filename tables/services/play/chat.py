"""What people say at a table."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts import names
from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import ChatMessage, Seat
from tables.selectors.people import relations
from tables.services import standing, texts
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.mail import notify
from tables.services.once import once

LENGTH = 1000


def say(*, table_id: int, user: User, text: str, token: str = "", now: datetime) -> ChatMessage:
    """Say one message to everybody who may see the table; whoever it speaks to as @Name is told by mail too.

    ``token``: as in ``once``. Raises a Refusal: not_seated, suspended, blank, too_long, bad_character.
    """
    line = texts.said(text, LENGTH)
    make = partial(_say, table_id, user, line, now)
    return once(ChatMessage, user_id=user.pk, token=token, said=(table_id, line), now=now, make=make)


def _say(table_id: int, user: User, line: str, now: datetime) -> ChatMessage:
    with transaction.atomic():
        table = lock(table_id)
        seats = list(table.seats.filter(user__isnull=False).select_related("user"))
        if all(seat.user_id != user.pk for seat in seats):
            raise Refusal(Code.NOT_SEATED)
        standing.check(user, now)
        message = ChatMessage.objects.create(table=table, user=user, text=line, at=now)
        mine = next(seat for seat in seats if seat.user_id == user.pk)
        mark_read(seat_id=mine.pk, upto=message.pk)
        others = [seat for seat in seats if seat.user_id != user.pk and seat.resigned_at is None]
        mentioned = _mentioned(line, others)
        notify.notify_mentioned(message=message, seats=mentioned, untold=_deaf(user, mentioned), now=now)
        record_change(table)
    return message


def mark_read(*, seat_id: int, upto: int) -> None:
    """The holder of a seat has read the chat up to the line ``upto``, and lines that went away meanwhile."""
    Seat.objects.filter(pk=seat_id, read_chat__lt=upto).update(read_chat=upto)


def _deaf(user: User, seats: Sequence[Seat]) -> frozenset[int]:
    """Return the ids of the holders who do not want to be called by this person."""
    return relations.deaf_to(user.pk, [seat.user_id for seat in seats if seat.user_id]) if seats else frozenset()


def _mentioned(text: str, seats: Sequence[Seat]) -> list[Seat]:
    """The seats whose holders are spoken to as @Name; of two names that both fit the longer is meant."""
    by_name = {seat.user.name_key: seat for seat in seats if seat.user and seat.user.name_key}
    known = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True))
    if not known:
        return []
    said = re.findall(rf"(?<!\w)@({known})(?!\w)", names.folded(text))
    return [by_name[name] for name in dict.fromkeys(said)]
