"""What onlookers say among themselves; those who sit at the table read it once the game is over."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import OnlookerLine
from tables.selectors.people import onlookers
from tables.services import standing, texts
from tables.services.locking import lock
from tables.services.once import once
from tables.services.play import chat


def say(*, table_id: int, user: User, text: str, token: str = "", now: datetime) -> OnlookerLine:
    """Say one line to those who watch. Nobody is told, and nothing changes for the players: not even that it was said.

    ``token``: as in ``once``. Raises a Refusal: no_onlooker, suspended, blank, too_long, bad_character.
    """
    line = texts.said(text, chat.LENGTH)
    make = partial(_say, table_id, user, line, now)
    return once(OnlookerLine, user_id=user.pk, token=token, said=(table_id, line), now=now, make=make)


def _say(table_id: int, user: User, line: str, now: datetime) -> OnlookerLine:
    with transaction.atomic():
        # Locked, so that nobody who has just sat down still writes.
        table = lock(table_id)
        standing.check(user, now)
        if not onlookers.may_write(table, user):
            raise Refusal(Code.NO_ONLOOKER)
        return OnlookerLine.objects.create(table=table, user=user, text=line, at=now)
