"""Cleanup process that ends the reported process groups and removes the reported folders, even after a crash of the run.

Its lines of input are:
- ``pid NUMBER SIGNAL``: end this process group with that signal.
- ``gone NUMBER``: this process group has ended by itself.
- ``folder PATH``: remove this folder in the end.

The end of the input starts the cleanup.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 8.0


class Undertaker:
    """Controller of the cleanup process, used as a context manager.

    Hold ``lock`` from the start of a process until you have reported it. Start no process once ``is_closed`` is True.
    """

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.chaos.undertaker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)
        self.lock = threading.RLock()
        self.is_closed = False

    def tell(self, line: str) -> None:
        """Send a line to the cleanup process."""
        assert self.process.stdin is not None
        with self.lock:
            if not self.is_closed:
                self.process.stdin.write(f"{line}\n")
                self.process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self.process.stdin is not None
        with self.lock:
            self.is_closed = True
            self.process.stdin.close()
        self.process.wait()


def is_gone(pid: int) -> bool:
    """Return whether a process has ended. A zombie counts as ended."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def main() -> None:
    """Read the input to its end, then clean up."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    ends: dict[int, int] = {}
    folders: list[str] = []
    for line in sys.stdin:
        match line.split():
            case ["pid", pid, number]:
                ends[int(pid)] = int(number)
            case ["gone", pid]:
                ends.pop(int(pid), None)
            case ["folder", *words]:
                folders.append(" ".join(words))
    for pid, number in ends.items():
        _signal(pid, signal.SIGCONT)
        _signal(pid, number)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not all(map(is_gone, ends)):
        time.sleep(0.05)
    for pid in ends:
        _signal(pid, signal.SIGKILL)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
