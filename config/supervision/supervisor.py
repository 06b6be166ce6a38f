"""Supervisor that runs child processes together, shows their output by name, and restarts or stops them.

A kept child is restarted when it ends. If a kept child ends right after its first start, it is broken and everything stops. The
same happens when a child that is not kept ends.

Each child leads its own session, so that Ctrl-C reaches only the supervisor and children are stopped in order. If the
supervisor itself is killed, the kernel ends the children (on Linux).
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

STOP_SECONDS = 8.0
# Seconds after which code that swallowed an interruption is interrupted again.
INSIST = 1.0
# Seconds after the first start. A child that ends earlier counts as broken.
START = 10.0
# Seconds before a child is restarted: the first wait, which doubles, and the longest. After a run longer than the
# third number, the waits start over.
FIRST, LONGEST, LIVED = 1.0, 30.0, 60.0
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1


class CannotStart(Exception):
    """Error: the site cannot start. The message gives the reason to the person who typed ``make up``."""


class Interrupted(BaseException):
    """Exception that interrupts a blocking call; no ``except Exception`` can catch it."""


def say(line: str) -> None:
    """Print a line, unless the terminal is gone."""
    with suppress(OSError, ValueError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def die_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Let the kernel end this process when its parent ends (on Linux), by the given signal."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, by)


def _begin_child() -> None:
    for number in STOPPING:
        signal.signal(number, signal.SIG_DFL)
    die_with_parent()


@dataclass
class Kept:
    """State of a kept child.

    If it has ended, it is restarted at ``due`` (monotonic seconds). ``wait`` is its last waiting time in seconds.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    begun: float
    wait: float = 0.0
    due: float | None = None
    is_proven: bool = False


class Supervisor:
    """Supervisor of child processes: starts them, relays their output, and stops them all.

    It stops on a signal, when a child ends that is not restarted, or when ``orphaned`` returns True.
    """

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
        """Make a signal end the block straight away with Interrupted, even if a library swallows the exception."""
        self.impatient = True
        try:
            yield
        finally:
            self.impatient = False
            # Python removes its handlers when it ends; the alarm would then end it with another exit status.
            signal.setitimer(signal.ITIMER_REAL, 0)

    def start(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start one child."""
        # The commands come from processes.py.
        child = subprocess.Popen(  # noqa: S603
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_begin_child,  # this is safe, because the supervisor has one thread
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
        """Wait up to ``seconds`` for output of the children, and show its complete lines."""
        for key, _events in self.selector.select(seconds):
            name, pipe = key.data, key.fileobj
            output = os.read(key.fd, 65536)
            if not output:
                self.selector.unregister(pipe)
            *lines, self.rest[name] = (self.rest.get(name, b"") + output).split(b"\n")
            for line in lines:
                say(f"{name:>8} | {line.decode(errors='replace')}")

    def ended(self) -> str | None:
        """Restart kept children that are due. Return the reason to stop everything now, or None."""
        if self.stop_signal is not None:
            return f"Stopping ({signal.Signals(self.stop_signal).name})."
        for name, child in list(self.children.items()):
            if child.poll() is not None and not self._comes_back(name, child):
                return f"“{name}” ended by itself ({_how(child.returncode)}), so everything stops. Its last words are above."
        return "Whoever started this is gone; stopping." if self.orphaned() else None

    def _comes_back(self, name: str, child: subprocess.Popen[bytes]) -> bool:
        """Restart an ended child once it is due. Return False if it is not kept or has never worked, otherwise True."""
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
            _signal(child, signal.SIGKILL, group=True)  # leftover children of this process would block its successor
            say(f"“{name}” ended by itself ({_how(child.returncode)}). It is started again in {kept.wait:.0f} s.")
        if now >= kept.due:
            kept.begun, kept.due = now, None
            self.start(name, kept.command, kept.environment)
        return True

    def run(self) -> str:
        """Relay the output until there is a reason to stop; return the reason."""
        while (reason := self.ended()) is None:
            self.relay(seconds=0.5)
        return reason

    def stop(self, *names: str) -> None:
        """Ask the named children to end, wait, then kill the remaining processes of their sessions."""
        children = {name: self.children.pop(name) for name in names if name in self.children}
        for child in children.values():
            _signal(child, signal.SIGTERM, group=False)
        self.stop_signal = None
        deadline = time.monotonic() + STOP_SECONDS
        while (
            any(child.poll() is None for child in children.values())
            and time.monotonic() < deadline
            and self.stop_signal is None
        ):
            self.relay(seconds=0.05)
        for child in children.values():
            _signal(child, signal.SIGKILL, group=True)
            child.wait()
        self.relay(seconds=0)


def _signal(child: subprocess.Popen[bytes], number: int, *, group: bool) -> None:
    with suppress(ProcessLookupError, PermissionError):
        (os.killpg if group else os.kill)(child.pid, number)


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
