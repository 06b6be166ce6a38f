"""Whole games with most seats on the real stack, everything measured on the way: pages, moves, pulses, letters."""

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

# Of each kind so many that their moves are more than this.
LEAST_MOVES, LOOKS = 150, 2
# After every so many moves the letter about one is sent.
LETTER_EVERY = 6
PULSE = re.compile(r'<div id="pulse"[^>]* hx-get="([^"]+)"')


class Pair(NamedTuple):
    """What the site and the floor spent at one position."""

    ours: Spent
    floor: Spent


@dataclass
class Taken:
    """What was measured over one game, in its order.

    At each position ``LOOKS`` pages, one pulse and one move; ``queries`` of the page; ``page``, ``answer`` and ``first_visit``
    in thousands of bytes; ``pulse`` and ``letter`` in seconds of CPU.
    """

    get: list[Pair] = field(default_factory=list)
    post: list[Pair] = field(default_factory=list)
    pulse: list[float] = field(default_factory=list)
    letter: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    first_visit: list[float] = field(default_factory=list)


def play_all(floor: Floor) -> Mapping[str, Sequence[Taken]]:
    """What was measured over the games of each kind, by its slug."""
    most = max(engine.seat_range[-1] for engine in registry.engines())
    people = [Browser(User.objects.create_user(f"{number}@example.org")) for number in range(most)]
    return {engine.slug: list(_games(people[: engine.seat_range[-1]], engine.slug, floor)) for engine in registry.engines()}


def middle[Each](rows: Sequence[Each]) -> Sequence[Each]:
    """The middle third of a game."""
    third = len(rows) // 3
    return rows[third : len(rows) - third]


def _games(people: Sequence[Browser], game: str, floor: Floor) -> Iterator[Taken]:
    moves = 0
    while moves < LEAST_MOVES:
        taken = _play(people, game, floor)
        moves += len(taken.post)
        yield taken


def _play(people: Sequence[Browser], game: str, floor: Floor) -> Taken:
    """Look at and play every move of one game; bots choose the moves, outside the time that is measured."""
    taken = Taken()
    table = playing.running_table(people, game)
    while turn := playing.first_turn(table):
        browser = playing.browser_of(people, turn.seat)
        page = _look(taken, browser, table, floor)
        _move(taken, browser, page, table, turn, floor)
        if len(taken.post) % LETTER_EVERY == 0:
            taken.letter += letters.spent(table)
    return taken


def _look(taken: Taken, browser: Browser, table: Table, floor: Floor) -> bytes:
    path = table.get_absolute_url()
    with CaptureQueriesContext(connection) as queries:
        page = browser.get(path).body
        taken.queries.append(len(queries))
    taken.page.append(weight.kilobytes(page))
    taken.first_visit.append(weight.first_visit(page))
    taken.get += [Pair(browser.get(path).spent, *floor.get(table.game, Answer(page=page))) for _time in range(LOOKS)]
    if pulse := PULSE.search(page.decode()):
        taken.pulse.append(browser.get(html.unescape(pulse[1]), expected="2").spent.cpu)
    return page


def _move(taken: Taken, browser: Browser, page: bytes, table: Table, turn: Turn, floor: Floor) -> None:
    form = playing.form(turn, playing.choice(table, turn))
    ours = browser.post(f"/t/{table.code}/act/", form, page)
    reference = floor.post(table.game, Answer(moved=ours.body, written=written(table)))
    taken.post.append(Pair(ours.spent, *reference))
    taken.answer.append(weight.kilobytes(ours.body))


def written(table: Table) -> Written:
    """What the move just played wrote."""
    last = Move.objects.select_related("table").filter(table=table).latest("seq")
    row = {name: getattr(last, name) for name in ("key", "kind", "action", "events", "draws")}
    return Written(last.table.state, row)
