"""Turns of the writers of one SQLite file: SQLite's own waiting sleeps longer and longer, so some writers wait for seconds.

One lock lets one thread of a process at a time ask for the lock of a file, ``-turn`` beside the database. The kernel frees that
lock when its process ends. SQLite's own lock still keeps writers apart where the file cannot be locked.
"""

import fcntl
import logging
import os
import threading
import time
from contextlib import suppress
from functools import cache

logger = logging.getLogger(__name__)

# Seconds between two looks at the file while another process has the turn.
PAUSE = 0.001


class Line:
    """The writers of the database at ``path``."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._mine, self._file = threading.Lock(), -1
        os.register_at_fork(after_in_child=self._begin_child)

    def enter(self, seconds: float) -> threading.Lock:
        """Wait for the turn and return what ``leave`` takes. Raises TimeoutError after so many seconds."""
        end, mine = time.monotonic() + seconds, self._mine
        if not mine.acquire(timeout=seconds):
            raise TimeoutError
        try:
            while not self._has_file():
                if time.monotonic() >= end:
                    raise TimeoutError
                time.sleep(PAUSE)
        except BaseException:
            mine.release()
            raise
        return mine

    def leave(self, mine: threading.Lock) -> None:
        """Let the next writer have the turn."""
        if mine is self._mine and self._file >= 0:
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)
        mine.release()

    def _has_file(self) -> bool:
        try:
            if self._file < 0:
                # To read is enough for a lock, and a file of another user may allow no more.
                self._file = os.open(f"{self.path}-turn", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            logger.warning("Writers of other processes do not take turns: %s", error)
        return True

    def _begin_child(self) -> None:
        """Give up what a forked process has of its parent: with its copy of the file it would hold the parent's lock."""
        if self._file >= 0:
            os.close(self._file)
        self._mine, self._file = threading.Lock(), -1


@cache
def line_of(path: str) -> Line:
    """Return the line of this process for the database at a real path."""
    return Line(path)
