"""Sweeps that begin at the same moment, each in its own process.

Each line of input is the number of sweeps. The output line, printed once all sweeps have ended, is the number of failed ones.
``N kill`` kills one of the N sweeps soon after its start.
"""

import os
import random
import signal
import sys
import time
import warnings

import django

django.setup()

from django.db import connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from tables.services import sweeping  # noqa: E402


def _sweep() -> None:
    connections["default"].connection = None  # drop any connection inherited from the parent
    sweeping.sweep(now=timezone.now())
    connections.close_all()


def _child(begin_at: float) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        time.sleep(max(0.0, begin_at - time.monotonic()))
        _sweep()
        code = 0
    finally:
        os._exit(code)


def main() -> None:
    """Run sweeps for each line of input."""
    # The only other thread moves the clock, and holds no lock while it does.
    warnings.filterwarnings("ignore", "This process", DeprecationWarning)
    sys.stdout.write("up\n")
    sys.stdout.flush()
    for line in sys.stdin:
        number, *kill = line.split()
        begin_at = time.monotonic() + 0.1
        pids = [_child(begin_at) for _each in range(int(number))]
        if kill:
            time.sleep(0.1 + random.random() * 0.1)
            os.kill(pids[0], signal.SIGKILL)
        failed = sum(os.waitpid(pid, 0)[1] != 0 for pid in pids)
        sys.stdout.write(f"{failed}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
