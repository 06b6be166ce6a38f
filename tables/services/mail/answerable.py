"""Possible replies to an email, stored before it is sent."""

from datetime import datetime

from tables.mail.replies.addresses import Answerable
from tables.models import ReplyAddress


def expect(letter: Answerable, *, now: datetime) -> None:
    """Store the possible replies to an email before it is sent. If the same email is rebuilt, only their time changes."""
    fields = {
        "made_at": now,
        "seat_id": letter.seat_id,
        "key": letter.key,
        "user_id": letter.user_id,
        "own_ply": letter.own_ply,
        "choices": " ".join(letter.choices),
    }
    ReplyAddress.objects.update_or_create(
        token=letter.token, defaults={"made_at": now}, create_defaults=fields | {"made_at": now}
    )
