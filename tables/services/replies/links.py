"""Moves sent by a link in an email. They count as moves of the recipient on the page."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engines.contract import Filed, When
from tables.models import Move, Rhythm
from tables.selectors.mail.linked import LinkedDecision
from tables.services.mail import returning
from tables.services.play import moves, preparing


def answer(*, linked: LinkedDecision, actions: Sequence[Any], own_ply: int, token: str, now: datetime) -> None:
    """Play the actions, or queue them for a decision in advance. Raises a Refusal; then nothing is changed."""
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
    """Record the return of a user who answers an email, although they did not visit the site."""
    rhythm = Rhythm.objects.filter(user=user_id).first()
    if rhythm is not None:
        returning.note(rhythm=rhythm, now=now)
