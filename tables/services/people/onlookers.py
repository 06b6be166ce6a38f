"""Chat of spectators; the players can read it once the game is over."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import ChatMessage, OnlookerLine
from tables.selectors.people import onlookers
from tables.services import suspensions, texts
from tables.services.locking import lock
from tables.services.once import create_once


def say(*, table_id: int, user: User, text: str, token: str = "", now: datetime) -> OnlookerLine:
    """Add a line to the spectators' chat. There is no notification, and players see no change.

    ``token``: as in ``create_once``. Raises a Refusal: no_onlooker, suspended, blank, too_long, bad_character.
    """
    line = texts.required_text(text, ChatMessage.LONGEST)
    make = partial(_say, table_id, user, line, now)
    return create_once(OnlookerLine, user_id=user.pk, token=token, content=(table_id, line), now=now, make=make)


def _say(table_id: int, user: User, line: str, now: datetime) -> OnlookerLine:
    with transaction.atomic():
        # The lock prevents a line from somebody who has just taken a seat.
        table = lock(table_id)
        suspensions.check(user, now)
        if not onlookers.may_write(table, user):
            raise Refusal(Code.NO_ONLOOKER)
        return OnlookerLine.objects.create(table=table, user=user, text=line, at=now)
