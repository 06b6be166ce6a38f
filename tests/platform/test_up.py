"""``make up`` as a real process: it serves, prints its address, reports obstacles, and leaves no process behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from config.celery import app
from config.supervision.processes import PROCESSES
from tests.chaos.browser import Browser

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0

# These tests run one at a time, because each starts seven processes.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("up"),
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """Running ``make up`` in its own session, as a terminal would start it."""

    def __init__(self, var_dir: Path, port: int, command: list[str], **more: str) -> None:
        known = {"PATH": os.environ["PATH"], "HOME": str(var_dir), "VAR_DIR": str(var_dir), "PORT": str(port), **more}
        self.port, self.output = port, var_dir / "output"
        self.family: dict[int, str] = {}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=known, stdout=output, stderr=output, start_new_session=True, preexec_fn=default_signals
            )

    def wait_until_up(self) -> None:
        """Wait for its last process, the beat, and remember all processes."""
        end = time.monotonic() + PATIENCE
        while not any(" beat " in line for line in self.family.values()):
            assert self.process.poll() is None, self.words()
            assert time.monotonic() < end, self.words()
            time.sleep(0.05)
            self.family = {pid: command_line(pid) for pid in descendants(self.process.pid)}

    def words(self) -> str:
        return self.output.read_text(errors="replace")

    def get(self) -> int:
        with urlopen(f"http://127.0.0.1:{self.port}/accounts/login/", timeout=10) as answer:
            return int(answer.status)

    def left(self) -> list[str]:
        """Return the command lines of all its processes that still run."""
        return [line for pid, line in self.family.items() if command_line(pid) == line]

    def gone(self) -> bool:
        """Wait at most 15 seconds for its processes to end, and return whether none is left."""
        end = time.monotonic() + 15
        while self.left() and time.monotonic() < end:
            time.sleep(0.1)
        return not self.left()


def default_signals() -> None:
    """Restore the default handling of signals, as for a command in a terminal. The test runner may ignore some signals."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def command_line(pid: int) -> str:
    """Return a process's command line, or an empty string if it is gone or a zombie."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def descendants(pid: int) -> set[int]:
    """Return the ids of the process and of all processes below it."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return family


def module() -> list[str]:
    return [sys.executable, "-m", "config.up"]


@contextmanager
def running(var_dir: Path, *, port: int | None = None, command: list[str] | None = None, **more: str) -> Iterator[Site]:
    """Run a site, and stop it if the test does not. ``more`` is added to its environment."""
    site = Site(var_dir, port or free_port(), command or module(), **more)
    try:
        yield site
    finally:
        if site.process.poll() is None:
            os.kill(site.process.pid, signal.SIGTERM)
            site.process.wait(30)


@pytest.fixture(scope="module")
def var_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one folder for all tests, so that only the first starts have to prepare everything."""
    return tmp_path_factory.mktemp("var with blanks")


def test_it_can_be_stopped_while_it_prepares(var_dir: Path) -> None:
    with running(var_dir) as site:
        end = time.monotonic() + PATIENCE
        assert not (var_dir / "seeded").exists(), "this is the first start; the next one goes on"
        while "demo games" not in site.words() and time.monotonic() < end:
            time.sleep(0.05)
        site.family = {pid: command_line(pid) for pid in descendants(site.process.pid)}
        assert any("valkey" in line for line in site.family.values())
        os.killpg(site.process.pid, signal.SIGINT)
        assert site.process.wait(5) == 0
        assert "Stopping before it was up." in site.words()
        assert site.gone(), site.left()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_serves_until_a_signal_and_leaves_nothing_behind(var_dir: Path, number: int) -> None:
    with running(var_dir) as site:
        site.wait_until_up()
        assert site.get() == 200
        assert f"http://127.0.0.1:{site.port}/" in site.words()
        folder = Path((var_dir / "broker").read_text().strip().removeprefix("unix://")).parent
        assert folder.stat().st_mode & 0o777 == 0o700
        if number == signal.SIGINT:
            refuses_a_second_one(var_dir, site)
        os.killpg(site.process.pid, number)
        assert site.process.wait(30) == 0
        assert site.gone(), site.left()
        assert not folder.exists()
        assert not (var_dir / "broker").exists()


def refuses_a_second_one(var_dir: Path, site: Site) -> None:
    known = {**os.environ, "VAR_DIR": str(var_dir), "PORT": "1"}
    second = subprocess.run(module(), cwd=ROOT, env=known, capture_output=True, text=True, timeout=30)
    assert second.returncode == 1
    assert f"running already: http://127.0.0.1:{site.port}/" in second.stdout
    assert site.get() == 200


def until(found: Callable[[], bool], site: Site) -> None:
    """Wait until ``found`` is true. Fail with the site's output if that takes too long."""
    end = time.monotonic() + 30
    while not found():
        assert time.monotonic() < end, site.words()
        time.sleep(0.05)


def known(folder: Path) -> dict[str, set[str]]:
    """Return the names of the tasks by process: program and process id."""
    return {file.name: set(file.read_text().splitlines()) for file in folder.glob("*.*[0-9]")}


def test_every_process_knows_every_task(var_dir: Path, tmp_path: Path) -> None:
    """Every process knows every queued task by name.

    If a process did not know a task, the task's work would wait for the sweep, and only a log line would report it.
    """
    with running(var_dir, TASKS_KNOWN=str(tmp_path), PYTHONPATH=str(ROOT / "tests/platform/startup")) as site:
        site.wait_until_up()
        until(lambda: {name.partition(".")[0] for name in known(tmp_path)} >= {process.name for process in PROCESSES}, site)
    named = {*app.conf.task_routes, *(entry["task"] for entry in app.conf.beat_schedule.values())}
    tasks = named.union(*known(tmp_path).values())
    assert {name: tasks - found for name, found in known(tmp_path).items() if tasks - found} == {}


def test_a_mail_with_a_code_waits_for_no_sweep(var_dir: Path) -> None:
    with running(var_dir) as site:
        site.wait_until_up()
        beat = next(pid for pid, line in site.family.items() if " beat " in line)
        os.kill(beat, signal.SIGSTOP)
        signs_up = {"email": "nora@example.com", "password1": "a long and quiet evening", "display_name": "Nora"}
        assert Browser(site.port, "").post("/accounts/signup/", signs_up).status == 302
        until(lambda: any("nora@example.com" in mail.read_text() for mail in (var_dir / "outbox").glob("*.eml")), site)
        os.kill(beat, signal.SIGCONT)
        assert "ERROR" not in site.words()
        assert "Traceback" not in site.words()


def test_a_taken_port_is_said_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        environment = {**os.environ, "VAR_DIR": str(tmp_path), "PORT": str(port)}
        done = subprocess.run(module(), cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    assert done.stdout.startswith(f"Port {port} cannot be used")
    assert f"PORT={port + 1} make up" in done.stdout
    assert not (tmp_path / "broker").exists()


def test_a_port_that_is_none_is_said(tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "PORT": "http"}
    done = subprocess.run(module(), cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (1, "PORT is 'http'; it must be a number from 1 to 65535.\n")


def test_a_child_that_dies_takes_everything_down_and_is_named(var_dir: Path) -> None:
    with running(var_dir) as site:
        site.wait_until_up()
        valkey = next(pid for pid, line in site.family.items() if "valkey-server" in line)
        os.kill(valkey, signal.SIGKILL)
        assert site.process.wait(30) == 1
        assert "“valkey” ended by itself (signal SIGKILL)" in site.words()
        assert site.gone(), site.left()


def test_a_supervisor_that_is_killed_takes_its_children_along(var_dir: Path) -> None:
    with running(var_dir) as site:
        site.wait_until_up()
        site.process.kill()
        site.process.wait(10)
        assert site.gone(), site.left()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_stopping_make_alone_stops_everything(var_dir: Path, tmp_path: Path, number: int) -> None:
    recipe = tmp_path / "Makefile"
    recipe.write_text(f'up:\n\t@exec "{sys.executable}" -m config.up --follow\n')
    with running(var_dir, command=["make", "-f", str(recipe), "up"]) as site:
        site.wait_until_up()
        os.kill(site.process.pid, number)
        assert site.gone(), site.left()


def test_a_database_that_cannot_be_used_is_said_before_anything_starts(tmp_path: Path) -> None:
    (tmp_path / "staffetta.sqlite3").write_bytes(b"This is a letter and no database." * 100)
    site = Site(tmp_path, free_port(), module())
    assert site.process.wait(PATIENCE) == 1
    assert "The database cannot be used. file is not a database" in site.words()
    assert "Traceback" not in site.words()
