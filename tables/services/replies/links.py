"""Answering from a mail: the same way as from the page, by whoever the mail was for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engines.contract import Filed, When
from tables.models import Move, Rhythm
from tables.selectors.mail.linked import LinkedDecision
from tables.services.mail import returning
from tables.services.play import moves, preparing


def answer(*, linked: LinkedDecision, actions: Sequence[Any], own_ply: int, token: str, now: datetime) -> None:
    """Play the actions, or file them if the place of the seat is still to come. Raises a Refusal; nothing is changed then."""
    seat, pending = linked.seat, linked.pending
    if pending.when is When.AHEAD:
        filed = Filed(pending.key, tuple(actions), how="first" if len(actions) == 1 else "each")
        preparing.file_answer(seat_id=seat.pk, filed=filed, user_id=seat.user_id, now=now)
    else:
        moves.submit(
            table_id=seat.table_id,
            seat_id=seat.pk,
            key=pending.key,
            own_ply=own_ply,
            actions=actions,
            token=token,
            via=Move.Via.MAIL,
            user_id=seat.user_id,
            now=now,
        )
    _note_return(seat.user_id, now)


def _note_return(user_id: int | None, now: datetime) -> None:
    """Anyone who answers a mail is back, though they did not look at the site."""
    rhythm = Rhythm.objects.filter(user=user_id).first()
    if rhythm is not None:
        returning.note(rhythm=rhythm, now=now)
