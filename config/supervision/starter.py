"""Detection that the starting process was stopped or has gone.

A terminal sends Ctrl-C to every process of the foreground group. ``kill -INT`` or ``kill -HUP`` of ``make`` alone reaches only
make. Make then resets its signal handling and waits silently for this process, which Linux shows in /proc.
"""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

WATCHED = (signal.SIGINT, signal.SIGHUP)


def _caught(pid: int) -> set[int]:
    """Return the signals the process catches; an empty set without /proc."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return set()
    mask = int(re.search(r"^SigCgt:\s*([0-9a-f]+)", status, re.MULTILINE)[1], 16)  # type: ignore[index]  # Linux always has it
    return {number for number in WATCHED if mask >> (number - 1) & 1}


def watch_starter() -> Callable[[], bool]:
    """Return a function that returns True if the parent process has gone or is waiting for this one to end."""
    parent = os.getppid()
    caught = _caught(parent)
    return lambda: os.getppid() != parent or bool(caught - _caught(parent))
