"""Thinking time of all bots at a practice table before the page is sent, without a time limit."""

import statistics
import time
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from benchmarks import playing, scratch
from benchmarks.figure import Figure
from engines import registry
from tables.games.registry import presenter
from tables.models import Table
from tables.services.lobby import practice
from tables.services.play import at_once

GAMES_EACH = 2
MOST_TURNS = 400
UNBOUNDED = timedelta(minutes=1)
PERCENTILE = 95


def figures() -> Iterator[Figure]:
    """Yield the CPU milliseconds of all bots between two decisions of a user, against the time limit of a request."""
    bound = 1000 * settings.PRACTICE_THINKING.total_seconds()
    with scratch.databases("practice"):
        for game in registry.PLAYABLE:
            times = list(_answers(game))
            most = statistics.quantiles(times, n=100)[PERCENTILE - 1]
            yield Figure(f"{game}-practice-answers-p{PERCENTILE}-cpu-milliseconds", 1000 * most, bound, 1, "less")


def _answers(game: str) -> Iterator[float]:
    """Play games of at most ``MOST_TURNS`` turns. Yield the CPU seconds of each run of the bots."""
    for _game in range(GAMES_EACH):
        table = _open(game)
        for _turn in range(MOST_TURNS):
            turn = playing.first_turn(table)
            if turn is None:
                break
            if turn.seat.user_id:
                playing.submit(table, turn, playing.choice(table, turn))
            start = time.process_time()
            if at_once.follow(table_id=table.pk, time_limit=UNBOUNDED, now=timezone.now()):
                yield time.process_time() - start


def _open(game: str) -> Table:
    now = timezone.now()
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=now)
    seats = registry.engine(game).seat_range[0]
    return practice.open_practice(user=guest, game=game, seats=seats, options=presenter(game).practice, now=now)
