"""``python -m config.serve --host 127.0.0.1 --port 8000 --workers 2``: the pages, served by granian.

Granian by itself shares its port without a word with whoever has it already, so that visitors come now to one server and now to
the other; and it ends altogether when one of its workers dies twice within some seconds. Here it does neither.
"""

import argparse
import os
import socket
import sys
import time
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

# A worker that dies sooner than this after the start was never able to serve: then granian may end as it likes.
START = 10.0
# Seconds before a worker that died again is started again: the first wait, which doubles, and the longest.
FIRST, LONGEST = 1.0, 30.0
# A worker that lived for so long begins with the first wait again.
LIVED = 60.0
# Of each worker. A thread of Python more would only make all others slower: with sixteen, a page that was unlucky waited eight
# times as long as the one in the middle.
THREADS = 8
# Also of each worker: connections at a time, idle ones of browsers and fronts among them. Whoever comes later waits.
CONNECTIONS = 256
# Seconds after which a connection that has asked nothing is closed: some hundreds of them keep everybody else out. The front
# keeps its own for less (Caddyfile), so that it asks nothing of one that is just being closed.
IDLE = 15
# Python runs one thread of a process at a time; more processes than cores share those without a gain.
PROCESSES, MOST_PROCESSES = 2, 64
AS_JSON = {"()": "config.logs.JsonFormatter"}


class Server(MPServer):
    """Granian, with patience for workers that die again and again: they come back, later and later, and the others serve on."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.begun = time.monotonic()
        self.born: dict[int, float] = {}
        self.waits: dict[int, float] = {}

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        now = time.monotonic()
        for worker in workers:
            again = now - self.born.get(worker, self.begun) < LIVED
            self.waits[worker] = min(LONGEST, 2 * self.waits.get(worker, 0) or FIRST) if again else 0
        # A signal to stop ends the wait.
        self.main_loop_interrupt.wait(max(self.waits[worker] for worker in workers))
        if not self.interrupt_signal:
            super()._respawn_workers(workers, spawn_target, target_loader, delay)
            self.born |= dict.fromkeys(workers, time.monotonic())
            if now - self.begun > START:
                # By these granian counts deaths, and ends at the second.
                self.respawned_wrks.clear()


def trouble_with(host: str, port: int) -> str:
    """Why nobody can listen there alone; empty if one can."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            attempt.bind(address)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def options() -> argparse.ArgumentParser:
    """What can be said on the command line; WEB_PROCESSES stands for ``--workers``."""
    parser = argparse.ArgumentParser(prog="python -m config.serve", description="Serve the site's pages.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    # A default that is text is read as though it had been given.
    default = os.environ.get("WEB_PROCESSES") or str(min(PROCESSES, os.process_cpu_count() or 1))
    parser.add_argument(
        "--workers", type=_count, default=default, help="processes; otherwise WEB_PROCESSES, or one a core, two at most"
    )
    parser.add_argument("--log-level", default="info", choices=[level.value for level in LogLevels])
    return parser


def _count(text: str) -> int:
    """A number of processes. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_PROCESSES):
        raise argparse.ArgumentTypeError(f"{text!r} (or WEB_PROCESSES) is no number from 1 to {MOST_PROCESSES}")
    return int(text)


def main(application: str = "config.web:application") -> int:
    """Serve until stopped; 1 if the port is taken."""
    chosen = options().parse_args()
    if trouble := trouble_with(chosen.host, chosen.port):
        sys.stderr.write(f"Port {chosen.port} of {chosen.host} cannot be used ({trouble}). Stop who has it or take another.\n")
        return 1
    is_json = os.environ.get("LOG_FORMAT") == "json"
    server = Server(
        application,
        address=chosen.host,
        port=chosen.port,
        workers=chosen.workers,
        interface=Interfaces.WSGI,
        websockets=False,
        # What has said nothing at all is closed only where granian need not find out which HTTP it will speak.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=IDLE * 1000),
        # It would hold addresses that are keys.
        log_access=False,
        log_dictconfig={"formatters": dict.fromkeys(("generic", "access"), AS_JSON)} if is_json else None,
        log_level=LogLevels(chosen.log_level),
        blocking_threads=THREADS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        # A worker that is still starting does not hear that it is to stop.
        workers_kill_timeout=7,
    )
    server.serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
