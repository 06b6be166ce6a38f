"""What people say at a table."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tables.models import ChatMessage
from tables.services.beat import changed
from tables.services.errors import Refusal
from tables.services.sitting import lock

LENGTH = 1000


def say(*, table_id: int, user: User, text: str, now: datetime) -> ChatMessage:
    """Say one message to everybody who may see the table. Raises a Refusal: not_seated, blank, too_long, malformed."""
    line = text.strip()
    if not line:
        raise Refusal("blank")
    if len(line) > LENGTH:
        raise Refusal("too_long")
    if not line.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
        raise Refusal("malformed")
    with transaction.atomic():
        table = lock(table_id)
        if not table.seats.filter(user=user).exists():
            raise Refusal("not_seated")
        message = ChatMessage.objects.create(table=table, user=user, text=line, at=now)
        changed(table)
    return message
