"""Whoever has the database, and the source of the site, and not its keys, finds nothing of a running game."""

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
    """All that the database writes of itself: every byte of the files of SQLite, or what pg_dump says."""
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
    """A game of each kind in its middle, with everything that somebody may prepare at it."""
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
    """Whatever is hidden in the rows, and what of it somebody might look for: whole values and parts of texts."""
    for (model, pk, column), value in everything().items():
        if not value:
            continue
        raw = value if isinstance(value, bytes) else str(value).encode()
        yield (model, pk, column), {raw, raw.hex().encode(), b64encode(raw)} if isinstance(value, bytes) else {raw}
        if len(raw) > 60 and not isinstance(value, bytes):
            # Any stretch of it: nobody has to look for the whole.
            yield (model, pk, column), {raw[place : place + 40] for place in range(0, len(raw) - 40, 40)}


def test_nothing_hidden_stands_in_the_database(running, tmp_path):
    """Takes long because a table of each game is played and the whole database read."""
    text = dump(tmp_path)
    assert all(table.code.encode() in text for table in running), "it is the right one"
    looked = 0
    for where, values in pieces():
        for value in values:
            # "[]" stands in every row, and a position names the options, which everybody may read.
            if len(value) < 8 or any(value in table.options.encode() for table in running):
                continue
            looked += 1
            assert value not in text, f"{where}: {value[:40]!r}"
    assert looked > 1000
    for word in (b"whatever-is-prepared-by-", b"never believe"):
        assert word not in text


def test_of_what_was_sealed_no_plan_can_be_tried_out(running, tmp_path):
    """A receipt is a hash of a salt and the answer. Without the salt a hash of every answer there is tells nothing."""
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
    # What lies where salts do, as it lies there, opens no receipt for any of the answers.
    answers = {move.action.encode() for move in sealed}
    stored = [bytes(value.text, "ascii") for value in Move.objects.filter(sealed=True).values_list("salt", flat=True)]
    tried = {receipt(salt, answer) for salt in (b"", *stored) for answer in answers}
    assert not tried & {move.receipt for move in sealed}


def test_how_long_a_value_is_tells_it_apart_from_few(running):
    """Of two plans nobody can tell by their length which is the longer one."""
    lengths = {len(value.text) for value in Move.objects.filter(sealed=True).values_list("action", flat=True)}
    assert len(lengths) == 1
    assert len({len(value.text) for value in Seat.objects.values_list("notes", flat=True)}) == 1
    states = Table.objects.filter(pk__in=[each.pk for each in running]).values_list("state", flat=True)
    assert all(len(value.text) >= 2000 for value in states)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about files of SQLite")
def test_whoever_reads_the_files_keeps_its_locks():
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
    """What another process that opens the database is told."""
    asks = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute(sys.argv[2]).fetchall()); c.close()"
    command = [sys.executable, "-c", asks, name, query]
    return subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout
