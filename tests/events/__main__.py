"""``make events``: simulated events of 4 to 200 players through the services of the site.

EVENTS (10,000), EVENTS_SEED and EVENTS_SECONDS (no limit) set number, random choices and time; it prints the number that it
reached. Players choose numbers in a game of one decision, miss rounds and withdraw. One event in twenty is small, and its tasks
are killed before every write: they go on from what was committed. One in 200 is played by bots in a real game.

With EVENTS_KIND=killed, processes of small events are killed by SIGKILL before random writes of a database file, and others go
on. With EVENTS_KIND=real, bots play all events, of at most 9 players, in a real game.

A fault is:

- an event or a round that has not ended by its date,
- a player at two tables where one was drawn, or a missing or doubled table,
- rows that ``manage.py verify_events`` finds fault with: draws, results, standings, ranks,
- a pairing repeated although a round without repeats existed,
- possible final ranks that have widened, or that do not contain the final one,
- seats of one player that differ by more than 1 in a design without withdrawals, or by more than 2 in a Swiss system,
- a finished result that changed.

It prints the first faults, the share of Swiss fields with seats that differ by at most 1, and the rank correlation of strength
and standing. The exit code is 1 if there was any fault.
"""

import os
import sys
import time

for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.pop(name, None)
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from tests.events import ring  # noqa: E402

EVENTS = int(os.environ.get("EVENTS") or 10_000)
SEED = int(os.environ.get("EVENTS_SEED") or time.time())
SECONDS = float(os.environ.get("EVENTS_SECONDS") or "inf")
KIND = os.environ.get("EVENTS_KIND") or ""

if __name__ == "__main__":
    sys.exit(ring.run(EVENTS, SEED, SECONDS, KIND))
