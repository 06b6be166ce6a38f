"""Migration of an old database: hidden values are sealed in batches, and an interrupted run can be completed."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.safe.sealing import key_of
from engines.specimen.actions import SealRoad
from tables.models import Draft, Event, EventRound, Move, ReplyAddress, Seat
from tables.models.hidden import Sealed
from tables.selectors.sealed import sealed_models
from tables.services.archive.verify import verify_table
from tests.rows import files_of_sqlite, rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
migration = import_module("tables.migrations.0039_seal")


class Editor:
    """Stand-in for the schema editor passed to a migration."""

    connection = connection


class Then:
    """Models as of migration 0039, with plain columns and without sealing."""

    def __init__(self):
        self.apps = MigrationLoader(connection).project_state(("tables", "0039_seal")).apps

    def get_model(self, *names):
        return self.apps.get_model(*names)


@pytest.fixture
def then():
    return Then()


@pytest.fixture
def table():
    found = factories.running_table(factories.person("Anna"), factories.person("Berto"))
    anna, berto = found.seats.order_by("index")
    factories.send(anna, SealRoad("valley"))
    rewrite([anna], notes="Berto bluffs, s1: or so")
    Draft.objects.create(seat=berto, key="saddle/1", actions='[{"type":"SealRoad","road":"ridge"}]', updated_at=factories.NOW)
    fields = {"seat": anna, "key": "saddle/1", "user": anna.user, "own_ply": 0, "made_at": factories.NOW}
    ReplyAddress.objects.create(token="a-token", choices="abc def", **fields)
    return found


def everything():
    """Return all hidden values, decrypted, by model, row and column."""
    return {
        (column.model.__name__, row.pk, field.attname): getattr(row, field.attname)
        for column in sealed_models()
        for row in column.model.objects.all()
        for field in column.fields
    }


def how_stored():
    """Return the numbers of sealed and of plain values."""
    values = [
        row.__dict__[field.attname]
        for column in sealed_models()
        for row in column.model.objects.all()
        for field in column.fields
    ]
    texts = [value.text for value in values if type(value) is Sealed]
    return sum(bool(key_of(text)) for text in texts), sum(not key_of(text) for text in texts)


def test_the_columns_are_those_of_the_models():
    """The migration lists the same columns as the models of its time. It has its own list because models change later."""
    of_models = {
        column.model.__name__: (column.fields[0].bound, {field.attname for field in column.fields})
        for column in sealed_models()
        if column.model not in (Event, EventRound)  # added after the migration, so never stored in plain text
    }
    assert {name: (bound, set(columns)) for name, (bound, columns) in migration.SEALED.items()} == of_models


def test_there_and_back_again(table, then):
    before, (sealed, plain) = everything(), how_stored()
    assert (sealed > 10, plain) == (True, 0)
    migration.unseal(then, Editor)
    assert how_stored() == (0, sealed)
    assert "valley" in then.get_model("tables", "Move").objects.get(seq=1).action
    migration.seal(then, Editor)
    assert how_stored() == (sealed, 0)
    assert everything() == before
    assert all(finding.ok for finding in verify_table(factories.fresh(table)))


def test_what_was_ended_in_the_middle_goes_on(table, then, monkeypatch):
    before, (sealed, _plain) = everything(), how_stored()
    migration.unseal(then, Editor)
    real, calls = migration.sealed, []

    def ends(value, place):
        calls.append(place)
        if len(calls) > sealed // 2:
            raise KeyboardInterrupt
        return real(value, place)

    monkeypatch.setattr(migration, "BATCH", 1)
    monkeypatch.setattr(migration, "sealed", ends)
    with pytest.raises(KeyboardInterrupt):
        migration.seal(then, Editor)
    done, left = how_stored()
    assert done + left == sealed
    assert done
    assert left
    monkeypatch.setattr(migration, "sealed", real)
    migration.seal(then, Editor)
    assert how_stored() == (sealed, 0)
    assert everything() == before


def test_rows_of_before_get_a_name_each(table, then):
    migration.unseal(then, Editor)
    Seat.objects.update(row_id="")
    migration.seal(then, Editor)
    names = set(Seat.objects.values_list("row_id", flat=True))
    assert len(names) == Seat.objects.count()
    assert "" not in names
    assert Seat.objects.get(index=0).notes == "Berto bluffs, s1: or so"


def test_what_does_not_open_any_more_stops_it_and_stays(table, then):
    """A value that cannot be decrypted stops the migration and is kept. Sealing it again would lose it."""
    first, second = Move.objects.order_by("pk")
    Move.objects.filter(pk=first.pk).update(events=Move.objects.values_list("events", flat=True).get(pk=second.pk))
    with pytest.raises(ValueError, match=r"tables_move\|events"):
        migration.seal(then, Editor)
    assert Move.objects.values_list("events", flat=True).get(pk=first.pk) == Move.objects.values_list("events", flat=True).get(
        pk=second.pk
    )


def test_nothing_plain_is_left_in_the_files(table, then):
    """After sealing, the unsealed text is in none of the database files."""
    if connection.vendor != "sqlite":
        pytest.skip("tests/site/sealing/test_dump.py looks at what PostgreSQL writes")
    word = "a-word-that-stands-nowhere-else"
    rewrite([table.seats.get(index=0)], notes=word)
    migration.unseal(then, Editor)
    assert word in files()
    migration.seal(then, Editor)
    assert word not in files()


def files():
    """Return all bytes of the database files."""
    return files_of_sqlite().decode(errors="replace")
