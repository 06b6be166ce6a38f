"""Check of secrecy over whole games: addresses × look-ups × viewers × hidden parts.

`make leaks` checks whole games. If SECONDS_OF_LEAKS is set, one position of each game is checked, all within that time.
LEAKS_KINDS names the kinds of hidden parts to check. LEAKS_ADDRESSES is a regular expression for the addresses to request.
"""

import os
import random
import time
from collections.abc import Iterator, Sequence

import pytest

from engines import registry
from engines.contract import Trait, When
from tests.leaks.parts import KINDS, Part
from tests.leaks.ring import Ring
from tests.leaks.worlds import World, prepared

pytestmark = pytest.mark.django_db
GAMES = [engine.slug for engine in registry.engines(specimens=True)]
SECONDS = float(os.environ.get("SECONDS_OF_LEAKS") or 0)
WANTED = [kind for kind in os.environ.get("LEAKS_KINDS", "").split(",") if kind] or list(KINDS)
# Parts of this time: one for each game, and one for events.
SHARES = len(GAMES) + 1
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
# A sample uses the first position with a decision in advance, after at most this many moves. Games without such decisions use
# the middle of the game.
SAMPLED_BY = 30
SAMPLED_AT = 10


@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell(game, time_machine):
    if unknown := sorted(set(WANTED) - set(KINDS)):
        pytest.fail(f"no kind of hidden parts is called {', '.join(unknown)}", pytrace=False)
    begun = time.monotonic()
    world = prepared(game, min(3, registry.engine(game).seat_range[-1]), lambda now: time_machine.move_to(now, tick=False))
    until = begun + SECONDS * WORKERS / SHARES if SECONDS else float("inf")
    ring = Ring(world, until, only=os.environ.get("LEAKS_ADDRESSES", ""))
    tried: set[str] = set()
    for parts in _sampled(world) if SECONDS else _positions(world):
        ring.look_at(parts)
        tried |= {kind for kind in WANTED if {part.title for part in parts} & {part.title for part in KINDS[kind](world)}}
        print(f"{game}, move {world.table.seq}: {'; '.join(part.title for part in parts)}")
    print(f"{game}: {ring.asked} answers, {ring.compared} compared, {ring.left_out} left out, {len(ring.findings)} findings")
    if untried := _untried(tried, ring):
        pytest.fail(f"{game}: nothing was tried of {', '.join(untried)}", pytrace=False)
    if ring.findings:
        pytest.fail(ring.report(), pytrace=False)


def _untried(tried: set[str], ring: Ring) -> Sequence[str]:
    """Return the requested kinds and addresses that were not tried. If there are any, the run must fail."""
    kinds = [kind for kind in WANTED if kind not in tried] if os.environ.get("LEAKS_KINDS") else []
    return [*kinds, *([ring.only] if ring.only and not ring.asked else [])]


def _positions(world: World) -> Iterator[Sequence[Part]]:
    """Yield the parts that can be hidden at a position but at no earlier position, for each position with such parts."""
    known: set[str] = set()
    for _moment in world.moments():
        fresh = {part.title: part for part in _parts(world) if part.title not in known}
        known |= fresh.keys()
        if fresh:
            yield list(fresh.values())


def _sampled(world: World) -> Iterator[Sequence[Part]]:
    """Yield the parts that can be hidden at one position, in a different order for each game.

    A sample has no time for all parts.
    """
    latest = SAMPLED_BY if Trait.AHEAD in registry.engine(world.table.game).traits else SAMPLED_AT
    for moment in world.moments():
        if moment == latest or any(one.when is When.AHEAD and world.plays(one) for one in world.asked()):
            found = _parts(world)
            random.Random(world.table.game).shuffle(found)
            yield found
            return


def _parts(world: World) -> list[Part]:
    return [part for kind in WANTED for part in KINDS[kind](world) if len(part.worlds) > 1]
