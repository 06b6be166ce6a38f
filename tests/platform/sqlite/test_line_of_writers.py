"""Queue of SQLite's writers: a waiting writer gets a turn or SQLite's error, and a writer that has ended blocks no other."""

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from typing import IO, Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from config.sqlite3 import writer_queue
from config.sqlite3.base import Connection

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's line of writers"),
]
PATIENCE = 10.0
WRITE = "INSERT INTO written VALUES (%s)"

OTHER_PROCESS = """
import sys
import django
from django.conf import settings
options = {"transaction_mode": "IMMEDIATE", "timeout": 20}
settings.configure(DATABASES={"default": {"ENGINE": "config.sqlite3", "NAME": sys.argv[1], "OPTIONS": options}})
django.setup()
from django.db import connection, transaction

def write():
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO written VALUES (%s)", [sys.argv[2]])

def say(word):
    sys.stdout.write(word + chr(10))
    sys.stdout.flush()

connection.ensure_connection()
say("ready")
"""
HOLDS = OTHER_PROCESS + "with transaction.atomic():\n    write()\n    say('holds')\n    sys.stdin.read()\n"
WRITES = OTHER_PROCESS + "sys.stdin.readline()\nwith transaction.atomic():\n    write()\n"


@pytest.fixture(autouse=True)
def _table(transactional_db: None) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE written (who UNIQUE)")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE written")


def write(who: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(WRITE, [who])


def write_in_transaction(who: str) -> None:
    with transaction.atomic():
        write(who)


def written() -> list[str]:
    with connection.cursor() as cursor:
        return [who for (who,) in cursor.execute("SELECT who FROM written ORDER BY rowid").fetchall()]


def our_line() -> writer_queue.WriterQueue:
    return writer_queue.queue_for(os.path.realpath(connection.settings_dict["NAME"]))


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


@contextmanager
def impatient(seconds: float) -> Iterator[None]:
    with connection.cursor() as cursor:
        [before] = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
        yield
        cursor.execute(f"PRAGMA busy_timeout = {before}")


class Writer(threading.Thread):
    """Thread that does its work over its own connection. ``trouble`` is its error, if there was one."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.work, self.trouble = work, None
        self.start()

    def run(self) -> None:
        try:
            with closing(connection):
                self.work()
        except Exception as error:  # noqa: BLE001 - told by ``done``
            self.trouble = error

    def done(self) -> None:
        self.join(PATIENCE)
        assert not self.is_alive()
        if self.trouble:
            raise self.trouble


@contextmanager
def process(code: str, who: str) -> Iterator[subprocess.Popen[str]]:
    arguments = [sys.executable, "-c", code, str(connection.settings_dict["NAME"]), who]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert _heard(child.stdout) == "ready"
            yield child
        finally:
            child.kill()


def _heard(pipe: IO[str] | None) -> str:
    assert pipe is not None
    return pipe.readline().strip()


def say(child: subprocess.Popen[str]) -> None:
    assert child.stdin is not None
    child.stdin.write("go\n")
    child.stdin.flush()


def test_threads_that_wait_all_write() -> None:
    with transaction.atomic():
        write("first")
        kinds = [write_in_transaction, write] * 4
        writers = [Writer(lambda kind=kind, n=number: kind(str(n))) for number, kind in enumerate(kinds)]
    for writer in writers:
        writer.done()
    assert sorted(written()) == [*map(str, range(8)), "first"]


def test_a_process_that_writes_on_and_on_lets_in_waiting_writers_of_another() -> None:
    is_over = threading.Event()

    def write_on_and_on() -> None:
        for number in count():
            if is_over.is_set():
                return
            write_in_transaction(str(number))

    with process(WRITES, "theirs") as child:
        ours = Writer(write_on_and_on)
        wait_until(lambda: bool(written()))
        say(child)
        assert child.wait(PATIENCE) == 0
        is_over.set()
        ours.done()
    assert "theirs" in written()


def test_a_writer_waiting_for_another_process_writes_when_it_commits() -> None:
    with process(HOLDS, "theirs") as child:
        assert _heard(child.stdout) == "holds"
        ours = Writer(lambda: write_in_transaction("ours"))
        wait_until(our_line()._mine.locked)
        assert child.stdin is not None
        child.stdin.close()
        ours.done()
    assert written() == ["theirs", "ours"]


@pytest.mark.parametrize("kind", [write, write_in_transaction])
def test_a_writer_waiting_too_long_for_a_thread_hears_what_sqlite_says(kind: Callable[[str], None]) -> None:
    def wait() -> None:
        with impatient(0.2), pytest.raises(OperationalError, match=r"^database is locked$"):
            kind("late")

    with transaction.atomic():
        write("first")
        late = Writer(wait)
        late.done()
    kind("after")
    assert written() == ["first", "after"]


@pytest.mark.parametrize("kind", [write, write_in_transaction])
def test_a_writer_waiting_too_long_for_a_process_hears_the_same(kind: Callable[[str], None]) -> None:
    with process(HOLDS, "theirs") as child:
        assert _heard(child.stdout) == "holds"
        for _again in range(2):
            begun = time.monotonic()
            with impatient(0.2), pytest.raises(OperationalError, match=r"^database is locked$"):
                kind("late")
            assert time.monotonic() - begun >= 0.2
        assert child.stdin is not None
        child.stdin.close()
        kind("after")
    assert written() == ["theirs", "after"]


def test_a_process_that_is_killed_while_it_writes_holds_up_nobody() -> None:
    with process(HOLDS, "theirs") as child:
        assert _heard(child.stdout) == "holds"
        ours = Writer(lambda: write_in_transaction("ours"))
        wait_until(our_line()._mine.locked)
        child.kill()
        ours.done()
    assert written() == ["ours"]


class Trouble(Exception):
    pass


def _fail() -> None:
    with suppress(Trouble), transaction.atomic():
        write("theirs")
        raise Trouble


def _fail_inside() -> None:
    with transaction.atomic():
        with suppress(Trouble), transaction.atomic():
            write("theirs")
            raise Trouble
        write("theirs")


def _break_a_constraint() -> None:
    write("theirs")
    with pytest.raises(IntegrityError):
        write("theirs")
    with pytest.raises(IntegrityError):
        write_in_transaction("theirs")


def _end_by_statements() -> None:
    with connection.cursor() as cursor:
        for end in ("COMMIT", "ROLLBACK"):
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute(end)


def _write_many() -> None:
    with connection.cursor() as cursor:
        cursor.executemany(WRITE, [["theirs"], ["more"]])


def _leave_without_a_word() -> None:
    """End a thread in the middle of a transaction, so that its connection is dropped."""

    def begin() -> None:
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        write("theirs")

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    del thread
    gc.collect()


def _close_in_the_middle() -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    write("theirs")
    connection.connection.close()
    connection.connection = None
    connection.in_atomic_block = False
    connection.autocommit = True


ENDINGS = [
    write_in_transaction,
    write,
    _fail,
    _fail_inside,
    _break_a_constraint,
    _end_by_statements,
    _write_many,
    _close_in_the_middle,
    _leave_without_a_word,
]


@pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_place_is_free_again_however_its_owner_is_done(ending: Callable[..., Any]) -> None:
    Writer(lambda: ending("theirs") if ending in (write, write_in_transaction) else ending()).done()
    with impatient(1):
        write("ours")
    with process(WRITES, "others") as child:
        say(child)
        assert child.wait(PATIENCE) == 0
    assert not our_line()._mine.locked()


def test_nobody_waits_for_a_turn_to_read() -> None:
    with process(HOLDS, "theirs") as child, connection.execute_wrapper(_take_no_turn):
        assert _heard(child.stdout) == "holds"
        assert written() == []


def _take_no_turn(execute: Callable[..., Any], *query: Any) -> Any:
    answer = execute(*query)
    assert isinstance(connection.connection, Connection)
    assert connection.connection.turn is None
    return answer


def test_a_second_connection_of_a_thread_that_writes_is_told_instead_of_waiting_for_ever() -> None:
    other = connection.copy("other")
    with closing(other), other.cursor() as cursor, transaction.atomic():
        write("first")
        cursor.execute("PRAGMA busy_timeout = 200")
        with pytest.raises(OperationalError, match="locked"):
            cursor.execute(WRITE, ["second"])
    write("third")
    assert written() == ["first", "third"]


def test_a_forked_process_holds_nothing_of_its_parent() -> None:
    ends, goes_on = os.pipe()
    with transaction.atomic():
        write("first")
        child = os.fork()
        if child == 0:
            os.close(goes_on)
            os.read(ends, 1)
            os._exit(0)
    try:
        with impatient(1):
            write("second")
    finally:
        os.close(goes_on)
        os.close(ends)
        os.waitpid(child, 0)
    assert written() == ["first", "second"]


def test_where_files_cannot_be_locked_threads_still_take_turns(tmp_path: Any) -> None:
    known = writer_queue.WriterQueue(str(tmp_path / "nowhere" / "copy"))
    first = known.enter(1.0)
    with pytest.raises(TimeoutError):
        known.enter(0.1)
    known.leave(first)
    known.leave(known.enter(1.0))


def test_a_database_has_one_line_by_whatever_name(tmp_path: Any) -> None:
    (tmp_path / "database").touch()
    (tmp_path / "link").symlink_to(tmp_path / "database")
    lines = []
    for name in ("database", "link"):
        other = connection.copy(name)
        other.settings_dict = connection.settings_dict | {"NAME": str(tmp_path / name)}
        with closing(other):
            other.ensure_connection()
            lines.append(other.connection.line)
    assert lines[0] is lines[1]
