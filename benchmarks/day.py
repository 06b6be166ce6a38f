"""What one core carries: CPU of everything that a live table asks of a machine in a day."""

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence

from django.utils import timezone

from accounts.models import User
from benchmarks import games, playing
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.games import Taken
from engines import registry
from engines.contract import Engine
from tables.services.play import bots

# How often in a day at one table.
DAY = {"move": 4, "page": 16, "letter": 3, "pulse": 400, "thought": 1, "deadline": 4}
# Of a day's work, in the hour that has most.
PEAK, HOUR = 0.1, 3600
GOAL_TABLES = 75_000


def figures(taken: Mapping[str, Sequence[Taken]], deadline: float) -> Iterator[Figure]:
    """CPU milliseconds of each kind in a table's day, against the whole day, and the live tables that one core carries.

    ``deadline``: seconds for one that strikes. Of everything else the mean of the games, of each in its middle third.
    """
    seconds = {
        "move": _mean([[pair.ours.cpu for one in played for pair in games.middle(one.post)] for played in taken.values()]),
        "page": _mean([[pair.ours.cpu for one in played for pair in games.middle(one.get)] for played in taken.values()]),
        "letter": _mean([[each for one in played for each in games.middle(one.letter)] for played in taken.values()]),
        "pulse": _mean([[each for one in played for each in games.middle(one.pulse)] for played in taken.values()]),
        "thought": _mean([games.middle(list(_thoughts(engine))) for engine in registry.engines()]),
        "deadline": deadline,
    }
    day = sum(DAY[what] * each for what, each in seconds.items())
    for what, each in seconds.items():
        yield Figure(f"table-day-{DAY[what]}-{what}s-cpu-milliseconds", 1000 * DAY[what] * each, 1000 * day, None, "less")
    yield Figure("live-tables-per-core", HOUR / (PEAK * day), GOAL_TABLES, 1, "more")


def _mean(rows: Sequence[Sequence[float]]) -> float:
    return statistics.fmean(statistics.fmean(row) for row in rows)


def _thoughts(engine: Engine) -> Iterator[float]:
    """Seconds of CPU for each thought of a bot over one game that a person plays with bots, the move it leads to included."""
    person = Browser(User.objects.create_user(f"{engine.slug}-with-bots@example.org"))
    table = playing.running_table([person], engine.slug, bots=engine.seat_range[-1] - 1)
    while turn := playing.first_turn(table):
        if not turn.seat.bot:
            playing.submit(table, turn, playing.choice(table, turn))
            continue
        begun = time.process_time()
        moves = bots.think(table_id=table.pk, seat_id=turn.seat.pk, key=turn.pending.key, now=timezone.now())
        taken = time.process_time() - begun
        if not moves:
            raise RuntimeError(f"{engine.slug}: the bot had no answer to {turn.pending.key}")
        yield taken
