"""At a practice table bots answer before the page goes back: they think in the request, with no transaction open.

Only for so long; what is left then is a worker's, as everywhere else. A request that ends before it has queued what is left is
made good by the sweep, like any task that was lost.
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
from tables.models import Decision, Table
from tables.services import queue
from tables.services.play import bots

logger = logging.getLogger(__name__)


@contextmanager
def bots_follow(table: Table, now: datetime) -> Iterator[None]:
    """Whatever is played here at a practice table, its bots answer at once; elsewhere nothing is different."""
    if not table.practice:
        yield
        return
    with queue.without("think_bot"):
        yield
    follow(table_id=table.pk, now=now)


@contextmanager
def opening(now: datetime) -> Iterator[list[int]]:
    """At the practice tables that are opened here, whose numbers are put on the list, bots begin at once."""
    opened: list[int] = []
    with queue.without("think_bot"):
        yield opened
    for table_id in opened:
        follow(table_id=table_id, now=now)


def follow(*, table_id: int, now: datetime, most: timedelta = settings.PRACTICE_THINKING) -> int:
    """Let the bots that are asked think one after the other, and queue who is left. Returns how many moves were made.

    None begins that, by the longest so far, would not be done in time.
    """
    begun, longest, moves = time.monotonic(), 0.0, 0
    with queue.without("think_bot"):
        while asked := _asked(table_id):
            before = time.monotonic()
            if before - begun + longest > most.total_seconds() or not _one_answers(table_id, asked, now):
                break
            moves += 1
            longest = max(longest, time.monotonic() - before)
    for seat_id, key in _asked(table_id):
        queue.later("think_bot", table_id, seat_id, key)
    return moves


def _one_answers(table_id: int, asked: Sequence[tuple[int, str]], now: datetime) -> bool:
    """Whether one of these made its move; what keeps them from it is a worker's to meet, whose page this is has moved."""
    try:
        return any(bots.think(table_id=table_id, seat_id=seat_id, key=key, most=1, now=now) for seat_id, key in asked)
    except (DatabaseError, Refusal) as error:
        logger.warning("table %s: its bots are left to a worker: %s", table_id, type(error).__name__)
        return False


def _asked(table_id: int) -> Sequence[tuple[int, str]]:
    """The seats of bots that everybody waits for, and what they are asked."""
    rows = Decision.objects.open().filter(table=table_id, when=When.NOW, think_at__isnull=False)
    return list(rows.order_by("seat__index", "key").values_list("seat_id", "key"))
