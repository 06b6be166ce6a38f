"""SQLite with the site's settings: many readers beside one writer, which waits for the lock at the start of its transaction."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection, transaction

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own settings"),
]


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


def somebody_else() -> sqlite3.Connection:
    """Return another connection to the same file that never waits."""
    return sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)


def test_readers_and_the_writer_do_not_wait_for_each_other() -> None:
    assert pragma("journal_mode") == "wal"
    with transaction.atomic():
        assert somebody_else().execute("SELECT count(*) FROM tables_table").fetchone() == (0,)


LOOK = """
import django, sys, threading
django.setup()
from django.db import connection, transaction
from config.celery import _limit_statements

def look():
    with connection.cursor() as cursor:
        sys.stdout.write(str(cursor.execute("PRAGMA synchronous").fetchone()[0]))

def in_a_thread():
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()

look()                      # a command
_limit_statements()
in_a_thread()               # a worker
import config.wsgi
in_a_thread()               # a page
connection.close()
with transaction.atomic():  # a connection that was opened again
    look()
"""


def test_an_acknowledged_move_is_on_the_disk_from_any_process(tmp_path: Path) -> None:
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", LOOK], env=known, capture_output=True, text=True, timeout=60)
    full = "2"
    assert (done.stdout, done.returncode) == (full * 4, 0), done.stderr


def test_a_writer_waits_twenty_seconds_for_its_turn() -> None:
    assert pragma("busy_timeout") == 20_000


def test_a_transaction_is_a_writers_from_its_start_and_not_in_the_middle() -> None:
    with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
        somebody_else().execute("BEGIN IMMEDIATE")


def test_reading_a_page_takes_no_lock_of_writers(client):
    """A request is not a transaction: another request can write between any two of its queries."""
    with connection.execute_wrapper(_write_meanwhile):
        assert client.get("/tables/").status_code == 200


def _write_meanwhile(execute, *query):
    other = somebody_else()
    other.execute("BEGIN IMMEDIATE")
    other.execute("ROLLBACK")
    return execute(*query)
