"""Scaling of workers: bot decisions per second with two processes against one, on the same database."""

import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from benchmarks import playing, scratch
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.http.serving import NAME, ROOT, site_environment
from config.supervision import processes
from tables.models import Decision
from tables.services import queue

GAME, BOTS, TABLES, ROUNDS = "gonzaga", 3, 300, 2
# Number of warm-up tables for each worker, and the maximum wait in seconds.
WARM, PATIENCE = 10, 120
GOAL = 1.3


class Thought(NamedTuple):
    """A decision for a bot to make."""

    table: int
    seat: int
    key: str


def figures() -> Iterator[Figure]:
    """Yield the bot decisions per second of two workers against those of one, moves included."""
    if connection.vendor != "postgresql":
        raise RuntimeError("workers that add up need PostgreSQL: set DATABASE_URL")
    with scratch.databases(NAME):
        environment = site_environment()
        seconds = {1: 0.0, 2: 0.0}
        for _round in range(ROUNDS):
            for count in seconds:
                with ExitStack() as workers:
                    for number in range(count):
                        workers.enter_context(_worker(number, environment))
                    _carried_out(_asked(WARM * count))
                    waiting = _asked(TABLES)
                    scratch.rest()
                    seconds[count] += _carried_out(waiting)
    rates = {count: ROUNDS * TABLES * BOTS / elapsed for count, elapsed in seconds.items()}
    yield Figure("two-workers-against-one-thoughts-per-second", rates[2], rates[1], GOAL, "more")


def _asked(tables: int) -> Sequence[Thought]:
    """Create tables of one user and bots, without publishing the bots' tasks. Return the bots' decisions."""
    person = Browser(User.objects.create_user(f"{time.monotonic_ns()}@example.org"))
    with queue.without("think_bot"):
        for _table in range(tables):
            playing.running_table([person], GAME, bots=BOTS)
    return [Thought(*row) for row in _waiting().values_list("table", "seat", "key")]


def _waiting() -> QuerySet[Decision]:
    return Decision.objects.open().filter(when="now", seat__user=None)


def _carried_out(thoughts: Sequence[Thought]) -> float:
    """Publish the tasks of these decisions. Return the seconds until they are done.

    Raises RuntimeError after ``PATIENCE`` seconds.
    """
    start = time.monotonic()
    with transaction.atomic():
        for thought in thoughts:
            queue.later("think_bot", *thought)
    while _waiting().exists():
        if time.monotonic() - start > PATIENCE:
            raise RuntimeError(f"{_waiting().count()} of {len(thoughts)} bots have not answered")
        time.sleep(0.02)
    return time.monotonic() - start


@contextmanager
def _worker(number: int, environment: Mapping[str, str]) -> Iterator[None]:
    quiet = {**environment, "PYTHONWARNINGS": "ignore:You're running the worker"}
    command = processes.BOTS.command("-n", f"bots{number}@%h")
    worker = subprocess.Popen(command, cwd=ROOT, env=quiet, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        worker.terminate()
        worker.wait(30)
