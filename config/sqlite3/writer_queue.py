"""Queue in which writers of one SQLite file take turns.

SQLite's own wait sleeps longer and longer, so some writers wait for seconds. Here one thread per process at a time tries to
lock a file, ``-turn`` next to the database. The kernel releases this lock when the process ends. If the file cannot be locked,
SQLite's own lock still keeps writers apart.
"""

import fcntl
import logging
import os
import threading
import time
from contextlib import suppress
from functools import cache

logger = logging.getLogger(__name__)

# Seconds between two attempts to lock the file while another process has the turn.
PAUSE = 0.001


class WriterQueue:
    """Queue of the writers of the database at ``path``."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._mine, self._file = threading.Lock(), -1
        os.register_at_fork(after_in_child=self._begin_child)

    def enter(self, seconds: float) -> threading.Lock:
        """Wait for the turn; return the argument for ``leave``. Raises TimeoutError after ``seconds``."""
        deadline, lock = time.monotonic() + seconds, self._mine
        if not lock.acquire(timeout=seconds):
            raise TimeoutError
        try:
            while not self._has_file():
                if time.monotonic() >= deadline:
                    raise TimeoutError
                time.sleep(PAUSE)
        except BaseException:
            lock.release()
            raise
        return lock

    def leave(self, lock: threading.Lock) -> None:
        """End the turn, so that the next writer can take it. ``lock`` is the result of ``enter``."""
        if lock is self._mine and self._file >= 0:
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)
        lock.release()

    def _has_file(self) -> bool:
        try:
            if self._file < 0:
                # Read access is enough for a lock, and another user's file may allow no more.
                self._file = os.open(f"{self.path}-turn", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            logger.warning("Writers of other processes do not take turns: %s", error)
        return True

    def _begin_child(self) -> None:
        """Close the file in a forked process. With its copy, it would hold the parent's lock."""
        if self._file >= 0:
            os.close(self._file)
        self._mine, self._file = threading.Lock(), -1


@cache
def queue_for(path: str) -> WriterQueue:
    """Return this process's writer queue for the database at a real path."""
    return WriterQueue(path)
