"""Thoughts of bots: their secret key, their time, and one strong thought at a time for each host."""

import hmac
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache

from engines.contract import Engine, Pending, Seen
from engines.search import levels
from engines.search.choosing import Thought
from tables.models import Move, Seat, SiteEvent, Table
from tables.services import site_events
from tables.services.changes import record_change
from tables.services.locking import guarded, lock

# Time after which a thought is tried again while the host's other bot thinks.
AGAIN = timedelta(milliseconds=300)
# Time after which a thought no longer counts, even if its process was killed.
_FORGOTTEN = settings.DOGE_THINKING + timedelta(seconds=10)


class Busy(Exception):
    """Refusal to think now, because another bot of the same host is thinking."""


def decide(engine: Engine, seat: Seat, seen: Seen[Any, Any], pending: Pending, begun: float, now: datetime) -> levels.Decided:
    """Return a bot's reply at the level of its seat. ``begun`` is the time of the monotonic clock at the moment ``now``.

    Raises Busy. A doge without any time left plays as a merchant and waits for nobody.
    """
    level, key = levels.Level(seat.level), key_of(seat.table, seat, pending.key, "search")
    if level is not levels.Level.DOGE:
        return levels.decide(engine, level, seen, pending, key)
    stop = _at(begun + time_limit(seat.table, now).total_seconds())
    if stop():
        return levels.decide(engine, level, seen, pending, key, stop)
    with alone(seat.table):
        return levels.decide(engine, level, seen, pending, key, stop)


def hint(engine: Engine, table: Table, seat: Seat, seen: Seen[Any, Any], pending: Pending, until: float) -> Thought | None:
    """Return the doge's thought for a player, None if it was not ready in time or another bot of the host is thinking.

    ``until`` is the time of the monotonic clock at which the search ends.
    """
    try:
        with alone(table):
            key = key_of(table, seat, pending.key, "hint")
            thought = levels.search(engine, seen, pending, key, stop=_at(until))
    except Busy:
        return None
    return None if thought.is_short else thought


def time_limit(table: Table, now: datetime) -> timedelta:
    """Return the time that a search at this table may take from now on.

    At a practice table, all bots together get ``PRACTICE_WAIT`` after the last move of a person.
    """
    if not table.practice or table.started_at is None:
        return settings.DOGE_THINKING
    last = _last_of_a_person(table)
    begun = max(last.at, table.started_at) if last else table.started_at
    return min(max(begun + settings.PRACTICE_WAIT - now, timedelta(0)), settings.PRACTICE_WAIT)


def say_hurried(seat: Seat, now: datetime) -> None:
    """Add a line to the log: this bot decided early. It appears once after each move of a person."""
    with guarded(seat.table_id, now):
        table = lock(seat.table_id)
        last = _last_of_a_person(table)
        lines = SiteEvent.objects.filter(table=table, seat=seat, kind=SiteEvent.Kind.HURRIED)
        if not lines.filter(after_seq__gt=last.seq if last else 0).exists():
            site_events.record(table=table, kind=SiteEvent.Kind.HURRIED, seat=seat, now=now)
            record_change(table)


def _last_of_a_person(table: Table) -> Move | None:
    moves = Move.objects.filter(table=table).exclude(via=Move.Via.BOT)
    return moves.only("seq", "at").order_by("-seq").first()


def key_of(table: Table, seat: Seat, decision: str, label: str) -> bytes:
    """Return the key of a thought. It stays secret as long as the table's secret, so that nobody can repeat the thought."""
    return hmac.digest(table.secret, f"{label}/{seat.index}/{seat.plies}/{decision}".encode(), "sha256")


def _at(until: float) -> Callable[[], bool]:
    return lambda: time.monotonic() >= until


@contextmanager
def alone(table: Table) -> Iterator[None]:
    """Let a host's bots think one at a time. Raises Busy."""
    key = f"thinking:{table.host_id or f'table {table.pk}'}"
    if not cache.add(key, 1, _FORGOTTEN.total_seconds()):
        raise Busy
    try:
        yield
    finally:
        cache.delete(key)
