"""Noticing that whoever started us has been stopped or is gone.

A terminal sends Ctrl-C to every process of the foreground group. ``kill -INT`` or ``kill -HUP`` of ``make`` alone reaches only
make, which then waits for us without a word, having put the signal's handling back to default: Linux shows that.
"""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

WATCHED = (signal.SIGINT, signal.SIGHUP)


def _caught(pid: int) -> set[int]:
    """Signals the process catches; empty where /proc tells nothing."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return set()
    mask = int(re.search(r"^SigCgt:\s*([0-9a-f]+)", status, re.MULTILINE)[1], 16)  # type: ignore[index]  # every Linux tells it
    return {number for number in WATCHED if mask >> (number - 1) & 1}


def watch_starter() -> Callable[[], bool]:
    """A function that says whether the process that started this one is gone, or is waiting for us to end."""
    parent = os.getppid()
    caught = _caught(parent)
    return lambda: os.getppid() != parent or bool(caught - _caught(parent))
