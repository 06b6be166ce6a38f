"""A line in which the writers of one file wait: whoever comes first writes first, and nobody polls.

SQLite's own waiting sleeps and tries again, longer and longer, so under load whoever has waited longest has the worst chance.
Here threads of a process are called one after the other. The first of each process stands in line with those of others: a turn
to write lasts as long as somebody holds the lock of a file, which the kernel frees when a process ends, however it ends.

There are two such files beside the database: whoever holds ``next`` is the next process to write and waits for ``turn``. So one
that has just written, and wants to again, cannot get in before one that waits. SQLite's lock remains what keeps writers apart;
where these files cannot be locked there is only the line of threads.
"""

import fcntl
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

logger = logging.getLogger(__name__)

# Added to the name of the database.
NEXT, TURN = "-next", "-turn"


class Line:
    """The writers of the database at ``path``."""

    def __init__(self, path: str) -> None:
        self.path = path
        # Places are given up by the garbage collector too, in whatever thread and at whatever moment it comes.
        self._guard = threading.RLock()
        self._waiting: deque[threading.Lock] = deque()
        self._first: threading.Lock | None = None

    def enter(self, patience: Callable[[], float]) -> "Place":
        """Wait until it is one's turn, for at most ``patience()`` seconds. Raises TimeoutError."""
        place = Place(self)
        try:
            place.come_first(patience)
        except BaseException:
            place.leave()
            raise
        return place

    def add(self, gate: threading.Lock) -> None:
        """Put a locked gate at the end, to be unlocked when it is first."""
        with self._guard:
            self._waiting.append(gate)
            self._call_next()

    def remove(self, gate: threading.Lock) -> None:
        """Forget a gate; the next one is called if it was first."""
        with self._guard:
            if self._first is gate:
                self._first = None
            else:
                with suppress(ValueError):
                    self._waiting.remove(gate)
            self._call_next()

    def _call_next(self) -> None:
        if self._first is None and self._waiting:
            self._first = self._waiting.popleft()
            self._first.release()


class Place:
    """Where one writer stands, until it leaves or nobody knows of it any more."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._gate = threading.Lock()
        self._gate.acquire()
        self._turn: _Turn | None = None
        line.add(self._gate)

    def come_first(self, patience: Callable[[], float]) -> None:
        """Wait for the writers of this process that came before, then for those of others. Raises TimeoutError."""
        end = None
        if not self._gate.acquire(blocking=False):
            seconds = patience()
            end = time.monotonic() + seconds
            if not self._gate.acquire(timeout=seconds):
                raise TimeoutError
        try:
            self._turn = _Turn(self._line.path)
            is_taken = self._turn.take_at_once()
        except OSError as error:
            # SQLite's own waiting is then all there is between processes.
            logger.warning("Writers of other processes are not waited for in line: %s", error)
            return
        if not is_taken:
            self._turn.take_within(patience() if end is None else end - time.monotonic())

    def leave(self) -> None:
        """Make room for the next; nothing happens the second time."""
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.end()
        self._line.remove(self._gate)

    def __del__(self) -> None:
        self.leave()


class _Turn:
    """One process's wish to write, and then its right to."""

    def __init__(self, path: str) -> None:
        self._files = _opened(path)
        self._guard = threading.Lock()
        self._is_taken = threading.Event()
        self._is_waiting = self._is_over = False

    def take_at_once(self) -> bool:
        """Whether nobody else had it. Raises OSError where files cannot be locked."""
        before, turn = self._files
        try:
            fcntl.flock(before, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        fcntl.flock(before, fcntl.LOCK_UN)
        return True

    def take_within(self, seconds: float) -> None:
        """Wait for it. Raises TimeoutError.

        A lock of a file knows no limit of time, so a thread waits for it that is left to itself when the time is over.
        """
        self._is_waiting = True
        threading.Thread(target=self._wait, name="line of writers", daemon=True).start()
        if not self._is_taken.wait(seconds):
            raise TimeoutError

    def end(self) -> None:
        """Let somebody else have it, or stop wanting it."""
        with self._guard:
            self._is_over = True
            if not self._is_waiting:
                self._close()

    def _wait(self) -> None:
        before, turn = self._files
        with suppress(OSError):
            fcntl.flock(before, fcntl.LOCK_EX)
            fcntl.flock(turn, fcntl.LOCK_EX)
            fcntl.flock(before, fcntl.LOCK_UN)
        with self._guard:
            self._is_waiting = False
            if self._is_over:
                self._close()
        self._is_taken.set()

    def _close(self) -> None:
        files, self._files = self._files, []
        for file in files:
            _open.discard(file)
            os.close(file)


def _opened(path: str) -> list[int]:
    files: list[int] = []
    try:
        # To read is enough for a lock, and a file that somebody else made may allow no more.
        files.extend(os.open(path + name, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644) for name in (NEXT, TURN))
    except OSError:
        for file in files:
            os.close(file)
        raise
    _open.update(files)
    return files


_lines: dict[str, Line] = {}
_lines_guard = threading.Lock()
# Descriptors that hold a lock or wait for one.
_open: set[int] = set()


def line_of(path: str | os.PathLike[str]) -> Line:
    """The line of this process for a database, by whatever name."""
    name = os.path.realpath(path)
    with _lines_guard:
        return _lines.setdefault(name, Line(name))


def _begin_child() -> None:
    """A forked process stands in no line: it would hold its parent's locks for as long as it lives."""
    global _lines_guard
    _lines_guard = threading.Lock()
    _lines.clear()
    for file in list(_open):
        os.close(file)
    _open.clear()


os.register_at_fork(after_in_child=_begin_child)
