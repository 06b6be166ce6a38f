"""What a seat is trying out: kept for its holder alone, replayed whenever it is opened, never part of the record."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tables.models import Decision, Draft
from tables.selectors import coding
from tables.services.errors import Code, NotPending, Refusal, StewardPlays
from tables.services.play.locked_table import lock
from tables.services.play.moves import MAX_ACTIONS


def save_draft(*, seat_id: int, key: str, actions: Sequence[Any], now: datetime) -> Draft:
    """Keep the actions tried out for an open decision. Raises a Refusal: not_pending, steward_plays, too_many."""
    if len(actions) > MAX_ACTIONS:
        raise Refusal(Code.TOO_MANY)
    asked = Decision.objects.open().filter(seat_id=seat_id, key=key).values("seat__steward_since").first()
    if asked is None:
        raise NotPending()
    if asked["seat__steward_since"]:
        raise StewardPlays()
    values = {"actions": coding.to_text(list(actions)), "updated_at": now}
    return Draft.objects.update_or_create(seat_id=seat_id, key=key, defaults=values)[0]


def play_at_deadline(*, seat_id: int, key: str, plays: bool) -> None:
    """Choose whether a draft is sent instead of the game's fallback if the time runs out. Raises Refusal: not_pending."""
    # What may still be answered anew, but need not be, has no deadline.
    asked = Decision.objects.required().filter(seat_id=seat_id, key=key)
    table_id = asked.values_list("table_id", flat=True).first()
    if table_id is None:
        raise NotPending()
    with transaction.atomic():
        # Not while the deadline answers: whoever is told yes has their draft sent.
        lock(table_id)
        if not asked.exists() or not Draft.objects.filter(seat_id=seat_id, key=key).update(plays_at_deadline=plays):
            raise NotPending()


def clear_draft(*, seat_id: int, key: str) -> None:
    """Forget what was tried out."""
    Draft.objects.filter(seat_id=seat_id, key=key).delete()
