"""``make up``: prepare everything, then run the whole site under one supervisor until it is stopped.

``python -m config.up [--follow]``; with ``--follow`` it also stops when its parent process is gone. It uses PORT and VAR_DIR.
With DATABASE_URL and REDIS_URL it does not use SQLite and the embedded Valkey.
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
START_SECONDS = 60.0


def port() -> int:
    """Return the port from the environment. Raises CannotStart."""
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise CannotStart(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


@contextmanager
def only_one(var_dir: Path, address: str) -> Iterator[None]:
    """Hold the lock in ``var_dir`` during the block. Raises CannotStart if another process holds it."""
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
    """Check that the port is free. Raises CannotStart."""
    with socket.socket() as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((HOST, number))
        except OSError as error:
            advice = f"Try another: PORT={number + 1} make up"
            raise CannotStart(f"Port {number} cannot be used ({error.strerror}). {advice}") from None


def page_answers(number: int) -> bool:
    """Request the first page. Return True if the server answers, with any status."""
    connection = HTTPConnection(HOST, number, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status > 0
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def environment(number: int, redis_url: str) -> dict[str, str]:
    """Return the environment of the child processes: the caller's, with the values chosen here."""
    own = {"PORT": str(number), "REDIS_URL": redis_url, "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
    # Celery prints a long warning for root, and users who try the site in a container are root.
    return {"PYTHONWARNINGS": "ignore:You're running the worker", **os.environ, **own}


def start_broker(supervisor: Supervisor, var_dir: Path) -> str:
    """Start the embedded Valkey unless REDIS_URL names another server. Returns its URL; raises CannotStart."""
    if configured := os.environ.get("REDIS_URL"):
        return configured
    url = broker.settle(var_dir)
    supervisor.start("valkey", broker.command(url), os.environ)
    if not broker.wait_for(url):
        supervisor.relay(seconds=0.1)
        raise CannotStart("The embedded Valkey did not start; its words are above.")
    return url


def start_web(supervisor: Supervisor, number: int, child_environment: dict[str, str]) -> None:
    """Start the web server and wait for the first page. Raises CannotStart."""
    supervisor.keep(
        "web", processes.WEB.command("--host", HOST, "--port", str(number), "--log-level", "warning"), child_environment
    )
    deadline = time.monotonic() + START_SECONDS
    while not page_answers(number):
        if reason := supervisor.ended():
            raise CannotStart(reason)
        if time.monotonic() > deadline:
            raise CannotStart(f"The first page did not come within {START_SECONDS:.0f} seconds.")
        supervisor.relay(seconds=0.05)


def start_others(supervisor: Supervisor, child_environment: dict[str, str]) -> None:
    """Start the workers and the beat."""
    for process in (*processes.WORKERS, processes.BEAT):
        supervisor.keep(process.name, process.command("--loglevel", "warning"), child_environment)


def serve(supervisor: Supervisor, var_dir: Path, number: int) -> str:
    """Run everything until there is a reason to stop; return the reason. Raises CannotStart."""
    child_environment = environment(number, start_broker(supervisor, var_dir))
    os.environ.update(child_environment)
    with supervisor.interruptible():
        prepare.everything(var_dir)
    start_web(supervisor, number, child_environment)
    say(prepare.welcome(f"http://{HOST}:{number}/", var_dir))
    start_others(supervisor, child_environment)
    return supervisor.run()


def run(var_dir: Path, *, follow: bool) -> int:
    """Run ``make up``. Returns the exit code: 0 if it was asked to stop. Raises CannotStart."""
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
    """Run the site. If it cannot start, print the reason as one sentence."""
    var_dir = Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parent.parent / "var")
    var_dir.mkdir(parents=True, exist_ok=True)
    try:
        return run(var_dir, follow="--follow" in sys.argv[1:])
    except CannotStart as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main())
