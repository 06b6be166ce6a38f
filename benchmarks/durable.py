"""What it costs on SQLite that a move is on the disk before its player is told so."""

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
    """Milliseconds of a move that reaches the disk, against one that a power cut may take; nothing on another database."""
    if connection.vendor != "sqlite":
        return
    people = [Browser(User.objects.create_user(f"durable{number}@example.org")) for number in range(SEATS)]
    taken: dict[str, list[float]] = {level: [] for level in LEVELS}
    for number in range(GAMES):
        _play(people, taken, number)
    ours, reference = (1000 * statistics.median(taken[level]) for level in LEVELS)
    yield Figure("move-post-full-against-normal", ours, reference, 1.25, "less")


def _play(people: list[Browser], taken: dict[str, list[float]], number: int) -> None:
    """One whole game, its moves by turns at one level and at the other; every other game begins with the other level."""
    table = playing.running_table(people, GAME)
    while turn := playing.first_turn(table):
        number += 1
        level = LEVELS[number % 2]
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA synchronous={level}")
        form = playing.form(turn, playing.choice(table, turn))
        taken[level].append(playing.browser_of(people, turn.seat).post(f"/t/{table.code}/act/", form).spent.clock)
