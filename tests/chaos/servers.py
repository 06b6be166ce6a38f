"""Database and broker of one run. They use private sockets, serve nothing else and are deleted at the end."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

from config.supervision import broker
from tests.chaos.children import Child, children_of, send
from tests.chaos.undertaker import Undertaker

NAME = "staffetta"
SOCKET = ".s.PGSQL.5432"
# System users to try, since PostgreSQL refuses to run as root.
WHO_MAY_RUN_IT = ("postgres", "nobody")
START = 30.0
# The machine itself never crashes, so written data is safe without reaching the disk.
QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=on")
FEW = ("-c", "max_connections=60", "-c", "shared_buffers=64MB", "-c", "listen_addresses=", "-c", "autovacuum=on")


def postgres_programs() -> Path | None:
    """Return the program folder of the newest PostgreSQL on this machine, or None."""
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    if found:
        return max(found, key=lambda path: int(path.parent.name) if path.parent.name.isdecimal() else 0)
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


class Postgres:
    """PostgreSQL cluster of the run. ``direct`` is the folder of its socket, ``front`` that of the proxy's."""

    def __init__(self, folder: Path, programs: Path, *, logs: Path, undertaker: Undertaker) -> None:
        self.folder, self.programs = folder / "postgres", programs
        self.direct, self.front = folder / "direct", folder / "front"
        self.user = _user() if os.geteuid() == 0 else None
        for made in (self.folder, self.direct, self.front):
            made.mkdir(mode=0o755)
            if self.user:
                shutil.chown(made, self.user, self.user)
        command = [str(programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.direct), *QUICK, *FEW]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
        # SIGQUIT ends it immediately with its backends and releases their shared memory.
        self.child = Child(
            "postgres", command, environment, logs=logs, undertaker=undertaker, user=self.user, ends_with=signal.SIGQUIT
        )

    def make(self) -> None:
        """Make and start the cluster, and create the database."""
        make = [
            str(self.programs / "initdb"),
            "-D",
            str(self.folder / "data"),
            "-U",
            NAME,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        self._run(make)
        self.child.start()
        self.wait()
        self._run([str(self.programs / "createdb"), "-h", str(self.direct), "-U", NAME, NAME])

    def wait(self) -> None:
        """Wait until the cluster accepts connections. Raises RuntimeError on a timeout."""
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.direct), "-U", NAME]
        end = time.monotonic() + START
        while subprocess.run(ready, check=False).returncode != 0:
            if time.monotonic() > end:
                raise RuntimeError("PostgreSQL does not take connections; its log says why")
            time.sleep(0.05)

    def crash(self) -> None:
        """End the cluster immediately and restart it. Committed data is kept, open transactions are lost."""
        self.thaw()
        self.child.send(signal.SIGQUIT)
        if not self.child.wait():
            raise RuntimeError("PostgreSQL did not end")
        self.child.start()
        self.wait()

    def backends(self) -> list[int]:
        """Return the processes that serve the site's connections."""
        return [pid for pid in children_of(self.child.pid) if b" [local] " in _title(pid)]

    def freeze(self) -> None:
        """Stop all its processes with SIGSTOP."""
        for pid in self._processes():
            send(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let all its processes continue."""
        for pid in self._processes():
            send(pid, signal.SIGCONT)

    def _processes(self) -> list[int]:
        return [self.child.pid, *children_of(self.child.pid)]

    def _run(self, command: list[str]) -> None:
        whose = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **whose)  # type: ignore[call-overload]
        if done.returncode:
            raise RuntimeError(f"{Path(command[0]).name}: {done.stderr.strip()}")


class Valkey:
    """The embedded broker behind a proxy."""

    def __init__(self, folder: Path, *, logs: Path, undertaker: Undertaker) -> None:
        self.direct, self.front = folder / "valkey.sock", folder / "broker.sock"
        self.url = f"unix://{self.direct}"
        self.child = Child("valkey", broker.command(self.url), os.environ, logs=logs, undertaker=undertaker)

    def make(self) -> None:
        """Start the broker, empty."""
        self.child.start()
        if not broker.wait_for(self.url):
            raise RuntimeError("the embedded Valkey did not start")

    def crash(self) -> None:
        """Kill and restart the broker, which loses its contents."""
        self.child.send(signal.SIGKILL)
        self.child.wait()
        self.direct.unlink(missing_ok=True)
        self.make()


def _user() -> str:
    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in WHO_MAY_RUN_IT if name in known)


def _title(pid: int) -> bytes:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""
