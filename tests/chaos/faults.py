"""Faults of processes, database, broker, mail server and clock. A fault is over when its function returns."""

import random
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing

from tests.chaos import outage
from tests.chaos.children import Child, children_of, send
from tests.chaos.site import Site
from tests.chaos.world import World

MINUTE = 60.0
COMES_BACK = 60.0
# Minimum uptime of web between two faults, as a multiple of its start time.
UP_FOR = 4
type Faults = dict[str, tuple[int, Callable[[], None]]]


class Conductor(threading.Thread):
    """Thread that causes one fault after another, from a deck of the chosen kinds that is shuffled again and again."""

    # Range of seconds between two faults. In this time players are active, so that the next fault can break something.
    pause = (0.1, 0.5)

    def __init__(self, world: World, site: Site) -> None:
        super().__init__(daemon=True, name=type(self).__name__.lower())
        self.world, self.site = world, site
        self.dice = random.Random(f"{world.seed}/{self.name}")
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            known = self.chosen()
            deck: list[str] = []
            while known and not self.world.is_over.is_set():
                name = next(filter(self.may_be, deck), None)
                if name is None:
                    deck += self._shuffled(known)
                    time.sleep(0.1)
                    continue
                deck.remove(name)
                self.world.weather = name
                self.world.latest.append(name)
                self.world.tally.add(name, "tried")
                known[name][1]()
                self.after(name)
                time.sleep(self.dice.uniform(*self.pause))
            # The run ends with its first thread, so a conductor without faults waits for the end.
            self.world.is_over.wait()
        except BaseException as fault:
            self.fault = fault
            raise

    def chosen(self) -> Faults:
        """Return the faults that CHAOS_ONLY asks for."""
        return {name: fault for name, fault in self.faults().items() if self.world.only in name}

    def may_be(self, name: str) -> bool:
        """Return whether the fault may happen now. If not, it stays in the deck."""
        return True

    def _shuffled(self, known: Faults) -> list[str]:
        deck = [name for name, (often, _act) in known.items() for _each in range(often)]
        self.dice.shuffle(deck)
        return deck

    def faults(self) -> Faults:
        """Return the faults by name, each with its number of copies in the deck."""
        raise NotImplementedError

    def after(self, name: str) -> None:
        """Restore the state that the next fault needs."""

    def line(self, line: str, words: str) -> Faults:
        """Return the faults that may happen to a network line, by name."""

        def set_to(mode: str) -> Callable[[], None]:
            return lambda: self._set_line(line, mode)

        modes = {"refused": (2, "refuse"), "silent": (2, "hang"), "slow": (2, "slow"), "cut off": (6, "cut")}
        return {f"{words} {name}": (often, set_to(mode)) for name, (often, mode) in modes.items()}

    def killed(self, child: Child, number: int) -> Callable[[], None]:
        """Return a fault that ends or kills a process; the keeper starts it again."""

        def kill() -> None:
            child.send(number)
            self.last()

        return kill

    def hung(self, child: Child) -> Callable[[], None]:
        """Return a fault that stops a process for a while."""

        def hang() -> None:
            child.send_all(signal.SIGSTOP)
            self.last()
            child.send_all(signal.SIGCONT)

        return hang

    def last(self) -> None:
        """Sleep for as long as a fault lasts."""
        time.sleep(self.dice.uniform(0.3, 1.5))

    def one_of(self, pids: list[int]) -> list[int]:
        """Return a list with one random process id, or an empty one."""
        return [self.dice.choice(sorted(pids))] if pids else []

    def _set_line(self, line: str, mode: str) -> None:
        self.site.proxies.set(line, mode)
        if mode != "cut":
            self.last()
            self.site.proxies.set(line, "pass")


class Front(Conductor):
    """Faults of the pages: web and database."""

    pause = (0.5, 2.0)
    restarts = ("web worker killed", "web killed", "web ended", "web away for long")
    web_rests_until = 0.0

    def faults(self) -> Faults:
        found: Faults = {
            "web worker killed": (2, self._kill_web_worker),
            "web worker hung": (3, self._hang_web_worker),
            "web killed": (1, self._kill_web),
            "web ended": (1, self._end_web),
            "web away for long": (1, self._leave_without_web),
        }
        if self.site.postgres:
            found |= self.line("database", "database") | {
                "backend killed": (2, lambda: self._backend(signal.SIGKILL)),
                "backend ended": (10, lambda: self._backend(signal.SIGTERM)),
                "database restarted": (2, self.site.postgres.crash),
                "database hung": (4, self._hang_database),
            }
        else:
            found["database locked"] = (12, self._lock_database)
        return found

    def may_be(self, name: str) -> bool:
        """Return whether the fault may happen now.

        Web starts slowly on a slow machine, and no other fault can happen while it is down.
        """
        return name not in self.restarts or time.monotonic() > self.web_rests_until

    def after(self, name: str) -> None:
        began = time.monotonic()
        if not self.site.wait(COMES_BACK):
            self.world.tally.add(name, "stuck", f"no page came within {COMES_BACK:.0f} seconds after it")
        if name in self.restarts:
            self.web_rests_until = time.monotonic() + UP_FOR * (time.monotonic() - began)

    def _kill_web_worker(self) -> None:
        for pid in self.one_of(children_of(self.site.web.pid)):
            send(pid, signal.SIGKILL)

    def _hang_web_worker(self) -> None:
        for pid in self.one_of(children_of(self.site.web.pid)):
            send(pid, signal.SIGSTOP)
            self.last()
            send(pid, signal.SIGCONT)

    def _kill_web(self) -> None:
        self.site.web.send_all(signal.SIGKILL)
        self.site.web.wait()

    def _end_web(self) -> None:
        self.site.web.send(signal.SIGTERM)
        self.site.web.wait()

    def _backend(self, number: int) -> None:
        assert self.site.postgres is not None
        for pid in self.one_of(self.site.postgres.backends()):
            send(pid, number)
        self.site.postgres.wait()

    def _hang_database(self) -> None:
        assert self.site.postgres is not None
        self.site.postgres.freeze()
        self.last()
        self.site.postgres.thaw()

    def _leave_without_web(self) -> None:
        """Kill web for two sweeps and eight minutes of site time. No player may miss a deadline because of it."""
        with self.world.jumping, self.site.keeper.without(self.site.web):
            self._kill_web()
            away = outage.begin(self.world)
            for _step in range(2):
                self.site.clock.jump(4 * MINUTE)
                self.site.sweepers.sweep(1)
            self.site.web.start()
            if self.site.wait(COMES_BACK):
                outage.end(self.world, self.site, away)

    def _lock_database(self) -> None:
        """Lock the database for a while, as a slow writer would."""
        with closing(sqlite3.connect(self.site.sqlite, timeout=COMES_BACK, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            self.last()
            other.execute("ROLLBACK")


class Back(Conductor):
    """Faults behind the pages: workers, beat, broker, mail server, sweeps and the clock."""

    def faults(self) -> Faults:
        valkey = self.site.valkey
        found: Faults = {
            "beat killed": (1, self.killed(self.site.beat, signal.SIGKILL)),
            "beat hung": (1, self.hung(self.site.beat)),
            "four sweeps at once": (6, lambda: self._sweep(kill=False)),
            "sweep killed": (3, lambda: self._sweep(kill=True)),
            "clock ahead": (3, lambda: self._jump(MINUTE, 4 * MINUTE)),
            "clock far ahead": (2, lambda: self._jump(6 * MINUTE, 30 * MINUTE)),
            "clock back": (2, lambda: self._jump(-10 * MINUTE, -MINUTE)),
            "mail server busy": (3, lambda: self._mood("busy")),
            "mail server mute": (3, lambda: self._mood("mute")),
            "broker killed": (3, valkey.crash),
            "broker hung": (2, self.hung(valkey.child)),
        }
        for name, child in self.site.workers.items():
            found |= {
                f"worker {name} killed": (1, self.killed(child, signal.SIGKILL)),
                f"worker {name} ended": (1, self.killed(child, signal.SIGTERM)),
                f"worker {name} hung": (1, self.hung(child)),
            }
        return found | self.line("broker", "broker") | self.line("mail", "mail server")

    def _sweep(self, *, kill: bool) -> None:
        self.site.sweepers.sweep(4, kill=kill)

    def _jump(self, least: float, most: float) -> None:
        with self.world.jumping:
            self.site.clock.jump(self.dice.uniform(least, most))
            self.last()

    def _mood(self, mood: str) -> None:
        self.site.postbox.mood = self.site.hookbox.mood = mood
        self.last()
        self.site.postbox.mood = self.site.hookbox.mood = "well"
