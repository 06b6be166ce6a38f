"""``python -m config.serve --host 127.0.0.1 --port 8000 --workers 2``: serve the pages with granian.

Granian by itself shares a port silently with any server that already uses it, so visitors reach one or the other. It also stops
altogether if a worker dies twice within some seconds. This module prevents both.
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

# Seconds after the start. A worker that dies earlier counts as broken, and granian may stop.
START = 10.0
# Seconds before a worker that died again is restarted: the first wait (then doubled), and the longest.
FIRST, LONGEST = 1.0, 30.0
# Seconds after which a worker counts as stable, so that its waits start over.
LIVED = 60.0
# Threads of each worker. Each further Python thread slows down the others: with sixteen, an unlucky page waited eight times as
# long as the median.
THREADS = 8
# Simultaneous connections of each worker, including idle ones of browsers and proxies. Further connections wait.
CONNECTIONS = 256
# Seconds after which an idle connection is closed, since some hundreds of them keep everyone else out. The front proxy closes
# its own connections sooner (Caddyfile), so it does not use one that is just being closed.
IDLE = 15
# Default and maximum number of processes. Python runs one thread of a process at a time, and more processes than cores bring no
# gain.
PROCESSES, MOST_PROCESSES = 2, 64
AS_JSON = {"()": "config.logs.JsonFormatter"}


class Server(MPServer):
    """Granian server that restarts workers that keep dying, after longer and longer waits. The other workers go on."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.begun = time.monotonic()
        self.born: dict[int, float] = {}
        self.waits: dict[int, float] = {}

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        now = time.monotonic()
        for worker in workers:
            died_early = now - self.born.get(worker, self.begun) < LIVED
            self.waits[worker] = min(LONGEST, 2 * self.waits.get(worker, 0) or FIRST) if died_early else 0
        # A stop signal ends the wait.
        self.main_loop_interrupt.wait(max(self.waits[worker] for worker in workers))
        if not self.interrupt_signal:
            super()._respawn_workers(workers, spawn_target, target_loader, delay)
            self.born |= dict.fromkeys(workers, time.monotonic())
            if now - self.begun > START:
                # Granian counts deaths in this list and stops at the second one.
                self.respawned_wrks.clear()


def trouble_with(host: str, port: int) -> str:
    """Try to bind the port. Return the reason if this process cannot have it to itself, otherwise an empty string."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            attempt.bind(address)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line; WEB_PROCESSES is the default of ``--workers``."""
    parser = argparse.ArgumentParser(prog="python -m config.serve", description="Serve the site's pages.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    # argparse parses a default that is text as if it had been given on the command line.
    default = os.environ.get("WEB_PROCESSES") or str(min(PROCESSES, os.process_cpu_count() or 1))
    parser.add_argument(
        "--workers", type=_count, default=default, help="processes; otherwise WEB_PROCESSES, or one a core, two at most"
    )
    parser.add_argument("--log-level", default="info", choices=[level.value for level in LogLevels])
    return parser


def _count(text: str) -> int:
    """Return the number of processes. Raises ArgumentTypeError if it is invalid."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_PROCESSES):
        raise argparse.ArgumentTypeError(f"{text!r} (or WEB_PROCESSES) is no number from 1 to {MOST_PROCESSES}")
    return int(text)


def main(application: str = "config.web:application") -> int:
    """Serve until stopped, then return 0. Return 1 straight away if the port is taken."""
    arguments = options().parse_args()
    if trouble := trouble_with(arguments.host, arguments.port):
        sys.stderr.write(
            f"Port {arguments.port} of {arguments.host} cannot be used ({trouble}). Stop who has it or take another.\n"
        )
        return 1
    is_json = os.environ.get("LOG_FORMAT") == "json"
    server = Server(
        application,
        address=arguments.host,
        port=arguments.port,
        workers=arguments.workers,
        interface=Interfaces.WSGI,
        websockets=False,
        # Granian closes silent connections only if the HTTP version is fixed.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=IDLE * 1000),
        # An access log would contain URLs that work like a key.
        log_access=False,
        log_dictconfig={"formatters": dict.fromkeys(("generic", "access"), AS_JSON)} if is_json else None,
        log_level=LogLevels(arguments.log_level),
        blocking_threads=THREADS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        # A worker that is still starting does not receive the request to stop.
        workers_kill_timeout=7,
    )
    server.serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
