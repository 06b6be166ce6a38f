"""Leaves no process and no folder behind, whatever becomes of the run: it waits until whoever started it is gone.

Its lines of input are ``pid NUMBER SIGNAL``: end this process group with that signal, ``gone NUMBER``: it has ended by itself,
and ``folder PATH``: remove it in the end. The end of the input is the sign to begin.
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
    """The process that cleans up; to be left as a context manager.

    Whoever starts a process holds ``lock`` until that has been told, and starts none any more once it ``is_closed``.
    """

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.chaos.undertaker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)
        self.lock = threading.RLock()
        self.is_closed = False

    def tell(self, line: str) -> None:
        """Add a line to what is to be cleaned up."""
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
    """Whether a process has ended; one that nobody has waited for yet has."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def main() -> None:
    """Read until the end, then clean up."""
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
