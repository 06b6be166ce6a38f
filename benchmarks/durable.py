"""Cost on SQLite of writing a move to the disk before its player gets the response."""

import statistics
from collections.abc import Iterator

from django.db import connection

from accounts.models import User
from benchmarks import playing
from benchmarks.browser import Browser
from benchmarks.figure import Figure

GAME, SEATS, GAMES = "gonzaga", 4, 2
LEVELS = ("FULL", "NORMAL")


def figures() -> Iterator[Figure]:
    """Yield the milliseconds of a move that reaches the disk, against one that a power cut may lose.

    It yields nothing on another database.
    """
    if connection.vendor != "sqlite":
        return
    people = [Browser(User.objects.create_user(f"durable{number}@example.org")) for number in range(SEATS)]
    times: dict[str, list[float]] = {level: [] for level in LEVELS}
    for number in range(GAMES):
        _play(people, times, number)
    ours, reference = (1000 * statistics.median(times[level]) for level in LEVELS)
    yield Figure("move-post-full-against-normal", ours, reference, 1.25, "less")


def _play(people: list[Browser], times: dict[str, list[float]], number: int) -> None:
    """Play one game, with moves alternating between the two levels, and add the seconds of each move to ``times``.

    Every other game begins with the other level.
    """
    table = playing.running_table(people, GAME)
    while turn := playing.first_turn(table):
        number += 1
        level = LEVELS[number % 2]
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA synchronous={level}")
        form = playing.form(turn, playing.choice(table, turn))
        times[level].append(playing.browser_of(people, turn.seat).post(f"/t/{table.code}/act/", form).spent.clock)
