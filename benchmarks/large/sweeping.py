"""Cost of a sweep: a thousand due deadlines among a hundred thousand live tables, and among a thousand."""

import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from benchmarks import scratch
from benchmarks.calling import Spent
from benchmarks.figure import Figure
from benchmarks.large import crowd
from tables.models import Move, Table
from tables.services import sweeping

DUE, FEW, MANY = 1_000, 1_000, 100_000
# Each round sweeps all due deadlines in shares. The databases take turns, so that other work on the machine affects both alike.
ROUNDS, SHARES = 2, 5
WARM = 20
NOTHING = Spent(0.0, 0.0)


class Swept(NamedTuple):
    """Benchmark figure, and CPU seconds per deadline with few tables."""

    figure: Figure
    cpu: float


def measured() -> Swept:
    """Fill two databases, and measure sweeps of a thousand due deadlines among many tables and among few."""
    start = timezone.now()
    sizes = {"few": FEW, "many": MANY}
    with scratch.databases(*sizes):
        for name, tables in sizes.items():
            scratch.use(name)
            crowd.create_tables(tables, start)
            scratch.rest()
        return compared(start, f"{MANY}-against-{FEW}")


def compared(start: datetime, sizes: str) -> Swept:
    """Measure sweeps of the filled databases named few and many. Return the comparison; ``start`` is their tables' start."""
    spent = {"few": NOTHING, "many": NOTHING}
    for name in spent:
        _round([name], WARM, 1, start + timedelta(minutes=1))
    for number in range(ROUNDS):
        for name, seconds in _round(list(spent), DUE, SHARES, start + timedelta(minutes=number + 2)).items():
            spent[name] = spent[name].plus(seconds)
    many, few = (spent[name].clock / ROUNDS for name in ("many", "few"))
    return Swept(Figure(f"sweep-seconds-{sizes}", many, few, 1.2, "less"), spent["few"].cpu / ROUNDS / DUE)


def _round(names: Sequence[str], due: int, shares: int, now: datetime) -> dict[str, Spent]:
    """Make ``due`` default moves in each database, in ``shares`` sweeps. Return the time spent in each."""
    before = {name: _prepare(name, due, now) for name in names}
    spent = dict.fromkeys(names, NOTHING)
    for number in range(shares):
        # The order alternates, so that no database is always first.
        for name in names if number % 2 else reversed(names):
            spent[name] = spent[name].plus(_share(name, due // shares, now))
    for name in names:
        scratch.use(name)
        if _fallbacks() != before[name] + due or Table.objects.exclude(quarantined_at=None).exists():
            raise RuntimeError(f"of {due} deadlines among {name} tables, {_fallbacks() - before[name]} were answered")
    return spent


def _prepare(name: str, due: int, now: datetime) -> int:
    scratch.use(name)
    crowd.make_due(due, now)
    return _fallbacks()


def _share(name: str, share: int, now: datetime) -> Spent:
    scratch.use(name)
    cpu, start = time.process_time(), time.perf_counter()
    swept = sweeping.sweep(now=now, limit=share)
    spent = Spent(time.perf_counter() - start, time.process_time() - cpu)
    if swept.timed_out != share:
        raise RuntimeError(f"{share} deadlines were to be swept, and {swept.timed_out} were")
    return spent


def _fallbacks() -> int:
    return Move.objects.filter(via=Move.Via.DEADLINE).count()
