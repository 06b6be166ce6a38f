"""Site for chaos tests: its processes, and the servers that they use."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from config.supervision.processes import BEAT, WEB, WORKERS, Process
from tests.chaos.children import ROOT, Child, Keeper
from tests.chaos.clock import Clock
from tests.chaos.hookbox import Hookbox
from tests.chaos.postbox import Postbox
from tests.chaos.proxy import Proxies
from tests.chaos.servers import NAME, SOCKET, Postgres, Valkey, postgres_programs
from tests.chaos.undertaker import Undertaker

HOST = "127.0.0.1"
START = 60.0
WEB_WORKERS = 2


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Site:
    """Processes and servers of one run. ``postgres`` is None if SQLite is used."""

    def __init__(self, folder: Path, undertaker: Undertaker) -> None:
        self.folder, self.logs, self.undertaker = folder, folder / "logs", undertaker
        self.logs.mkdir()
        self.port = free_port()
        self.clock = Clock(folder / "clock")
        self.postbox, self.hookbox = Postbox(), Hookbox()
        programs = None if os.environ.get("CHAOS_DATABASE") == "sqlite" else postgres_programs()
        self.postgres = Postgres(folder, programs, logs=self.logs, undertaker=undertaker) if programs else None
        self.valkey = Valkey(folder, logs=self.logs, undertaker=undertaker)
        self.proxies = self._proxies()
        known = self.environment()
        self.web = self._child(WEB.name, self._web(), known)
        self.workers = {
            worker.name: self._child(worker.name, worker.command("--loglevel", "warning"), known) for worker in WORKERS
        }
        self.beat = self._child(BEAT.name, self._beat(), known)
        self.keeper = Keeper([self.web, *self.workers.values(), self.beat])
        self.sweepers = Sweepers(self.environment(), self.logs / "sweepers.log", undertaker)

    def environment(self, *, direct: bool = False) -> dict[str, str]:
        """Return the environment of the processes.

        With ``direct``, processes bypass the proxies and have the true clock, as the audit needs.
        """
        known = {name: value for name, value in os.environ.items() if name not in _OURS}
        known |= {
            "DJANGO_SETTINGS_MODULE": "tests.chaos.settings",
            "VAR_DIR": str(self.folder),
            "PORT": str(self.port),
            "EMAIL_URL": f"smtp://{HOST}:{self.mail_port}",
            "REDIS_URL": f"unix://{self.valkey.direct if direct else self.valkey.front}",
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "ignore:You're running the worker",
        }
        if self.postgres:
            known |= {
                "DATABASE_URL": f"postgres:///{NAME}?user={NAME}",
                "PGHOST": str(self.postgres.direct if direct else self.postgres.front),
            }
        return (
            known if direct else known | {"CHAOS_CLOCK": str(self.clock.note), "PYTHONPATH": str(ROOT / "tests/chaos/startup")}
        )

    @property
    def sqlite(self) -> Path:
        """Database file used without PostgreSQL."""
        return self.folder / "staffetta.sqlite3"

    def prepare(self) -> None:
        """Start the broker and create the database with all tables."""
        self.valkey.make()
        if self.postgres:
            self.postgres.make()
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=self.environment(direct=True), check=True)

    def start(self) -> None:
        """Start all processes of the site, and keep them running."""
        self.web.start()
        for child in (*self.workers.values(), self.beat):
            child.start()
        self.sweepers.start()
        self.keeper.start()

    def wait(self, seconds: float = START) -> bool:
        """Wait until the site shows pages, for at most ``seconds``. Return whether it does."""
        end = time.monotonic() + seconds
        while not self._shows_pages():
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def calm(self) -> None:
        """End all faults."""
        for name in self.lines:
            self.proxies.set(name, "pass")
        self.postbox.mood = self.hookbox.mood = "well"
        if self.postgres:
            self.postgres.thaw()
        self.valkey.child.send(signal.SIGCONT)
        for child in self.keeper.children:
            child.send_all(signal.SIGCONT)

    def _shows_pages(self) -> bool:
        link = HTTPConnection(HOST, self.port, timeout=5)
        try:
            link.request("GET", "/healthz/")
            return link.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            link.close()

    def _proxies(self) -> Proxies:
        self.mail_port = free_port()
        self.hookbox.open()
        lines = {
            "broker": (str(self.valkey.front), str(self.valkey.direct)),
            "mail": (str(self.mail_port), str(self.postbox.open())),
        }
        if self.postgres:
            lines["database"] = (str(self.postgres.front / SOCKET), str(self.postgres.direct / SOCKET))
        self.lines = tuple(lines)
        return Proxies(lines, log=self.logs / "proxies.log", undertaker=self.undertaker)

    def _child(self, name: str, command: list[str], known: dict[str, str]) -> Child:
        return Child(name, command, known, logs=self.logs, undertaker=self.undertaker)

    def _web(self) -> list[str]:
        return WEB.command("--host", HOST, "--port", str(self.port), "--workers", str(WEB_WORKERS), "--log-level", "warning")

    def _beat(self) -> list[str]:
        in_a_hurry = tuple("tests.chaos.beat" if word == "config" else word for word in BEAT.module)
        return Process(BEAT.name, in_a_hurry).command("--loglevel", "warning")


class Sweepers:
    """Controller of the process that runs several sweeps at the same moment."""

    def __init__(self, environment: dict[str, str], log: Path, undertaker: Undertaker) -> None:
        self.environment, self.log, self.undertaker = environment, log, undertaker
        self.lock = threading.Lock()

    def start(self) -> None:
        """Start the process, and wait until it is ready."""
        command = [sys.executable, "-m", "tests.chaos.sweepers"]
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        self.undertaker.tell(f"pid {self.process.pid} 9")
        self.is_up = False

    def sweep(self, number: int, *, kill: bool = False) -> int:
        """Run ``number`` sweeps at the same moment, and return the number of failed ones. ``kill`` kills one of them early."""
        assert self.process.stdin is not None
        with self.lock:
            if not self.is_up:
                self.is_up = bool(self._line())
            self.process.stdin.write(f"{number}{' kill' if kill else ''}\n")
            self.process.stdin.flush()
            return int(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the sweepers have ended; their log says why")
        return line


_OURS = (
    "SITE_URL",
    "SECRET_KEY",
    "DATA_KEYS",
    "DATABASE_URL",
    "MAIL_EVENTS_SECRET",
    "OPERATORS_EMAIL",
    "ADMIN_PATH",
    "DEBUG",
    "STAFFETTA_ENV",
    "FROM_EMAIL",
)
