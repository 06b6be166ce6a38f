"""What a sweep costs: a thousand due deadlines among a hundred thousand live tables, and among a thousand."""

import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from benchmarks import crowd, scratch
from benchmarks.figure import Figure
from tables.models import Move, Table
from tables.services.time import deadlines

DUE, FEW, MANY = 1_000, 1_000, 100_000
# Each round sweeps all that is due in shares, which are taken in turns so that other work on the machine hits both alike.
ROUNDS, SHARES = 2, 5
WARM = 20


def figure() -> Figure:
    """Seconds to sweep a thousand due deadlines among many tables, and among few."""
    begun = timezone.now()
    spent = {"few": 0.0, "many": 0.0}
    with scratch.databases(*spent):
        for name, tables in (("few", FEW), ("many", MANY)):
            scratch.use(name)
            crowd.lay_down(tables, begun)
            scratch.rest()
            _round([name], WARM, 1, begun + timedelta(minutes=1))
        for number in range(ROUNDS):
            for name, seconds in _round(list(spent), DUE, SHARES, begun + timedelta(minutes=number + 2)).items():
                spent[name] += seconds
    return Figure("sweep-seconds-100000-against-1000", spent["many"] / ROUNDS, spent["few"] / ROUNDS, 1.2, "less")


def _round(names: Sequence[str], due: int, shares: int, now: datetime) -> dict[str, float]:
    """Seconds in each database to play ``due`` fallbacks, in shares of one sweep each."""
    before = {name: _prepare(name, due, now) for name in names}
    spent = dict.fromkeys(names, 0.0)
    for number in range(shares):
        # Neither is always the first.
        for name in names if number % 2 else reversed(names):
            spent[name] += _share(name, due // shares, now)
    for name in names:
        scratch.use(name)
        if _fallbacks() != before[name] + due or Table.objects.exclude(quarantined_at=None).exists():
            raise RuntimeError(f"of {due} deadlines among {name} tables, {_fallbacks() - before[name]} were answered")
    return spent


def _prepare(name: str, due: int, now: datetime) -> int:
    scratch.use(name)
    crowd.make_due(due, now)
    return _fallbacks()


def _share(name: str, share: int, now: datetime) -> float:
    scratch.use(name)
    start = time.perf_counter()
    swept = deadlines.sweep(now=now, limit=share)
    taken = time.perf_counter() - start
    if swept.timed_out != share:
        raise RuntimeError(f"{share} deadlines were to be swept, and {swept.timed_out} were")
    return taken


def _fallbacks() -> int:
    return Move.objects.filter(via=Move.Via.DEADLINE).count()
