"""Throughput of the web server with many simultaneous clients, for the site and for the floor."""

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice
from math import ceil
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

from django.db import connection

from accounts.models import User
from benchmarks import games, reference, scratch, settings
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.floor import answers
from benchmarks.floor.answers import Answer
from benchmarks.http.clients import HOST, LoadResults, Request, ask
from benchmarks.http.copies import Copy, Middle, Step, middle
from benchmarks.reference import Floor
from config.supervision import processes
from engines import registry

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = 16
# Seconds measured at the site, the floor's share of them, the number of alternating parts, and seconds of warm-up.
SECONDS = float(os.environ.get("SECONDS_OF_HTTP", "20"))
FLOOR_SHARE, TURNS, WARM = 0.5, 2, 2.0
# Prepared moves per second, more than a site on two cores can play.
MOST_MOVES = 200
RATE_GOAL, WAIT_GOAL, PROCESSES_GOAL = 1 / 7, 8, 1.3
# Number of web processes, as `make up` and compose.yaml start them on two cores.
WORKERS = 2
QUIET = ("--noinput", "--verbosity", "0")
# Name of the database file that the site itself would use in its folder.
NAME = "staffetta"


def figures() -> Iterator[Figure]:
    """Yield answers per second against the floor's, the 99th percentile of the waiting time, and the errors."""
    with scratch.databases(NAME):
        results, floor_results = _measured(WORKERS)
    name = f"http-{connection.vendor}"
    yield Figure(f"{name}-answers-per-second", results.rate, floor_results.rate, RATE_GOAL, "more")
    for kind, seconds in (("page", results.pages), ("move", results.moves)):
        parts = quantiles(seconds, n=100)
        yield Figure(f"{name}-{kind}-p99-against-p50-milliseconds", 1000 * parts[98], 1000 * parts[49], WAIT_GOAL, "less")
    total = len(results.pages) + len(results.moves) + len(results.errors)
    yield Figure(f"{name}-errors", len(results.errors), total, 0, "less")
    for trouble in results.errors[:5]:
        print(trouble, file=sys.stderr)  # noqa: T201


def two_processes() -> Iterator[Figure]:
    """Yield answers per second with two web processes against one, on the same database."""
    if connection.vendor != "postgresql":
        raise RuntimeError("two web processes need PostgreSQL: set DATABASE_URL")
    with scratch.databases(NAME):
        middles = _prepared(2 * SECONDS)
        scripts = [_script(middles, client) for client in range(CLIENTS)]
        with _served(_site_command, site_environment(), 1) as one, _served(_site_command, site_environment(), 2) as two:
            results, reference = _by_turns((two, scripts), (one, scripts))
    yield Figure("http-two-web-processes-against-one", results.rate, reference.rate, PROCESSES_GOAL, "more")


def _measured(workers: int) -> tuple[LoadResults, LoadResults]:
    """Measure the site and the floor, each served by ``workers`` processes. Return the results of both."""
    middles = _prepared(SECONDS)
    scripts = [_script(middles, client) for client in range(CLIENTS)]
    for each in middles:
        answers.keep(settings.FOLDER, each.game, _answer(each))
    with reference.floor(settings.FOLDER) as floor:
        floor_scripts = _floor_scripts(floor, [each.game for each in middles])
        with (
            _served(_site_command, site_environment(), workers) as port,
            _served(_floor_command, reference.environment(settings.FOLDER), workers) as floor_port,
        ):
            return _by_turns((port, scripts), (floor_port, floor_scripts))


def _prepared(seconds: float) -> list[Middle]:
    """Prepare tables of every game for all clients, with moves for ``seconds``, and static files."""
    most = max(engine.seat_range[-1] for engine in registry.engines())
    groups = [[_person(client, seat) for seat in range(most)] for client in range(CLIENTS)]
    moves = ceil((seconds + 2 * WARM) * MOST_MOVES / CLIENTS / len(registry.engines()))
    middles = [middle(engine, groups, moves) for engine in registry.engines()]
    subprocess.run([sys.executable, "manage.py", "collectstatic", *QUIET], cwd=ROOT, env=site_environment(), check=True)
    scratch.rest()
    return middles


def _by_turns(
    site: tuple[int, Sequence[Iterator[Request]]], floor: tuple[int, Sequence[Iterator[Request]]]
) -> tuple[LoadResults, LoadResults]:
    results, floor_results = LoadResults(), LoadResults()
    ask(*site, WARM, LoadResults())
    ask(*floor, WARM, LoadResults())
    for _turn in range(TURNS):
        ask(*site, SECONDS / TURNS, results)
        ask(*floor, SECONDS * FLOOR_SHARE / TURNS, floor_results)
    if floor_results.errors:
        raise RuntimeError(f"the reference: {floor_results.errors[0]}")
    return results, floor_results


def _person(client: int, seat: int) -> Browser:
    return Browser(User.objects.create_user(f"client{client}.{seat}@example.org"))


def _script(middles: Sequence[Middle], client: int) -> Iterator[Request]:
    """Yield a page request and a move request for each game in rotation, until nothing is left to play."""
    waiting = [_requests(_copies_of(each, client), each.steps) for each in middles]
    while waiting:
        for requests in list(waiting):
            pair = list(islice(requests, 2))
            if not pair:
                waiting.remove(requests)
            yield from pair


def _copies_of(each: Middle, client: int) -> Sequence[Copy]:
    count = len(each.copies) // CLIENTS
    return each.copies[client * count : (client + 1) * count]


def _requests(copies: Sequence[Copy], steps: Sequence[Step]) -> Iterator[Request]:
    """Yield the page and then the move of the player who must move, for one table after the other."""
    for table in copies:
        for step in steps:
            person = table.people[step.position]
            token = {"token": secrets.token_urlsafe(12)}
            yield Request(table.path, person.cookie, person.csrf)
            yield Request(f"{table.path}act/", person.cookie, person.csrf, {**step.fields, **token})


def _answer(each: Middle) -> Answer:
    """Request a page and play a move at the spare table of a game. Return the site's responses as the floor's answer."""
    step = each.steps[0]
    person = each.spare.people[step.position]
    page = person.get(each.spare.path).body
    moved = person.post(f"{each.spare.path}act/", {**step.fields, "token": secrets.token_urlsafe(12)}).body
    return Answer(page, moved, games.written(each.spare.table))


def _floor_scripts(floor: Floor, names: Sequence[str]) -> list[Iterator[Request]]:
    tables = iter(floor.tables([answers.read(settings.FOLDER, name).written.state for name in names] * CLIENTS))
    return [_floor_script(cookie, csrf, {name: next(tables) for name in names}) for cookie, csrf in floor.people(CLIENTS)]


def _floor_script(cookie: str, csrf: str, tables: Mapping[str, int]) -> Iterator[Request]:
    for name, table in cycle(tables.items()):
        yield Request(f"/look/{name}/", cookie, csrf)
        yield Request(f"/move/{name}/{table}/", cookie, csrf, {"token": secrets.token_urlsafe(12)})


def site_environment() -> dict[str, str]:
    """Return the environment variables of a site that uses the scratch folder and the scratch database."""
    variables = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    if url := os.environ.get("DATABASE_URL"):
        variables["DATABASE_URL"] = urlsplit(url)._replace(path=f"/{scratch.name_of(NAME)}").geturl()
    return dict(variables)


def _site_command(*more: str) -> list[str]:
    return processes.WEB.command(*more)


def _floor_command(*more: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.floor.serve", *more]


@contextmanager
def _served(command: Callable[..., list[str]], environment: Mapping[str, str], workers: int) -> Iterator[int]:
    """Start a web server, wait until it answers, and yield its port. Stop it after the block."""
    port = _free_port()
    arguments = command("--host", HOST, "--port", str(port), "--workers", str(workers), "--log-level", "error")
    server = subprocess.Popen(arguments, cwd=ROOT, env=environment)
    try:
        deadline = time.monotonic() + 60
        while not _answers(port):
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{arguments} does not answer")
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def _answers(port: int) -> bool:
    client = HTTPConnection(HOST, port, timeout=10)
    try:
        client.request("GET", "/healthz/")
        return client.getresponse().status > 0
    except (OSError, HTTPException):
        return False
    finally:
        client.close()


def _free_port() -> int:
    with socket.socket() as attempt:
        attempt.bind((HOST, 0))
        return int(attempt.getsockname()[1])
