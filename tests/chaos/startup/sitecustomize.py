"""Hook that makes the clock of a process jump. Python runs it at the start of every process with this folder on PYTHONPATH.

The file named by ``CHAOS_CLOCK`` contains the clock's error in seconds. A thread reads it ten times a second, so a jump can
happen in the middle of any work, as on a machine whose clock is set.
"""

import os
import sys
import threading
import time
from typing import Any

NOTE = os.environ.get("CHAOS_CLOCK", "")
LOOKS_EVERY = 0.1
# A forked child keeps the clock of its parent.
_state: dict[str, Any] = {"offset": 0.0, "traveller": None}


def _wanted() -> float:
    try:
        with open(NOTE) as note:
            return float(note.read() or 0)
    except (OSError, ValueError):
        return 0.0


def _set(offset: float) -> None:
    if _state["traveller"] is None:
        _state["traveller"] = time_machine.travel(time.time() + offset, tick=True).start()
    else:
        _state["traveller"].move_to(original_time() + offset)
    _state["offset"] = offset


def _follow() -> None:
    while True:
        if (offset := _wanted()) != _state["offset"]:
            _set(offset)
        time.sleep(LOOKS_EVERY)


def _watch() -> None:
    threading.Thread(target=_follow, daemon=True, name="clock").start()


if NOTE:
    # time_machine would import pytest, which takes longer than all the rest.
    sys.modules.setdefault("pytest", None)
    import time_machine
    from _time_machine import original_time

    if sys.modules["pytest"] is None:
        del sys.modules["pytest"]
    if started_at := _wanted():
        _set(started_at)
    _watch()
    # A forked child has none of its parent's threads.
    os.register_at_fork(after_in_child=_watch)
