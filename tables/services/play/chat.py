"""Chat at a table."""

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
from tables.services import suspensions, texts
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.mail import notify
from tables.services.once import create_once


def say(*, table_id: int, user: User, text: str, token: str = "", now: datetime) -> ChatMessage:
    """Add a chat message for everybody who can see the table; players addressed as @Name are notified.

    ``token``: as in ``create_once``. Raises a Refusal: not_seated, suspended, blank, too_long, bad_character.
    """
    line = texts.required_text(text, ChatMessage.LONGEST)
    make = partial(_say, table_id, user, line, now)
    return create_once(ChatMessage, user_id=user.pk, token=token, content=(table_id, line), now=now, make=make)


def _say(table_id: int, user: User, line: str, now: datetime) -> ChatMessage:
    with transaction.atomic():
        table = lock(table_id)
        seats = list(table.seats.filter(user__isnull=False).select_related("user"))
        if all(seat.user_id != user.pk for seat in seats):
            raise Refusal(Code.NOT_SEATED)
        suspensions.check(user, now)
        message = ChatMessage.objects.create(table=table, user=user, text=line, at=now)
        own_seat = next(seat for seat in seats if seat.user_id == user.pk)
        mark_read(seat_id=own_seat.pk, upto=message.pk)
        others = [seat for seat in seats if seat.user_id != user.pk and seat.resigned_at is None]
        mentioned = _mentioned(line, others)
        notify.notify_mentioned(message=message, seats=mentioned, suppressed=_deaf(user, mentioned), now=now)
        record_change(table)
    return message


def mark_read(*, seat_id: int, upto: int) -> None:
    """Mark the chat as read by a seat's holder, up to the line ``upto``."""
    Seat.objects.filter(pk=seat_id, read_chat__lt=upto).update(read_chat=upto)


def _deaf(user: User, seats: Sequence[Seat]) -> frozenset[int]:
    """Return the IDs of the holders who do not want mentions by this person."""
    return relations.readers_ignoring(user.pk, [seat.user_id for seat in seats if seat.user_id]) if seats else frozenset()


def _mentioned(text: str, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats addressed as @Name in a text. If two names match, the longer one counts."""
    by_name = {seat.user.name_key: seat for seat in seats if seat.user and seat.user.name_key}
    pattern = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True))
    if not pattern:
        return []
    mentioned_names = re.findall(rf"(?<!\w)@({pattern})(?!\w)", names.folded(text))
    return [by_name[name] for name in dict.fromkeys(mentioned_names)]
