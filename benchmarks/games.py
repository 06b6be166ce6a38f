"""Whole games with the most seats on the real site, with measurements of pages, moves, pulses and emails."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from benchmarks import letters, playing, weight
from benchmarks.browser import Browser
from benchmarks.calling import Spent
from benchmarks.floor.answers import Answer, Written
from benchmarks.playing import Turn
from benchmarks.reference import Floor
from engines import registry
from tables.models import Move, Table

# Minimum number of measured moves for each title, and number of requests for each page.
LEAST_MOVES, LOOKS = 150, 2
# Pulses for each page, as many as in a table's day. Only the first one runs with the processor's caches still full of that
# page.
PULSES = 25
# Number of moves between two emails about a move.
LETTER_EVERY = 6
PULSE = re.compile(r'<div id="pulse"[^>]* hx-get="([^"]+)"')


class Pair(NamedTuple):
    """Time spent by the site and by the floor at one position."""

    ours: Spent
    floor: Spent


@dataclass
class GameMeasurements:
    """Measurements over one game, in its order.

    At each position there are ``LOOKS`` pages, ``PULSES`` pulses and one move. ``queries`` are the numbers of queries of each
    page. ``page``, ``answer`` and ``first_visit`` are in thousands of bytes. ``pulse`` and ``letter`` are in seconds of CPU.
    """

    get: list[Pair] = field(default_factory=list)
    post: list[Pair] = field(default_factory=list)
    pulse: list[float] = field(default_factory=list)
    letter: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    first_visit: list[float] = field(default_factory=list)


def play_all(floor: Floor) -> Mapping[str, Sequence[GameMeasurements]]:
    """Play games of each title. Return their measurements by slug."""
    most = max(engine.seat_range[-1] for engine in registry.engines())
    people = [Browser(User.objects.create_user(f"{number}@example.org")) for number in range(most)]
    return {engine.slug: list(_games(people[: engine.seat_range[-1]], engine.slug, floor)) for engine in registry.engines()}


def middle[Each](rows: Sequence[Each]) -> Sequence[Each]:
    """Return the middle third of a game."""
    third = len(rows) // 3
    return rows[third : len(rows) - third]


def _games(people: Sequence[Browser], game: str, floor: Floor) -> Iterator[GameMeasurements]:
    moves = 0
    while moves < LEAST_MOVES:
        results = _play(people, game, floor)
        moves += len(results.post)
        yield results


def _play(people: Sequence[Browser], game: str, floor: Floor) -> GameMeasurements:
    """Request the page before each move of one game, and play the move. Return the measurements.

    Bots choose the moves, outside the measured time.
    """
    results = GameMeasurements()
    table = playing.running_table(people, game)
    while turn := playing.first_turn(table):
        browser = playing.browser_of(people, turn.seat)
        page = _look(results, browser, table, floor)
        _move(results, browser, page, table, turn, floor)
        if len(results.post) % LETTER_EVERY == 0:
            results.letter += letters.spent(table)
    return results


def _look(results: GameMeasurements, browser: Browser, table: Table, floor: Floor) -> bytes:
    path = table.get_absolute_url()
    with CaptureQueriesContext(connection) as queries:
        page = browser.get(path).body
        results.queries.append(len(queries))
    results.page.append(weight.kilobytes(page))
    results.first_visit.append(weight.first_visit(page))
    results.get += [Pair(browser.get(path).spent, *floor.get(table.game, Answer(page=page))) for _time in range(LOOKS)]
    if pulse := PULSE.search(page.decode()):
        address = html.unescape(pulse[1])
        results.pulse += [browser.get(address, expected="2").spent.cpu for _time in range(PULSES)]
    return page


def _move(results: GameMeasurements, browser: Browser, page: bytes, table: Table, turn: Turn, floor: Floor) -> None:
    form = playing.form(turn, playing.choice(table, turn))
    ours = browser.post(f"/t/{table.code}/act/", form, page)
    reference = floor.post(table.game, Answer(moved=ours.body, written=written(table)))
    results.post.append(Pair(ours.spent, *reference))
    results.answer.append(weight.kilobytes(ours.body))


def written(table: Table) -> Written:
    """Return the data written by the last move."""
    last = Move.objects.select_related("table").filter(table=table).latest("seq")
    row = {name: getattr(last, name) for name in ("key", "kind", "action", "events", "draws")}
    return Written(last.table.state, row)
