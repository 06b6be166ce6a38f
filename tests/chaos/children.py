"""Processes that faults kill or hang, and a keeper that restarts them as a service manager would."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.chaos.undertaker import Undertaker, is_gone

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 10.0


def children_of(pid: int) -> list[int]:
    """Return the running child processes of ``pid``."""
    try:
        found = (Path("/proc") / str(pid) / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return []
    return [int(each) for each in found if not is_gone(int(each))]


def send(pid: int, number: int) -> None:
    """Send a signal to one process. Do nothing if it has ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


class Child:
    """Process in its own group. ``ends_with`` is the signal that makes it end without leftovers."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        logs: Path,
        undertaker: Undertaker,
        user: str | None = None,
        ends_with: int = signal.SIGKILL,
    ) -> None:
        self.name, self.command, self.environment, self.user = name, command, environment, user
        self.log, self.undertaker, self.ends_with = logs / f"{name}.log", undertaker, ends_with
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, unless it runs or the whole run is ending."""
        with self.undertaker.lock:
            if self.is_alive() or self.undertaker.is_closed:
                return
            self._bury()
            whose = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    self.command,
                    cwd=ROOT if self.user is None else "/",
                    env=dict(self.environment),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    **whose,  # type: ignore[arg-type]
                )
            self.undertaker.tell(f"pid {self.process.pid} {int(self.ends_with)}")

    def is_alive(self) -> bool:
        """Return whether the process runs, which is also true of a hung process."""
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Process id, also after the process has ended."""
        assert self.process is not None, "it was never started"
        return self.process.pid

    def send(self, number: int) -> None:
        """Send a signal to this process alone."""
        if self.is_alive():
            send(self.pid, number)

    def send_all(self, number: int) -> None:
        """Send a signal to the process and everything that it has started in its group."""
        if self.is_alive():
            with suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    def wait(self, seconds: float = PATIENCE) -> bool:
        """Wait until the process has ended, for at most ``seconds``. Return whether it has."""
        end = time.monotonic() + seconds
        while self.is_alive() and time.monotonic() < end:
            time.sleep(0.02)
        return not self.is_alive()

    def _bury(self) -> None:
        """Kill the rest of the group, so that no old process still uses the address when a new one starts."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.undertaker.tell(f"gone {self.process.pid}")


class Keeper(threading.Thread):
    """Thread that restarts ended processes, as a service manager does."""

    def __init__(self, children: Sequence[Child]) -> None:
        super().__init__(daemon=True, name="keeper")
        self.children = children
        self.resting: Child | None = None
        self.lock = threading.Lock()
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(0.2):
            with self.lock:
                for child in self.children:
                    if child is not self.resting:
                        child.start()

    @contextmanager
    def without(self, child: Child) -> Iterator[None]:
        """Do not restart ``child`` during the block."""
        with self.lock:
            self.resting = child
        yield
        with self.lock:
            self.resting = None

    def stop(self) -> None:
        """Stop restarting processes."""
        self.is_over.set()
        self.join()
