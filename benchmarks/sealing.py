"""Cost of sealing the hidden columns: the same database sealed and plain, in turns.

Plain means without our encryption: the reverse migration decrypts the columns, and the fields are Django's own again, without
our checks and wrappers.
"""

import gc
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import cycle
from unittest import mock

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models.query_utils import DeferredAttribute

from accounts.models import User
from benchmarks import playing, scratch
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from config.database import statements
from engines import registry
from tables.models import Table
from tables.models.hidden import Hidden, HiddenBytes, HiddenJson, HiddenText, Sealed
from tables.selectors.play import log
from tables.services.archive.verify import verify_table
from tables.services.play import locked_table, start

GOAL = 1.03
# Number of turns for sealed and plain each, and of calls of each action in a turn.
TURNS, CALLS = 12, 12
# Number of moves before the table is measured, so that it has a log and is not over.
MOVES = 30


def figures() -> Iterator[Figure]:
    """Yield the CPU milliseconds of each action with sealed columns, against plain ones, for each game.

    The actions are a page, a move, a late step of a replay, and a check of the whole record.
    """
    with scratch.databases("sealing"):
        people = [Browser(User.objects.create_user(f"{number}@example.org")) for number in range(5)]
        acts = {name: act for game in registry.PLAYABLE for name, act in _acts(people, game)}
        sealed: dict[str, list[float]] = defaultdict(list)
        plain: dict[str, list[float]] = defaultdict(list)
        for _turn in range(TURNS):
            _measure(acts, sealed)
            with _plain():
                _measure(acts, plain)
        for name in acts:
            ours, reference = (1000 * statistics.median(times[name]) for times in (sealed, plain))
            yield Figure(f"{name}-sealed-cpu-milliseconds", ours, reference, GOAL, "less")


def _acts(people: list[Browser], game: str) -> Iterator[tuple[str, Callable[[], float]]]:
    seats = registry.engine(game).seat_range[-1]
    table = playing.running_table(people[:seats], game)
    for _move in range(MOVES):
        turn = playing.first_turn(table)
        assert turn is not None, "no game is over so soon"
        playing.submit(table, turn, playing.choice(table, turn))
    playing_on = _Moves(people[:seats], game)
    yield f"{game}-page", lambda: people[0].get(table.get_absolute_url()).spent.cpu
    yield f"{game}-move", playing_on.move
    finished = _finished(people[:seats], game)
    steps = cycle(range(finished.seq - 1, finished.seq // 2, -1))
    yield f"{game}-replay", lambda: people[0].get(f"/archive/{finished.code}/{next(steps)}/").spent.cpu
    yield f"{game}-check", lambda: _check(finished)


def _finished(people: Sequence[Browser], game: str) -> Table:
    table = playing.running_table(people, game)
    while turn := playing.first_turn(table):
        playing.submit(table, turn, playing.choice(table, turn))
    return table


def _check(table: Table) -> float:
    start = time.process_time()
    verify_table(Table.objects.get(pk=table.pk))
    return time.process_time() - start


class _Moves:
    """Successive moves of one game after another, each sent as its page would send it."""

    def __init__(self, people: Sequence[Browser], game: str) -> None:
        self.people, self.game = people, game
        self.table = playing.running_table(people, game)

    def move(self) -> float:
        """Play the next move. Return its CPU seconds, without the bot's choice of the move."""
        turn = playing.first_turn(self.table)
        while turn is None:
            self.table = playing.running_table(self.people, self.game)
            turn = playing.first_turn(self.table)
        browser = playing.browser_of(self.people, turn.seat)
        fields = playing.form(turn, playing.choice(self.table, turn))
        return browser.post(f"{self.table.get_absolute_url()}act/", fields).spent.cpu


def _measure(acts: Mapping[str, Callable[[], float]], times: dict[str, list[float]]) -> None:
    # Collect the garbage of the migrations before the measurement.
    gc.collect()
    for name, act in acts.items():
        act()
        act()
        times[name] += [act() for _call in range(CALLS)]


@contextmanager
def _plain() -> Iterator[None]:
    seal = import_module("tables.migrations.0039_seal")
    old_apps = MigrationLoader(connection).project_state(("tables", "0039_seal")).apps
    editor = mock.Mock(connection=connection)
    seal.unseal(old_apps, editor)
    with ExitStack() as patched:
        for kind in (HiddenText, HiddenBytes, HiddenJson):
            patched.enter_context(_without(kind, "from_db_value"))
        patched.enter_context(_without(HiddenText, "get_prep_value"))
        patched.enter_context(_without(HiddenBytes, "get_db_prep_value"))
        patched.enter_context(_without(HiddenJson, "get_db_prep_value"))
        for name in ("pre_save", "get_db_prep_save"):
            patched.enter_context(_without(Hidden, name))
        for model in apps.get_app_config("tables").get_models():
            for field in model._meta.local_fields:
                if isinstance(field, Hidden):
                    patched.enter_context(mock.patch.object(model, field.attname, DeferredAttribute(field)))
        patched.enter_context(mock.patch.object(locked_table, "sealed", lambda row, column: Sealed(getattr(row, column))))
        patched.enter_context(mock.patch.object(start, "sealed", getattr))
        _forget()
        try:
            yield
        finally:
            _forget()
    seal.seal(old_apps, editor)


@contextmanager
def _without(kind: type, name: str) -> Iterator[None]:
    ours = kind.__dict__[name]
    delattr(kind, name)
    try:
        yield
    finally:
        setattr(kind, name, ours)


def _forget() -> None:
    """Clear all caches that depend on the kind of the fields."""
    for statement in statements.REGISTERED:
        statement.forget()
    log._move_for_viewer.cache_clear()
    # Cached columns depend on the fields' methods.
    for model in apps.get_app_config("tables").get_models():
        for field in model._meta.local_fields:
            field.__dict__.pop("cached_col", None)
