"""``make up``: prepares everything, then runs the whole site under one supervisor until it is stopped.

``python -m config.up [--follow]``; with ``--follow`` it also stops when whoever started it is gone. Honours PORT and
VAR_DIR, and DATABASE_URL and REDIS_URL instead of SQLite and the embedded Valkey.
"""

import fcntl
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from config import prepare
from config.supervision import broker, processes
from config.supervision.starter import watch_starter
from config.supervision.supervisor import CannotStart, Interrupted, Supervisor, say

HOST = "127.0.0.1"
PATIENCE = 60.0


def port() -> int:
    """The port from the environment. Raises CannotStart."""
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise CannotStart(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


@contextmanager
def only_one(var_dir: Path, address: str) -> Iterator[None]:
    """Hold the lock of this checkout; the lock goes with the process, whatever happens to it. Raises CannotStart."""
    with (var_dir / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise CannotStart(f"It is running already: {lock.read().strip() or 'just starting'}.") from None
        lock.truncate(0)
        lock.write(f"{address} (process {os.getpid()})")
        lock.flush()
        yield
        lock.truncate(0)


def free(number: int) -> None:
    """Check that nobody else has the port. Raises CannotStart."""
    with socket.socket() as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((HOST, number))
        except OSError as error:
            advice = f"Try another: PORT={number + 1} make up"
            raise CannotStart(f"Port {number} cannot be used ({error.strerror}). {advice}") from None


def page_answers(number: int) -> bool:
    """Whether the first page comes."""
    link = HTTPConnection(HOST, number, timeout=5)
    try:
        link.request("GET", "/")
        return link.getresponse().status > 0
    except (OSError, HTTPException):
        return False
    finally:
        link.close()


def environment(number: int, redis_url: str) -> dict[str, str]:
    """What the children see: the caller's environment and what was decided here."""
    mine = {"PORT": str(number), "REDIS_URL": redis_url, "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
    # Celery warns root at length; whoever tries the site in a container is root.
    return {"PYTHONWARNINGS": "ignore:You're running the worker", **os.environ, **mine}


def start_broker(supervisor: Supervisor, var_dir: Path) -> str:
    """Start the embedded Valkey unless REDIS_URL names another. Returns the address; raises CannotStart."""
    if given := os.environ.get("REDIS_URL"):
        return given
    url = broker.settle(var_dir)
    supervisor.start("valkey", broker.command(url), os.environ)
    if not broker.wait_for(url):
        supervisor.relay(seconds=0.1)
        raise CannotStart("The embedded Valkey did not start; its words are above.")
    return url


def start_web(supervisor: Supervisor, number: int, known: dict[str, str]) -> None:
    """Start the web server and wait for the first page. Raises CannotStart."""
    supervisor.keep("web", processes.WEB.command("--host", HOST, "--port", str(number), "--log-level", "warning"), known)
    end = time.monotonic() + PATIENCE
    while not page_answers(number):
        if reason := supervisor.ended():
            raise CannotStart(reason)
        if time.monotonic() > end:
            raise CannotStart(f"The first page did not come within {PATIENCE:.0f} seconds.")
        supervisor.relay(seconds=0.05)


def start_others(supervisor: Supervisor, known: dict[str, str]) -> None:
    """Start the workers and the beat."""
    for process in (*processes.WORKERS, processes.BEAT):
        supervisor.keep(process.name, process.command("--loglevel", "warning"), known)


def serve(supervisor: Supervisor, var_dir: Path, number: int) -> str:
    """Run everything until there is a reason to stop; returns the reason. Raises CannotStart."""
    known = environment(number, start_broker(supervisor, var_dir))
    os.environ.update(known)
    with supervisor.interruptible():
        prepare.everything(var_dir)
    start_web(supervisor, number, known)
    say(prepare.welcome(f"http://{HOST}:{number}/", var_dir))
    start_others(supervisor, known)
    return supervisor.run()


def run(var_dir: Path, *, follow: bool) -> int:
    """The whole of ``make up``. Returns the exit code: 0 if it was asked to stop. Raises CannotStart."""
    number = port()
    with only_one(var_dir, f"http://{HOST}:{number}/"):
        free(number)
        supervisor = Supervisor(orphaned=watch_starter() if follow else lambda: False)
        try:
            say(serve(supervisor, var_dir, number))
        except Interrupted:
            say("Stopping before it was up.")
        finally:
            supervisor.stop(*(process.name for process in processes.PROCESSES))
            supervisor.stop("valkey")
            broker.forget(var_dir)
        return 0 if supervisor.is_stopping else 1


def main() -> int:
    """Run, and turn every reason not to start into one clear sentence."""
    var_dir = Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parent.parent / "var")
    var_dir.mkdir(parents=True, exist_ok=True)
    try:
        return run(var_dir, follow="--follow" in sys.argv[1:])
    except CannotStart as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main())
