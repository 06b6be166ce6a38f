"""Crash reports: they name the code that failed, and contain none of its planted data.

The tests also cover the log lines of crashes, and a report server that fails or hangs.
"""

import gzip
import json
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PLANTED = "Zibaldone7c1e"

pytestmark = pytest.mark.slow


class Catcher(ThreadingHTTPServer):
    """Server that collects the envelopes sent to it. It answers with ``status``, or never if ``hangs`` is set."""

    def __init__(self, *, status: int = 200, hangs: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), Envelopes)
        self.bodies: list[bytes] = []
        self.heads: list[str] = []
        self.status, self.hangs, self.over = status, hangs, threading.Event()

    @property
    def dsn(self) -> str:
        return f"http://key@127.0.0.1:{self.server_port}/1"

    @property
    def events(self) -> list[dict[str, Any]]:
        """Events of all envelopes. An envelope has a header, then a header and a payload for each item."""
        found = []
        for body in self.bodies:
            lines = [json.loads(line) for line in body.splitlines() if line]
            found += [lines[at + 1] for at in range(1, len(lines) - 1, 2) if lines[at].get("type") == "event"]
        return found


class Envelopes(BaseHTTPRequestHandler):
    """Handler of one request to the catcher."""

    server: Catcher

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "deflate": zlib.decompress}.get(self.headers.get("Content-Encoding", ""), bytes)
        self.server.bodies.append(unpack(body))
        self.server.heads.append(f"{self.path} {self.headers}")
        if self.server.hangs:
            self.server.over.wait(60)
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words: Any) -> None:
        """Log nothing."""


@pytest.fixture
def catch() -> Iterator[Any]:
    """Yield a function that starts a catcher and returns it. All catchers stop after the test."""
    made: list[Catcher] = []

    def begin(**how: Any) -> Catcher:
        catcher = Catcher(**how)
        threading.Thread(target=catcher.serve_forever, daemon=True).start()
        made.append(catcher)
        return catcher

    yield begin
    for catcher in made:
        catcher.over.set()
        catcher.shutdown()
        catcher.server_close()


def crash_everywhere(dsn: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the site through every crash. It prints its responses and ends with the crash of a command."""
    known = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(home),
        "PYTHONPATH": str(ROOT),
        "PLANTED": PLANTED,
        "LOG_FORMAT": "json",
    }
    known |= {"REDIS_URL": f"unix://{home}/none.sock", "SENTRY_DSN": dsn, "SENTRY_RELEASE": "1814"}
    command = [sys.executable, "-c", "from tests.platform.logs import crashing; crashing.main()"]
    return subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, timeout=120)


def test_reports_say_what_failed_and_nothing_of_whom_or_what(catch: Any, tmp_path: Path) -> None:
    catcher = catch()
    done = crash_everywhere(catcher.dsn, tmp_path)
    assert done.returncode == 1, done.stderr
    everything = b"\n".join(catcher.bodies).decode() + "".join(catcher.heads)
    for hidden in (PLANTED, "203.0.113.77"):
        assert hidden not in everything
    types = {each["type"] for event in catcher.events for each in event.get("exception", {}).get("values", [])}
    assert {"ValueError", "RuntimeError", "KeyError", "ExceptionGroup", "TypeError", "LookupError", "DecodeError"} <= types
    assert {"OperationalError", "ArithmeticError"} <= types
    assert {event["release"] for event in catcher.events} == {"1814"}
    [crashed] = [event for event in catcher.events if event.get("tags", {}).get("task") == "tables.tasks.crashing"]
    assert crashed["transaction"] == "tables.tasks.crashing"
    frames = crashed["exception"]["values"][-1]["stacktrace"]["frames"]
    assert (frames[-1]["function"], frames[-1]["filename"]) == ("fail", "tests/platform/logs/crashing.py")
    assert "raise ValueError" in frames[-1]["context_line"]
    assert crashed["tags"]["request"] == json.loads(done.stdout)["sends"][1]
    assert {event["logentry"]["message"] for event in catcher.events if "logentry" in event} >= {
        "Letter to %s could not be sent",
        "Nobody answers at %s",
    }
    assert not any("value" in each for event in catcher.events for each in event.get("exception", {}).get("values", []))


def test_every_line_of_the_log_is_one_object_and_names_its_request(tmp_path: Path) -> None:
    done = crash_everywhere("", tmp_path)
    answers = json.loads(done.stdout)
    log, _last = done.stderr.split("Traceback (most recent call last):\n", 1)
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["program"] for line in lines} == {"-c"}
    [told] = [
        line for line in lines if line["message"].startswith("Nobody answers") and line["request"] == answers["caught GET"][1]
    ]
    assert (told["level"], told["logger"], told["error"]) == ("ERROR", "tables.services.crashing", "ValueError")
    assert told["traceback"].startswith("Traceback (most recent call last):\n")
    assert told["time"].endswith("+00:00")
    [failed] = [line for line in lines if line.get("task")]
    assert (failed["task"], failed["request"]) == ("tables.tasks.crashing", answers["sends"][1])
    assert failed["task_id"] in failed["message"]
    # The site's own log lines about a failed request do not name its user or its address.
    assert not [line for line in lines if line["logger"] == "django.request" and f"d/{PLANTED}" in line["message"]]


@pytest.mark.parametrize("how", [{"status": 500}, {"hangs": True}], ids=["falls", "hangs"])
def test_a_catcher_in_trouble_holds_nobody_up(catch: Any, tmp_path: Path, how: dict[str, Any]) -> None:
    """With a failing or hanging report server, the site still answers every request and stops within seconds."""
    done = crash_everywhere(catch(**how).dsn, tmp_path)
    assert done.returncode == 1
    answers = json.loads(done.stdout)
    assert (answers["caught POST"][0], answers["value GET"][0], answers["sends"][0]) == (200, 500, 200)
    assert "LookupError" in done.stderr


def test_without_an_address_nothing_is_even_loaded(tmp_path: Path) -> None:
    code = "import django; django.setup(); import sys; sys.exit('sentry_sdk' in sys.modules)"
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=known, timeout=60).returncode == 0


def test_an_address_that_is_none_is_refused_at_the_start(tmp_path: Path) -> None:
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "SENTRY_DSN": "sentry.example"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=known, capture_output=True, text=True, timeout=60
    )
    assert done.returncode != 0
    assert "SENTRY_DSN is no address of a project" in done.stderr
