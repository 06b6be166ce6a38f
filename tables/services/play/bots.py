"""Bots and stewards: they think on what their seat sees, with no transaction open, and send their move like anybody."""

import logging
from datetime import datetime
from typing import Any

from engines import registry
from engines.contract import Engine, Filed, Pending, Seen, When
from tables.errors import Crashed, Illegal, NotPending, NotRunning, Stale
from tables.models import Move, Seat, Table
from tables.selectors.play import lessons, state
from tables.selectors.play.tables import is_deserted
from tables.services import quarantine
from tables.services.play.moves import submit

logger = logging.getLogger(__name__)

# So often a seat may be asked the same decision in a row, and so often somebody may be faster.
MOST_CHOICES = 50


def think(*, table_id: int, seat_id: int, key: str, most: int = MOST_CHOICES, now: datetime) -> int:
    """Answer a decision for an automatic seat until it is asked no more, at most so often. Returns how many moves were made."""
    moves = 0
    with quarantine.on_crash(table_id, now):
        while moves < most and _answer_once(table_id, seat_id, key, now):
            moves += 1
    return moves


def _answer_once(table_id: int, seat_id: int, key: str, now: datetime) -> bool:
    seat = Seat.objects.select_related("table").filter(pk=seat_id, table_id=table_id).first()
    if seat is None or not seat.is_automatic or seat.table.status != Table.Status.RUNNING or is_deserted(seat.table):
        return False
    engine = registry.engine(seat.table.game)
    seen = state.seen(seat.table, seat)
    pending = next((pending for pending in engine.pending(seen.public) if _is_this(pending, seat, key)), None)
    return pending is not None and _send(engine, seat, seen, pending, now)


def _send(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending, now: datetime) -> bool:
    try:
        _play(engine, seat, seen, pending, now)
    except (Stale, NotPending, NotRunning):
        return False
    except (Illegal, Crashed) as fault:
        # Not even the fallback can be played: asked again every few minutes, it would fail for ever.
        quarantine.quarantine(table_id=seat.table_id, where=fault.where if isinstance(fault, Crashed) else str(fault), now=now)
        return False
    return True


def _play(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending, now: datetime) -> None:
    try:
        _submit(seat, pending.key, _decide(engine, seat, seen, pending), now)
    except (Illegal, Crashed) as fault:
        # A bot that breaks the rules or the game is a fault of the game; the table must not stand still for it.
        logger.error("table %s: the bot's move was refused: %s", seat.table_id, fault)
        _submit(seat, pending.key, engine.fallback(seen, pending), now)


def _submit(seat: Seat, key: str, action: Any, now: datetime) -> None:
    via = Move.Via.BOT if seat.bot else Move.Via.STEWARD
    actions = list(action.actions[:1]) if isinstance(action, Filed) else [action]
    submit(table_id=seat.table_id, seat_id=seat.pk, key=key, own_ply=seat.plies, actions=actions, token="", via=via, now=now)


def _decide(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending) -> Any:
    try:
        if (said := lessons.said(seat, seen, pending)) is not None:
            return said
        return (engine.bot if seat.bot else engine.steward)(seen, pending)
    # As above: whatever goes wrong while thinking, the fallback needs no thought.
    except Exception as error:  # noqa: BLE001
        logger.error("table %s: the bot could not decide: %s", seat.table_id, quarantine.place(error))
        return engine.fallback(seen, pending)


def _is_this(pending: Pending, seat: Seat, key: str) -> bool:
    return pending.seat == seat.index and pending.key == key and pending.when is When.NOW
