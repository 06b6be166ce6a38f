"""Command ``python -m tests.chaos``. SECONDS_OF_CHAOS limits the run after startup. CHAOS_SEED repeats its faults.

CHAOS_ONLY=database keeps only those faults of processes, servers and clock that have this word in their name.
CHAOS_DATABASE=sqlite uses SQLite instead of PostgreSQL. CHAOS_LOGS names a folder that keeps the processes' logs.
The exit code is 1 if anything was lost, doubled or stuck.
"""

import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from config.supervision.supervisor import say
from tests.chaos.site import Site
from tests.chaos.undertaker import Undertaker

TEN_MINUTES = 600
PLAYERS = 3
AWAKE, ASLEEP = 9, 2
# Time for settling and for the audit: a share of the whole run, and a minimum in seconds.
SHARE, AT_LEAST = 0.1, 22.0
# Extra seconds that a slow machine gets to settle before open work counts as stuck.
GRACE = 30.0


def main() -> int:
    """Make the folder of a run, do the run, clean up and return the exit code."""
    seconds = int(os.environ.get("SECONDS_OF_CHAOS") or TEN_MINUTES)
    seed = int(os.environ.get("CHAOS_SEED") or random.randrange(10**6))
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    began = time.monotonic()
    with Undertaker() as undertaker:
        folder = Path(tempfile.mkdtemp(prefix="staffetta-chaos-", dir="/tmp"))
        folder.chmod(0o755)  # PostgreSQL may run as another system user
        undertaker.tell(f"folder {folder}")
        try:
            site = Site(folder, undertaker)
            where = "PostgreSQL" if site.postgres else "SQLite, without the faults of a database server"
            say(f"Chaos for {seconds} seconds on {where}, CHAOS_SEED={seed} …")
            return run(site, seed, began, seconds)
        except KeyboardInterrupt:
            # Failures of other threads do not matter after an interrupt.
            threading.excepthook = lambda _args: None
            say("Interrupted.")
            return 130
        finally:
            if kept := os.environ.get("CHAOS_LOGS"):
                shutil.copytree(folder / "logs", kept, dirs_exist_ok=True)


def run(site: Site, seed: int, began: float, seconds: int) -> int:
    """Start everything, let the faults happen and check the result. Return the exit code."""
    site.prepare()
    site.start()
    os.environ.update(site.environment(direct=True))
    import django

    django.setup()
    # Models can be imported only after the setup.
    from tests.chaos.audit import audit
    from tests.chaos.faults import Back, Front
    from tests.chaos.players import Player
    from tests.chaos.settling import play_once_more, settle
    from tests.chaos.world import World, people, summary

    world = World(port=site.port, clock=site.clock, seed=seed, only=os.environ.get("CHAOS_ONLY", ""))
    world.sweep = lambda number: site.sweepers.sweep(number)
    users = people(world, AWAKE, ASLEEP, hooks=site.hookbox.url)
    if not site.wait():
        say("The site did not start.")
        return 1
    until = time.monotonic() + seconds
    conductors = Front(world, site), Back(world, site)
    kinds = [name for conductor in conductors for name in conductor.chosen()]
    if not kinds:
        say(f"CHAOS_ONLY={world.only}: no fault has this in its name.")
        return 1
    threads = [*(Player(world, users, number) for number in range(PLAYERS)), *conductors]
    say(f"Up after {time.monotonic() - began:.0f} seconds.")
    for thread in threads:
        thread.start()
    while time.monotonic() < until - max(AT_LEAST, SHARE * seconds) and all(thread.is_alive() for thread in threads):
        time.sleep(0.2)
    world.is_over.set()
    for thread in reversed(threads):
        thread.join()
        if thread.fault:
            world.tally.add(thread.name, "stuck", f"{type(thread.fault).__name__}: {thread.fault}")
    say(f"The last fault was after {time.monotonic() - began:.0f} seconds.")
    settle(world, site, until + GRACE)
    play_once_more(world)
    site.keeper.stop()
    audit(world, site.postbox.taken, site.hookbox.taken)
    happened = summary(world, len(site.postbox.taken), len(site.hookbox.taken))
    say(f"Looked through after {time.monotonic() - began:.0f} seconds. {happened}")
    for note in world.tally.notes:
        say(note)
    for line in world.tally.lines():
        say(line)
    if not world.tally.has_tried(kinds):
        say("None of the faults that were asked for was tried.")
        return 1
    return 0 if world.tally.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
