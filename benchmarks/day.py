"""Capacity of one core: CPU for all work of a live table in a day."""

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence

from django.utils import timezone

from accounts.models import User
from benchmarks import games, playing
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.games import GameMeasurements
from engines import registry
from engines.contract import Engine
from tables.services.play import bots

# Events of each kind per table and day.
DAY = {"move": 4, "page": 16, "letter": 3, "pulse": 400, "thought": 1, "deadline": 4}
# Share of a day's work in the busiest hour, and seconds of an hour.
PEAK, HOUR = 0.1, 3600
GOAL_TABLES = 75_000


def figures(taken: Mapping[str, Sequence[GameMeasurements]], deadline: float) -> Iterator[Figure]:
    """Yield the CPU milliseconds of each kind of event per table and day, against those of all kinds, and live tables per core.

    ``deadline`` is the seconds for one missed deadline. The others are means over the middle third of each game.
    """
    seconds = {
        "move": _mean([[pair.ours.cpu for one in played for pair in games.middle(one.post)] for played in taken.values()]),
        "page": _mean([[pair.ours.cpu for one in played for pair in games.middle(one.get)] for played in taken.values()]),
        "letter": _mean([[each for one in played for each in games.middle(one.letter)] for played in taken.values()]),
        "pulse": _mean([[each for one in played for each in games.middle(one.pulse)] for played in taken.values()]),
        "thought": _mean([games.middle(list(_thoughts(engine))) for engine in registry.engines()]),
        "deadline": deadline,
    }
    day = sum(DAY[event] * each for event, each in seconds.items())
    for event, each in seconds.items():
        yield Figure(f"table-day-{DAY[event]}-{event}s-cpu-milliseconds", 1000 * DAY[event] * each, 1000 * day, None, "less")
    yield Figure("live-tables-per-core", HOUR / (PEAK * day), GOAL_TABLES, 1, "more")


def _mean(rows: Sequence[Sequence[float]]) -> float:
    return statistics.fmean(statistics.fmean(row) for row in rows)


def _thoughts(engine: Engine) -> Iterator[float]:
    """Yield the CPU seconds of each thought of a bot, its move included, over one game of a user against bots."""
    person = Browser(User.objects.create_user(f"{engine.slug}-with-bots@example.org"))
    table = playing.running_table([person], engine.slug, bots=engine.seat_range[-1] - 1)
    while turn := playing.first_turn(table):
        if not turn.seat.bot:
            playing.submit(table, turn, playing.choice(table, turn))
            continue
        start = time.process_time()
        moves = bots.think(table_id=table.pk, seat_id=turn.seat.pk, key=turn.pending.key, now=timezone.now())
        elapsed = time.process_time() - start
        if not moves:
            raise RuntimeError(f"{engine.slug}: the bot had no answer to {turn.pending.key}")
        yield elapsed
