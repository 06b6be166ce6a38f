"""Runs child processes together: what one of them says is shown with its name, and who ends is started again or ends all.

A child that is to be kept is started again, sooner or later; one that ended right after its first start is broken, and
everything ends with it, as with one that is not to be kept.

Every child leads a session of its own, so that Ctrl-C reaches the supervisor alone and children are stopped in order. Should
the supervisor itself be killed, the kernel ends the children (on Linux).
"""

import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

PATIENCE = 8.0
# Seconds after which whoever swallowed an interruption is interrupted again.
INSIST = 1.0
# A child that ends sooner than this after its first start never worked.
START = 10.0
# Seconds before a child is started again: the first wait, which doubles, and the longest; one that lived long starts over.
FIRST, LONGEST, LIVED = 1.0, 30.0, 60.0
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1


class CannotStart(Exception):
    """The message says why, in words for whoever typed ``make up``."""


class Interrupted(BaseException):
    """A signal came during something that only an exception can end; no ``except Exception`` may swallow it."""


def say(line: str) -> None:
    """Print, unless the terminal is gone."""
    with suppress(OSError, ValueError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def die_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Let the kernel end this process when its parent ends (on Linux), by a signal that may be heard or one that is not."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, by)


def _begin_child() -> None:
    for number in STOPPING:
        signal.signal(number, signal.SIG_DFL)
    die_with_parent()


@dataclass
class Kept:
    """How a child is started again: at ``due`` (monotonic seconds) if it ended, after ``wait`` seconds the last time."""

    command: Sequence[str]
    environment: Mapping[str, str]
    begun: float
    wait: float = 0.0
    due: float | None = None
    is_proven: bool = False


class Supervisor:
    """Starts children, relays their words, and stops them all: on a signal, when one ends, or when ``orphaned`` says so."""

    def __init__(self, *, orphaned: Callable[[], bool]) -> None:
        self.orphaned = orphaned
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.kept: dict[str, Kept] = {}
        self.selector = selectors.DefaultSelector()
        self.stop_signal: int | None = None
        self.is_stopping = self.impatient = False
        self.rest: dict[str, bytes] = {}
        for number in STOPPING:
            signal.signal(number, self._on_signal)
        signal.signal(signal.SIGALRM, self._insist)

    def _on_signal(self, number: int, _frame: object) -> None:
        self.stop_signal, self.is_stopping = number, True
        if self.impatient:
            signal.setitimer(signal.ITIMER_REAL, INSIST)
            raise Interrupted

    def _insist(self, _number: int, _frame: object) -> None:
        if self.impatient:
            signal.setitimer(signal.ITIMER_REAL, INSIST)
            raise Interrupted

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a signal end the block at once, with Interrupted, whatever a library of it swallows."""
        self.impatient = True
        try:
            yield
        finally:
            self.impatient = False
            # Python takes its handlers away when it ends; the alarm would then end it, with a status of its own.
            signal.setitimer(signal.ITIMER_REAL, 0)

    def start(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start one child."""
        # The commands are those of processes.py.
        child = subprocess.Popen(  # noqa: S603
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_begin_child,  # safe: the supervisor has one thread
        )
        assert child.stdout is not None
        os.set_blocking(child.stdout.fileno(), False)
        self.children[name] = child
        self.selector.register(child.stdout, selectors.EVENT_READ, name)

    def keep(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start one child, and start it again whenever it ends."""
        self.kept[name] = Kept(command, environment, begun=time.monotonic())
        self.start(name, command, environment)

    def relay(self, *, seconds: float) -> None:
        """Show what the children say within this time."""
        for key, _events in self.selector.select(seconds):
            name, pipe = key.data, key.fileobj
            words = os.read(key.fd, 65536)
            if not words:
                self.selector.unregister(pipe)
            *lines, self.rest[name] = (self.rest.get(name, b"") + words).split(b"\n")
            for line in lines:
                say(f"{name:>7} | {line.decode(errors='replace')}")

    def ended(self) -> str | None:
        """Why everything should stop now, or None."""
        if self.stop_signal is not None:
            return f"Stopping ({signal.Signals(self.stop_signal).name})."
        for name, child in list(self.children.items()):
            if child.poll() is not None and not self._comes_back(name, child):
                return f"“{name}” ended by itself ({_how(child.returncode)}), so everything stops. Its last words are above."
        return "Whoever started this is gone; stopping." if self.orphaned() else None

    def _comes_back(self, name: str, child: subprocess.Popen[bytes]) -> bool:
        """Start a child that ended again once its time has come; False if it is not to be kept, or never worked."""
        kept, now = self.kept.get(name), time.monotonic()
        if kept is None:
            return False
        lived = now - kept.begun
        kept.is_proven = kept.is_proven or lived > START
        if not kept.is_proven:
            return False
        if kept.due is None:
            kept.wait = FIRST if lived > LIVED or not kept.wait else min(LONGEST, 2 * kept.wait)
            kept.due = now + kept.wait
            _signal(child, signal.SIGKILL, group=True)  # what it started itself must not be in the way of the next one
            say(f"“{name}” ended by itself ({_how(child.returncode)}). It is started again in {kept.wait:.0f} s.")
        if now >= kept.due:
            kept.begun, kept.due = now, None
            self.start(name, kept.command, kept.environment)
        return True

    def run(self) -> str:
        """Relay until there is a reason to stop; returns the reason."""
        while (reason := self.ended()) is None:
            self.relay(seconds=0.5)
        return reason

    def stop(self, *names: str) -> None:
        """Ask the named children to end, wait, then insist; nothing of their sessions is left."""
        chosen = {name: self.children.pop(name) for name in names if name in self.children}
        for child in chosen.values():
            _signal(child, signal.SIGTERM, group=False)
        self.stop_signal = None
        end = time.monotonic() + PATIENCE
        while any(child.poll() is None for child in chosen.values()) and time.monotonic() < end and self.stop_signal is None:
            self.relay(seconds=0.05)
        for child in chosen.values():
            _signal(child, signal.SIGKILL, group=True)
            child.wait()
        self.relay(seconds=0)


def _signal(child: subprocess.Popen[bytes], number: int, *, group: bool) -> None:
    with suppress(ProcessLookupError, PermissionError):
        (os.killpg if group else os.kill)(child.pid, number)


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
