"""Processes that are killed and hung, and started again as a service manager would."""

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
    """The processes that this one has started and that still run."""
    try:
        found = (Path("/proc") / str(pid) / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return []
    return [int(each) for each in found if not is_gone(int(each))]


def send(pid: int, number: int) -> None:
    """A signal to one process, which may be gone."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


class Child:
    """One process in a group of its own. ``ends_with``: the signal by which it leaves nothing of itself behind."""

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
        """Start it, unless it runs, or everything is about to end."""
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
        """Whether it runs; one that is hung does."""
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Its number; of one that has ended, what it was."""
        assert self.process is not None, "it was never started"
        return self.process.pid

    def send(self, number: int) -> None:
        """A signal to this process alone."""
        if self.is_alive():
            send(self.pid, number)

    def send_all(self, number: int) -> None:
        """A signal to it and everything that it has started in its group."""
        if self.is_alive():
            with suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    def wait(self, seconds: float = PATIENCE) -> bool:
        """Wait until it has ended."""
        end = time.monotonic() + seconds
        while self.is_alive() and time.monotonic() < end:
            time.sleep(0.02)
        return not self.is_alive()

    def _bury(self) -> None:
        """What its group has left behind must not go on under the same address."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.undertaker.tell(f"gone {self.process.pid}")


class Keeper(threading.Thread):
    """Starts what has ended again, as a service manager does."""

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
        """Leave one of them alone for a while."""
        with self.lock:
            self.resting = child
        yield
        with self.lock:
            self.resting = None

    def stop(self) -> None:
        """From now on what ends has ended."""
        self.is_over.set()
        self.join()
