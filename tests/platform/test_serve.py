"""Web server and supervisor: the port, the number of processes, idle connections, and processes that die."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from config import serve
from config.supervision import processes

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("up"),
    pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(folder: Path, port: int) -> "subprocess.Popen[str]":
    """Start the server as every environment starts it, with two workers. It has no database, which /healthz/ does not need."""
    command = processes.WEB.command("--host", "127.0.0.1", "--port", str(port), "--workers", "2", "--log-level", "warning")
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)}
    output = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=known, stdout=output, stderr=subprocess.STDOUT, text=True)


def workers(server: "subprocess.Popen[str]") -> list[int]:
    """Return the process ids of the workers, in ascending order."""
    return sorted(int(pid) for pid in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split())


def answers(port: int) -> bool:
    with suppress(URLError, ConnectionError, TimeoutError), urlopen(f"http://127.0.0.1:{port}/healthz/", timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def server(tmp_path: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    process = start(tmp_path, port)
    wait_until(lambda: process.poll() is not None or (answers(port) and len(workers(process)) == 2))
    yield process
    process.terminate()
    process.wait(30)


def test_a_port_that_another_server_has_is_refused_though_it_would_share_it(tmp_path: Path, port: int) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        process = start(tmp_path, port)
        assert process.wait(PATIENCE) == 1
    assert process.stdout
    assert process.stdout.read().startswith(f"Port {port} of 127.0.0.1 cannot be used (Address already in use).")


@pytest.mark.parametrize(
    ("value", "arguments", "expected"),
    [("3", [], 3), ("3", ["--workers", "1"], 1), ("", [], min(2, os.process_cpu_count() or 1))],
)
def test_how_many_processes_serve_pages_can_be_said(monkeypatch: Any, value: str, arguments: list[str], expected: int) -> None:
    monkeypatch.setenv("WEB_PROCESSES", value)
    assert serve.options().parse_args(arguments).workers == expected


@pytest.mark.parametrize("value", ["0", "-1", "65", "two", "1.5", "²"])
def test_a_number_of_processes_that_is_none_is_said(monkeypatch: Any, capsys: Any, value: str) -> None:
    monkeypatch.setenv("WEB_PROCESSES", value)
    with pytest.raises(SystemExit):
        serve.options().parse_args([])
    assert f"'{value}' (or WEB_PROCESSES) is no number from 1 to 64" in capsys.readouterr().err


@pytest.mark.parametrize("said", [b"", b"GET /healthz/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"], ids=["nothing", "half a request"])
def test_a_connection_that_asks_nothing_is_closed(server: "subprocess.Popen[str]", port: int, said: bytes) -> None:
    """The server closes idle connections, since a few hundred of them would keep everybody else out."""
    with socket.create_connection(("127.0.0.1", port), timeout=serve.IDLE * 3) as line:
        line.sendall(said)
        assert line.recv(4096) in (b"", b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n")


def test_workers_that_die_again_and_again_come_back_and_the_server_stays(server: "subprocess.Popen[str]", port: int) -> None:
    time.sleep(serve.START)
    healthy, *_others = workers(server)
    for _time in range(3):
        first, second = workers(server)
        victim = second if first == healthy else first
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda pid=victim: len(found := workers(server)) == 2 and pid not in found)  # type: ignore[misc]
    assert healthy in workers(server)
    assert server.poll() is None
    assert answers(port)


def test_workers_go_with_a_server_that_is_killed_and_leave_its_port(server: "subprocess.Popen[str]", port: int) -> None:
    mine = workers(server)
    server.kill()
    server.wait(10)
    wait_until(lambda: all(map(is_gone, mine)))
    # The kernel closes the sockets of a killed process a moment later.
    wait_until(lambda: serve.trouble_with("127.0.0.1", port) == "")


def test_workers_that_were_still_starting_go_as_well(tmp_path: Path, port: int) -> None:
    server = start(tmp_path, port)
    wait_until(lambda: len(workers(server)) == 2)
    mine = workers(server)
    server.kill()
    server.wait(10)
    wait_until(lambda: all(map(is_gone, mine)))


def test_connections_that_are_kept_open_hold_up_nobody(server: "subprocess.Popen[str]", port: int) -> None:
    kept = [HTTPConnection("127.0.0.1", port, timeout=5) for _number in range(120)]
    try:
        for connection in kept:
            connection.request("GET", "/healthz/")
            assert connection.getresponse().read()
    finally:
        for connection in kept:
            connection.close()


def test_operators_are_told_how_many_connections_a_worker_may_hold() -> None:
    noting_that_it_is_there = 1
    told = f"{serve.THREADS + noting_that_it_is_there} × web workers"
    assert told in (ROOT / "docs/operations.md").read_text()


KEEPING = """
import sys, time
from config.supervision import supervisor
supervisor.START, supervisor.FIRST = {start}, 0.1
mine = supervisor.Supervisor(orphaned=lambda: {ends})
mine.keep("child", [sys.executable, "-u", "-c", "import os, time; print('born'); time.sleep(0.5); os._exit(3)"], {{}})
begun = time.monotonic()
print(mine.run())
mine.stop("child")
"""


def keeping(**words: object) -> str:
    code = KEEPING.format(**words)
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout


def test_the_supervisor_starts_a_child_again_that_ended() -> None:
    said = keeping(start=0.2, ends="time.monotonic() > begun + 4")
    assert said.count("born") >= 3
    assert "“child” ended by itself (exit code 3). It is started again in" in said
    assert said.endswith("Whoever started this is gone; stopping.\n")


def test_a_child_that_never_worked_ends_everything() -> None:
    said = keeping(start=10, ends="False")
    assert said.count("born") == 1
    assert said.endswith("“child” ended by itself (exit code 3), so everything stops. Its last words are above.\n")


SWALLOWING = """
import os, signal, sys, time
from config.supervision import supervisor
supervisor.INSIST = 0.2
mine = supervisor.Supervisor(orphaned=lambda: False)
try:
    with mine.interruptible():
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(30)
        except BaseException:
            print("swallowed")
        time.sleep(30)
except supervisor.Interrupted:
    print("interrupted", signal.getitimer(signal.ITIMER_REAL)[0])
time.sleep(0.5)
"""


def test_a_thread_that_swallows_an_interruption_is_interrupted_again() -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWING], cwd=ROOT, capture_output=True, text=True, timeout=20, check=True)
    assert done.stdout == "swallowed\ninterrupted 0.0\n", "an alarm that is still set ends Python while it ends"
