"""Bots and stewards: they think from their seat's view, without an open transaction, and move like players."""

import logging
import time
from datetime import datetime
from typing import Any

from engines import registry
from engines.contract import Engine, Filed, Pending, Seen, When
from engines.search.levels import Decided
from tables.errors import Crashed, Illegal, NotPending, NotRunning, Stale
from tables.models import Move, Seat, Table
from tables.selectors.play import lessons, state
from tables.selectors.play.tables import is_deserted
from tables.services import quarantine, queue
from tables.services.play import thinking
from tables.services.play.moves import submit

logger = logging.getLogger(__name__)

# Maximum number of moves that a seat makes in a row for the same decision.
MOST_CHOICES = 50


def think(*, table_id: int, seat_id: int, key: str, limit: int = MOST_CHOICES, now: datetime) -> int:
    """Make the decision of an automatic seat until it is closed, in at most ``limit`` moves. Return their number.

    While another bot of the same host thinks, queue the task again. The sweep finds the decision even if that is lost.
    """
    moves, begun = 0, time.monotonic()
    with quarantine.on_crash(table_id, now):
        try:
            while moves < limit and _answer_once(table_id, seat_id, key, begun, now):
                moves += 1
        except thinking.Busy:
            queue.later("think_bot", table_id, seat_id, key, after=thinking.AGAIN)
    return moves


def _answer_once(table_id: int, seat_id: int, key: str, begun: float, now: datetime) -> bool:
    seat = Seat.objects.select_related("table").filter(pk=seat_id, table_id=table_id).first()
    if seat is None or not seat.is_automatic or seat.table.status != Table.Status.RUNNING or is_deserted(seat.table):
        return False
    engine = registry.engine(seat.table.game)
    seen = state.seen(seat.table, seat)
    pending = next((pending for pending in engine.pending(seen.public) if _is_this(pending, seat, key)), None)
    return pending is not None and _send(engine, seat, seen, pending, begun, now)


def _send(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending, begun: float, now: datetime) -> bool:
    decided = _decide(engine, seat, seen, pending, begun, now)
    try:
        _play(engine, seat, seen, pending, decided, now)
    except (Stale, NotPending, NotRunning):
        return False
    except (Illegal, Crashed) as fault:
        # The default move cannot be played either, so every retry would fail too.
        quarantine.quarantine(table_id=seat.table_id, where=fault.where if isinstance(fault, Crashed) else str(fault), now=now)
        return False
    if decided.is_short:
        thinking.say_hurried(seat, now)
    return True


def _play(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending, decided: Decided, now: datetime) -> None:
    try:
        _submit(seat, pending.key, decided.reply, now)
    except (Illegal, Crashed) as fault:
        # A bot that breaks the rules or the game is a fault of the game; the table must go on.
        logger.error("table %s: the bot's move was refused: %s", seat.table_id, fault)
        _submit(seat, pending.key, engine.fallback(seen, pending), now)


def _submit(seat: Seat, key: str, action: Any, now: datetime) -> None:
    via = Move.Via.BOT if seat.bot else Move.Via.STEWARD
    actions = list(action.actions[:1]) if isinstance(action, Filed) else [action]
    submit(table_id=seat.table_id, seat_id=seat.pk, key=key, own_ply=seat.plies, actions=actions, token="", via=via, now=now)


def _decide(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending, begun: float, now: datetime) -> Decided:
    try:
        if (action := lessons.scripted_action(seat, seen, pending)) is not None:
            return Decided(action)
        if not seat.bot:
            return Decided(engine.steward(seen, pending))
        return thinking.decide(engine, seat, seen, pending, begun, now)
    except thinking.Busy:
        raise
    # After any error of the bot, play the default move.
    except Exception as error:  # noqa: BLE001
        logger.error("table %s: the bot could not decide: %s", seat.table_id, quarantine.describe_error(error))
        return Decided(engine.fallback(seen, pending))


def _is_this(pending: Pending, seat: Seat, key: str) -> bool:
    return pending.seat == seat.index and pending.key == key and pending.when is When.NOW
