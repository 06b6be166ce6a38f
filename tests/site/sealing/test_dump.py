"""Database dump without its keys: it contains no hidden value, and does not help to guess a sealed answer."""

import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest
from django.db import connection

from engines import registry
from engines.chance import receipt
from engines.contract import When, encode, view
from tables.models import Draft, FiledAnswer, Move, PlanNode, Seat, StandingOrder, Table
from tables.selectors import coding
from tables.selectors.play import state
from tables.services.play import preparing
from tests.rows import files_of_sqlite, rewrite
from tests.site import factories
from tests.site.sealing.test_conversion import everything

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
GAMES = ("gonzaga", "principato", "zena1814")
MOVES = 30


def dump(tmp_path):
    """Return a dump of the database: every byte of the SQLite files, or the output of pg_dump."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        return files_of_sqlite()
    made = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGDATABASE": "NAME"}
    env = {**os.environ, **{name: str(made[key]) for name, key in names.items() if made[key]}}
    return subprocess.run(["pg_dump", "--inserts"], env=env, capture_output=True, check=True, timeout=60).stdout


@pytest.fixture
def running():
    """Start a table of each game, play some moves and prepare answers for its seats. Return the tables."""
    found = []
    for game in GAMES:
        table = factories.running_table(factories.person(), factories.person(), factories.person(), game=game)
        for _move in range(MOVES):
            asked = factories.waiting(table)[0]
            seat = table.seats.get(index=asked.seat)
            factories.send(seat, registry.engine(game).bot(state.seen(factories.fresh(table), seat), asked), key=asked.key)
        prepare(table)
        found.append(factories.fresh(table))
    return found


def prepare(table):
    engine, fresh = registry.engine(table.game), factories.fresh(table)
    for seat in table.seats.all():
        action = "whatever-is-prepared-by-" + str(seat.pk)
        for pending in engine.pending(state.seen(fresh, seat).public):
            if pending.seat == seat.index and pending.when is When.NOW:
                chosen = engine.bot(state.seen(fresh, seat), pending)
                preparing.save_draft(seat_id=seat.pk, key=pending.key, actions=[chosen], now=factories.NOW)
        fields = {"key": "plan/99", "kind": "plan", "filed_at": factories.NOW, "body": f'{{"{action}":"filed"}}'}
        FiledAnswer.objects.create(table=table, seat=seat, **fields)
        StandingOrder.objects.create(seat=seat, rank=0, body=f'{{"{action}":"ordered"}}', created_at=factories.NOW)
        plan = {"owner": seat.user, "at_seq": 1, "seat": 0, "key": "k", "action": f'["{action}"]', "note": f"note {action}"}
        PlanNode.objects.create(table=table, created_at=factories.NOW, **plan)
        rewrite([seat], notes=f"never believe {action}", seen_public=encode(view(_true(fresh), seat.index).public).decode())
    assert Draft.objects.filter(seat__table=table).exists()


def _true(table):
    return coding.state(table.game, table.state)


def pieces():
    """Yield the place of each hidden value that is not empty, and byte strings to search for: the value or pieces of it."""
    for (model, pk, column), value in everything().items():
        if not value:
            continue
        raw = value if isinstance(value, bytes) else str(value).encode()
        yield (model, pk, column), {raw, raw.hex().encode(), b64encode(raw)} if isinstance(value, bytes) else {raw}
        if len(raw) > 60 and not isinstance(value, bytes):
            # Each 40-byte piece is searched for separately, because a leak may contain only part of a text.
            yield (model, pk, column), {raw[place : place + 40] for place in range(0, len(raw) - 40, 40)}


def test_nothing_hidden_stands_in_the_database(running, tmp_path):
    """No hidden value appears in the database. The search leaves out short values, and pieces of the public options.

    The test is slow because it plays a table of each game and reads the whole database.
    """
    text = dump(tmp_path)
    assert all(table.code.encode() in text for table in running), "it is the right one"
    looked = 0
    for where, values in pieces():
        for value in values:
            # "[]" is in every row, and a position contains the options, which are public.
            if len(value) < 8 or any(value in table.options.encode() for table in running):
                continue
            looked += 1
            assert value not in text, f"{where}: {value[:40]!r}"
    assert looked > 1000
    for word in (b"whatever-is-prepared-by-", b"never believe"):
        assert word not in text


def test_of_what_was_sealed_no_plan_can_be_tried_out(running, tmp_path):
    """No plan can be guessed from a sealed answer.

    A receipt is a hash of a salt and the answer. Without the salt, hashing every possible answer reveals nothing.
    """
    text = dump(tmp_path)
    sealed = list(Move.objects.filter(table__in=running, sealed=True).exclude(receipt=""))
    assert sealed, "Gonzaga's plans are sealed"
    for move in sealed:
        action, salt = move.action.encode(), bytes(move.salt)
        assert receipt(salt, action) == move.receipt
        assert move.receipt.encode() in text, "everybody may see it"
        assert salt not in text
        assert salt.hex().encode() not in text
        assert b64encode(salt) not in text
    # The stored salts are sealed. Hashed as they are stored, they match no receipt.
    answers = {move.action.encode() for move in sealed}
    stored = [bytes(value.text, "ascii") for value in Move.objects.filter(sealed=True).values_list("salt", flat=True)]
    tried = {receipt(salt, answer) for salt in (b"", *stored) for answer in answers}
    assert not tried & {move.receipt for move in sealed}


def test_how_long_a_value_is_tells_it_apart_from_few(running):
    """The length of a sealed value reveals little: all sealed plans have the same length, and so have all notes."""
    lengths = {len(value.text) for value in Move.objects.filter(sealed=True).values_list("action", flat=True)}
    assert len(lengths) == 1
    assert len({len(value.text) for value in Seat.objects.values_list("notes", flat=True)}) == 1
    states = Table.objects.filter(pk__in=[each.pk for each in running]).values_list("state", flat=True)
    assert all(len(value.text) >= 2000 for value in states)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about files of SQLite")
def test_reading_the_files_keeps_the_locks():
    person = factories.person()
    files_of_sqlite()
    name = connection.settings_dict["NAME"]
    other = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM tables_table').fetchall(); c.close()"
    )
    subprocess.run([sys.executable, "-c", other, name], check=True, timeout=60)
    assert Path(f"{name}-wal").exists()
    type(person).objects.filter(pk=person.pk).update(display_name="seen by all")
    told = elsewhere(name, "SELECT display_name FROM accounts_user")
    assert "seen by all" in told


def elsewhere(name, query):
    """Run a query on the test database in another process. Return the printed rows."""
    asks = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute(sys.argv[2]).fetchall()); c.close()"
    command = [sys.executable, "-c", asks, name, query]
    return subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout
