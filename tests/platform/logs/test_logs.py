"""Secret addresses, which work like a key: log lines and error reports hide them. Log lines in JSON are complete and valid."""

import json
import logging
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.views.debug import get_exception_reporter_class

from config import logs
from config.logs.request_ids import REQUEST, TASK
from config.supervision import processes

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "WzEsInBsYW4vMSIsMV0:kZ8u_Yx-3"
PATHS = [f"/d/{TOKEN}/", f"/d/{TOKEN}/board.png", f"/d/{TOKEN}/?choice=0f3a", f"/i/{TOKEN}/", f"/p/{TOKEN}/17/"]
PATHS += [
    f"/d/{TOKEN}/nothing/of/the/kind/",
    f"/my/data/{TOKEN}/",
    f"/my/feed/{TOKEN}/",
    f"/mail/unsubscribe/{TOKEN}/",
    f"/accounts/login/?next=%2Fd%2F{TOKEN}%2F",
]
PATIENCE = 30.0


def record(path: str) -> logging.LogRecord:
    """Return a log record about a failed request, with its traceback."""
    try:
        raise ValueError(f"no such page: {path}")
    except ValueError:
        return logging.LogRecord("django.request", logging.ERROR, __file__, 1, "Error: %s", (path,), sys.exc_info())


@pytest.mark.parametrize("path", PATHS)
def test_no_handler_of_the_site_writes_it(path: str) -> None:
    found = [handler for name in ("", "django.server") for handler in logging.getLogger(name).handlers]
    ours = [handler for handler in found if (type(handler.formatter).__module__) == "config.logs"]
    assert len(ours) == sum("formatter" in handler for handler in settings.LOGGING["handlers"].values())
    for handler in ours:
        line = record(path)
        line.server_time = "now"
        assert TOKEN not in handler.format(line)
        assert "choice" not in handler.format(line)
        assert "no such page" in handler.format(line)


def test_every_formatter_hides_it() -> None:
    made = {each["()"] for each in settings.LOGGING["formatters"].values()}
    assert made == {"config.logs.Formatter", "config.logs.ServerFormatter"}
    named = {handler["formatter"] for handler in settings.LOGGING["handlers"].values() if "formatter" in handler}
    assert named <= settings.LOGGING["formatters"].keys()


@pytest.mark.parametrize("path", PATHS)
def test_no_report_of_an_error_holds_it(path: str) -> None:
    request = RequestFactory().get(path)
    reporter = get_exception_reporter_class(request)(request, *record(path).exc_info or ())
    assert TOKEN not in reporter.get_traceback_text()
    assert TOKEN not in reporter.get_traceback_html()
    assert "ValueError" in reporter.get_traceback_text()


@pytest.mark.parametrize("before", ["https://discord.com/api/webhooks/", "https://hooks.slack.com/services/"])
def test_addresses_of_webhooks_elsewhere_are_hidden_too(before: str) -> None:
    assert logs.redact(f"could not reach {before}1234/{TOKEN} at all") == f"could not reach {before}- at all"


def test_the_rest_of_a_line_stays() -> None:
    line = f'Not Found: /t/abcdefgh/ from "http://x/i/{TOKEN}/" at 12:00'
    assert logs.redact(line) == 'Not Found: /t/abcdefgh/ from "http://x/i/-" at 12:00'
    assert logs.redact("/tables/new/ /my/time/ and/or an i/o error") == "/tables/new/ /my/time/ and/or an i/o error"


def test_the_front_hides_the_same() -> None:
    pattern = re.search(r"request>uri regexp `(.+?)` `\$1-`", (ROOT / "Caddyfile").read_text())
    assert pattern
    assert pattern[1] == logs.SECRET.pattern.replace('\\"', '"')


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def visit(address: str, *, until: float) -> None:
    """Request a page as soon as the server listens, and ignore the response."""
    while time.monotonic() < until:
        try:
            urlopen(address, timeout=10)
        except HTTPError:
            return
        except (URLError, ConnectionError):
            time.sleep(0.1)
            continue
        return
    raise AssertionError(f"{address} was never answered")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "manage.py", "runserver", "--noreload", "127.0.0.1:{port}"],
        processes.WEB.command("--port", "{port}", "--host", "127.0.0.1"),
    ],
    ids=["development server", "granian"],
)
def test_no_server_writes_it_whatever_it_answers(command: list[str], tmp_path: Path) -> None:
    assert "nowhere/" in written_by(command, tmp_path)


def written_by(command: list[str], tmp_path: Path, **more: str) -> str:
    """Run a server, request secret addresses from it, and return its output. Fail if the output contains their token.

    The server has no database and no static files, so most pages fail and say so in the log.
    """
    port, output = str(free_port()), tmp_path / "output"
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "LOG_LEVEL": "INFO", "GRANIAN_LOG_ACCESS_ENABLED": "true"}
    known |= {"REDIS_URL": f"unix://{tmp_path}/none.sock", "DJANGO_SETTINGS_MODULE": "config.settings"}
    known |= more
    line = [part.format(port=port) for part in command]
    with output.open("wb") as written, subprocess.Popen(line, cwd=ROOT, env=known, stdout=written, stderr=written) as server:
        try:
            for path in (*PATHS, "/nowhere/"):
                visit(f"http://127.0.0.1:{port}{path}", until=time.monotonic() + PATIENCE)
        finally:
            server.terminate()
    words = output.read_text(errors="replace")
    assert TOKEN not in words
    assert TOKEN.split(":")[0] not in words
    return words


@pytest.mark.slow
def test_as_json_every_line_of_the_web_server_is_one_object(tmp_path: Path) -> None:
    """Lines of the server, of its workers and of Python's warnings are JSON; a line about a request has its id."""
    command = processes.WEB.command("--port", "{port}", "--host", "127.0.0.1")
    words = written_by(command, tmp_path, LOG_FORMAT="json")
    lines = [json.loads(line) for line in words.splitlines()]
    assert {line["program"] for line in lines} == {"web"}
    assert {"_granian", "config.wsgi", "py.warnings"} <= {line["logger"] for line in lines}
    assert all(re.fullmatch("[0-9a-f]{16}", line["request"]) for line in lines if line["logger"] == "config.wsgi")


def test_a_line_of_json_holds_whatever_it_is_about() -> None:
    """A line stays valid JSON with quotation marks after a hidden address, odd characters, a long text or a broken message."""
    shown = logs.JsonFormatter()
    odd = logging.LogRecord("tables", logging.ERROR, __file__, 1, 'at "/d/%s" or\n"/d/%s\\"', (TOKEN, TOKEN), None)
    assert json.loads(shown.format(odd))["message"] == 'at "/d/-" or\n"/d/-"'
    odd = logging.LogRecord("tables", logging.ERROR, __file__, 1, "%d of %s", ("ò\ud800", object()), None)
    assert json.loads(shown.format(odd))["message"] == "%d of %s"
    odd = logging.LogRecord("tables", logging.ERROR, __file__, 1, "\ud800" * 100_000, (), None)
    assert len(json.loads(shown.format(odd))["message"]) == shown.MOST


def test_where_a_line_of_json_is_cut_no_piece_of_an_address_is_left() -> None:
    """A cut message or traceback contains no piece of an address at either end of the cut."""
    shown = logs.JsonFormatter()
    long = logging.LogRecord("tables", logging.ERROR, __file__, 1, f"{'x' * (shown.MOST - 11)} /d/{TOKEN}/", (), None)
    assert TOKEN[:7] not in shown.format(long)
    for more in range(30):
        try:
            raise ValueError(f"/d/{TOKEN}/{' y' * ((shown.MOST_TRACED - more) // 2)}")
        except ValueError:
            traced = logging.LogRecord("tables", logging.ERROR, __file__, 1, "late", (), sys.exc_info())
        assert TOKEN[-7:] not in shown.format(traced)


def test_the_request_and_the_task_stand_in_a_line() -> None:
    shown = logs.Formatter("{levelname} {name}{trail}: {message}", style="{")
    line = logging.LogRecord("tables", logging.ERROR, __file__, 1, "late", (), None)
    assert shown.format(line) == "ERROR tables: late"
    tokens = REQUEST.set("0123456789abcdef"), TASK.set(("tables.tasks.sweep", "7"))
    try:
        assert shown.format(line) == "ERROR tables [request 0123456789abcdef, task tables.tasks.sweep, task_id 7]: late"
    finally:
        REQUEST.reset(tokens[0])
        TASK.reset(tokens[1])
