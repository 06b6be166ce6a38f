"""What it costs that the hidden columns lie sealed: the same database sealed and plain, in turns.

Plain means plain: the columns are decrypted by the way back of the migration that encrypted them, and the fields are Django's
own again, with neither a check nor a wrapper of ours.
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
# So often each of the two has its turn, with so many calls of everything in each.
TURNS, CALLS = 12, 12
# The table that is looked at is so far: a log of some length, and not over.
MOVES = 30


def figures() -> Iterator[Figure]:
    """For each game milliseconds of CPU of a page, a move, a late step of a replay, and a check of the whole record."""
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
            ours, reference = (1000 * statistics.median(taken[name]) for taken in (sealed, plain))
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
    over = _finished(people[:seats], game)
    steps = cycle(range(over.seq - 1, over.seq // 2, -1))
    yield f"{game}-replay", lambda: people[0].get(f"/archive/{over.code}/{next(steps)}/").spent.cpu
    yield f"{game}-check", lambda: _check(over)


def _finished(people: Sequence[Browser], game: str) -> Table:
    table = playing.running_table(people, game)
    while turn := playing.first_turn(table):
        playing.submit(table, turn, playing.choice(table, turn))
    return table


def _check(table: Table) -> float:
    begun = time.process_time()
    verify_table(Table.objects.get(pk=table.pk))
    return time.process_time() - begun


class _Moves:
    """Move after move of one game and then the next, each sent as its page would."""

    def __init__(self, people: Sequence[Browser], game: str) -> None:
        self.people, self.game = people, game
        self.table = playing.running_table(people, game)

    def move(self) -> float:
        """Seconds of CPU of the next one; what a bot thinks before is not in them."""
        turn = playing.first_turn(self.table)
        while turn is None:
            self.table = playing.running_table(self.people, self.game)
            turn = playing.first_turn(self.table)
        browser = playing.browser_of(self.people, turn.seat)
        fields = playing.form(turn, playing.choice(self.table, turn))
        return browser.post(f"{self.table.get_absolute_url()}act/", fields).spent.cpu


def _measure(acts: Mapping[str, Callable[[], float]], taken: dict[str, list[float]]) -> None:
    # What the migrations left behind is not to be swept away in the time of either.
    gc.collect()
    for name, act in acts.items():
        act()
        act()
        taken[name] += [act() for _call in range(CALLS)]


@contextmanager
def _plain() -> Iterator[None]:
    seal = import_module("tables.migrations.0039_seal")
    then = MigrationLoader(connection).project_state(("tables", "0039_seal")).apps
    editor = mock.Mock(connection=connection)
    seal.unseal(then, editor)
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
    seal.seal(then, editor)


@contextmanager
def _without(kind: type, name: str) -> Iterator[None]:
    ours = kind.__dict__[name]
    delattr(kind, name)
    try:
        yield
    finally:
        setattr(kind, name, ours)


def _forget() -> None:
    """Whatever was made of the fields as they were."""
    for statement in statements.REGISTERED:
        statement.forget()
    log._kept.cache_clear()
    # What they say of the database depends on the methods they have.
    for model in apps.get_app_config("tables").get_models():
        for field in model._meta.local_fields:
            field.__dict__.pop("cached_col", None)
