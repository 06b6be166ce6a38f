"""What a letter may be answered with by mail, written down before it goes out."""

from datetime import datetime

from tables.mail.replies.addresses import Answerable
from tables.models import ReplyAddress


def expect(letter: Answerable, *, now: datetime) -> None:
    """Remember what a letter may be answered with, before it goes out. The same letter made again is the same one."""
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
