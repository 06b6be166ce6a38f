"""Check of secrecy over events: addresses × look-ups × viewers × what happens at withheld tables, and blocks.

`make leaks` checks everything. SECONDS_OF_LEAKS and LEAKS_ADDRESSES are as in ``whole_games``. If LEAKS_KINDS names kinds of
hidden parts, events are left out.
"""

import os
import time

import pytest

from tests.leaks import rounds
from tests.leaks.ring import Ring
from tests.leaks.whole_games import SECONDS, SHARES, WORKERS

pytestmark = [pytest.mark.django_db, pytest.mark.skipif("LEAKS_KINDS" in os.environ, reason="only some kinds")]


def test_nobody_can_tell(time_machine):
    begun = time.monotonic()
    world = rounds.prepared_event(lambda now: time_machine.move_to(now, tick=False))
    until = begun + SECONDS * WORKERS / SHARES if SECONDS else float("inf")
    ring = Ring(world, until, only=os.environ.get("LEAKS_ADDRESSES", ""))
    ring.look_at(list(rounds.secrets(world)))
    print(f"events: {ring.asked} answers, {ring.compared} compared, {ring.left_out} left out, {len(ring.findings)} findings")
    if ring.only and not ring.asked:
        pytest.fail(f"events: nothing was tried of {ring.only}", pytrace=False)
    if ring.findings:
        pytest.fail(ring.report(), pytrace=False)
