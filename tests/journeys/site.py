"""The site as ``make up`` starts it, with its own folder, port and mail server."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.chaos.site import HOST, free_port
from tests.journeys.post import SOON, Post
from tests.smtp_server import running as mail_server

ROOT = Path(__file__).resolve().parents[2]
# Seconds until the first page must appear, and until all processes must have ended.
START, END = 240.0, 30.0
IS_UP = "Staffetta is up"
TROUBLE = re.compile(r"\b(ERROR|CRITICAL)\b|Traceback \(most recent call last\)|ended by itself")
# Seconds between two sweeps, and maximum seconds until a sweep has done its work on a busy machine.
SWEEP, SWEPT = 60.0, 150.0
DUE = "SELECT 1 FROM tables_delivery WHERE status IN ('queued', 'sending') AND next_at <= ?"
# Late or failed emails, with the time when each was due. Most emails are held back for some seconds to collect news. An email
# held back for longer is sent by a sweep.
LATE = """
    SELECT email, kind, created_at, next_at, sent_at, status, error
    FROM tables_delivery delivery
    JOIN tables_notification told ON told.id = notification_id
    JOIN accounts_user reader ON reader.id = recipient_id
    WHERE channel = 'email' AND created_at >= ? AND (status = 'failed' OR status != 'dropped'
        AND (julianday(coalesce(sent_at, ?)) - julianday(next_at)) * 86400
        > CASE WHEN julianday(next_at) - julianday(created_at) < 30.0 / 86400 THEN ? ELSE ? END)
"""
# Columns with the times of a decision's clock, and hours after which every decision of a journey is overdue.
CLOCK, HOURS = ("asked_at", "counted_at", "over_at", "bank_at", "due_at", "remind_at"), 4
# The site's processes get only these variables from the environment of the tests.
KNOWN = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")


class Site:
    """Running site: its address, its emails, its database and the output of its processes."""

    def __init__(self, folder: Path, post: Post) -> None:
        self.folder, self.post, self.port = folder, post, free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.output = folder / "output.log"
        self.since = 0.0
        self.environment = {name: os.environ[name] for name in KNOWN if name in os.environ} | {
            "VAR_DIR": str(folder),
            "PORT": str(self.port),
            "EMAIL_URL": f"smtp://{HOST}:{post.server.port}",
            "PYTHONPATH": str(ROOT / "tests/journeys/startup"),
            "JOURNEYS_CODES": str(folder / "codes"),
        }

    def start(self) -> None:
        """Start all processes, and wait until the site is up and has sent the emails of its demo."""
        with self.output.open("wb") as output:
            command = [sys.executable, "-m", "config.up", "--follow"]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=output, stderr=subprocess.STDOUT)
        end = time.monotonic() + START
        while IS_UP not in self.said():
            assert self.process.poll() is None, f"the site did not start:\n{self.said()}"
            assert time.monotonic() < end, f"the site did not start within {START:.0f} s:\n{self.said()}"
            time.sleep(0.1)
        # The demo notifies its users by email. Once these emails are sent, the workers are running and idle.
        while not self.post.server.mails or self.rows(DUE, moment(time.time())):
            assert time.monotonic() < end, f"the emails of the demo did not leave within {START:.0f} s:\n{self.said()}"
            time.sleep(0.2)
        self.since = time.time()

    def stop(self) -> None:
        """End all processes."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(END)

    def said(self) -> str:
        """Return all output of all processes."""
        return self.output.read_text(errors="replace")

    def troubles(self) -> list[str]:
        """Return the lines that no process should ever print, each with the lines that follow it."""
        lines = self.said().splitlines()
        return ["\n".join(lines[at : at + 12]) for at, line in enumerate(lines) if TROUBLE.search(line)]

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a query on the site's database, and return its rows."""
        with closing(sqlite3.connect(self.folder / "staffetta.sqlite3", timeout=20)) as database, database:
            return database.execute(query, values).fetchall()

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a management command while the site is running."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)

    def waits_for(self, query: str, *values: Any) -> None:
        """Wait until the query finds a row."""
        end = time.monotonic() + SWEPT
        while not self.rows(query, *values):
            assert time.monotonic() < end, f"within {SWEPT:.0f} s there was no row of {query}"
            time.sleep(0.2)

    def time_runs_out(self, code: str) -> None:
        """Move a table's open decisions ``HOURS`` hours back, so that the next sweep finds their deadlines missed."""
        moved = ", ".join(f"{column} = strftime('%Y-%m-%d %H:%M:%f', {column}, '-{HOURS} hours')" for column in CLOCK)
        self.rows(
            f"UPDATE tables_decision SET {moved}"
            " WHERE closed_at IS NULL AND due_at IS NOT NULL AND table_id = (SELECT id FROM tables_table WHERE code = ?)",
            code,
        )

    def late_mails(self) -> list[tuple[Any, ...]]:
        """Return the emails about tables since the site started that failed, or were not sent in time."""
        return self.rows(LATE, moment(self.since), moment(time.time()), SOON, SWEEP + SOON)


def moment(seconds: float) -> str:
    """Return a time as the database writes it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """Run a site during the block."""
    with mail_server() as server:
        site = Site(folder, Post(server))
        try:
            site.start()
            yield site
        finally:
            site.stop()
