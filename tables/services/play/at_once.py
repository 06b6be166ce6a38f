"""Bot moves at practice tables within the request, without an open transaction, before the page is sent.

Their time is limited; a worker makes the remaining moves, as at other tables. If a request ends before it has queued these
moves, the sweep queues them, as for any lost task.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError

from engines.contract import When
from tables.errors import Refusal
from tables.models import Decision, Seat, Table
from tables.services import queue
from tables.services.play import bots

logger = logging.getLogger(__name__)


@contextmanager
def bots_follow(table: Table, now: datetime) -> Iterator[None]:
    """Let the bots of a practice table move straight after the code in this context; do nothing at other tables."""
    if not table.practice:
        yield
        return
    with queue.without("think_bot"):
        yield
    follow(table_id=table.pk, now=now)


@contextmanager
def opening(now: datetime) -> Iterator[list[int]]:
    """Let bots move first at practice tables opened in this context; their IDs are added to the list."""
    opened: list[int] = []
    with queue.without("think_bot"):
        yield opened
    for table_id in opened:
        follow(table_id=table_id, now=now)


def follow(*, table_id: int, now: datetime, time_limit: timedelta = settings.PRACTICE_THINKING) -> int:
    """Let the bots with open decisions think one after another, and queue the rest. Return the number of moves.

    A bot starts only if it would finish within ``time_limit``, judged by the slowest move so far. Doges are left to a worker.
    """
    started, longest, moves = time.monotonic(), 0.0, 0
    with queue.without("think_bot"):
        while decisions := [(seat_id, key) for seat_id, key, level in _deciding_bots(table_id) if level != Seat.Level.DOGE]:
            move_started = time.monotonic()
            if move_started - started + longest > time_limit.total_seconds() or not _one_answers(table_id, decisions, now):
                break
            moves += 1
            longest = max(longest, time.monotonic() - move_started)
    for seat_id, key, _level in _deciding_bots(table_id):
        queue.later("think_bot", table_id, seat_id, key)
    return moves


def _one_answers(table_id: int, decisions: Sequence[tuple[int, str]], now: datetime) -> bool:
    """Let one of these bots move; return False if none did. Errors are left to a worker, as the player's own move is done."""
    try:
        return any(bots.think(table_id=table_id, seat_id=seat_id, key=key, limit=1, now=now) for seat_id, key in decisions)
    except (DatabaseError, Refusal) as error:
        logger.warning("table %s: its bots are left to a worker: %s", table_id, type(error).__name__)
        return False


def _deciding_bots(table_id: int) -> Sequence[tuple[int, str, str]]:
    """Return the bot seats that must decide now, with the keys of their decisions and their levels."""
    rows = Decision.objects.open().filter(table=table_id, when=When.NOW, think_at__isnull=False)
    return list(rows.order_by("seat__index", "key").values_list("seat_id", "key", "seat__level"))
