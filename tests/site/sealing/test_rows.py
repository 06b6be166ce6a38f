"""Hidden columns: sealed in the database, bound to their row and column, and readable through a model instance."""

import json
from io import StringIO

import pytest
from django.core import serializers
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Value

from config.safe.sealing import CannotOpen, key_of, keyring
from engines.specimen.actions import SealRoad
from tables.models import Draft, FiledAnswer, Move, PlanNode, Seat, StandingOrder, Table
from tables.models.hidden import Sealed, hidden, opened, sealed
from tables.selectors.sealed import sealed_models
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def table():
    found = factories.running_table(factories.person("Anna"), factories.person("Berto"))
    anna, berto = found.seats.order_by("index")
    factories.send(anna, SealRoad("valley"))
    found.refresh_from_db()
    rewrite([anna], notes="Berto bluffs", seen_public="{}")
    Draft.objects.create(seat=berto, key="saddle/1", actions='["river"]', updated_at=NOW)
    FiledAnswer.objects.create(table=found, seat=anna, key="turn/9", kind="turn", body='{"a":1}', filed_at=NOW)
    StandingOrder.objects.create(seat=anna, rank=1, body='{"b":2}', created_at=NOW)
    PlanNode.objects.create(
        owner=anna.user, table=found, at_seq=1, seat=0, key="k", action="{}", note="why not", created_at=NOW
    )
    return found


def stored(row, column):
    """Return the value as stored in the database, without decrypting it."""
    field = hidden(type(row), column)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {field.column} FROM {row._meta.db_table} WHERE id = %s", [row.pk])
        [value] = cursor.fetchone()
    return bytes(value).decode() if isinstance(value, bytes | memoryview) else value


def test_every_hidden_column_is_sealed_and_reads_as_it_was(table):
    seen = set()
    for column in sealed_models():
        for row in column.model.objects.all():
            for field in column.fields:
                value = getattr(row, field.attname)
                assert type(value) is not Sealed
                assert bool(value) == bool(key_of(str(stored(row, field.attname) or "").strip('"')))
                seen.update([(column.model.__name__, field.attname)] if value else [])
    assert {("Table", "state"), ("Table", "secret"), ("Move", "salt"), ("Move", "draws"), ("Seat", "notes")} <= seen
    assert {("PlanNode", "note"), ("StandingOrder", "body"), ("FiledAnswer", "body"), ("Draft", "actions")} <= seen
    assert Seat.objects.get(index=0).notes == "Berto bluffs"


@pytest.mark.parametrize(
    ("model", "column"), [(Move, "action"), (Move, "events"), (Seat, "notes"), (Table, "state"), (Table, "secret")]
)
def test_what_is_moved_to_another_row_does_not_open(table, model, column):
    factories.running_table(*(seat.user for seat in table.seats.all()))
    rewrite([table.seats.get(index=1)], notes="Anna bluffs")
    one, other = sorted(model.objects.order_by("pk")[:2], key=lambda row: not getattr(row, column))
    model.objects.filter(pk=other.pk).update(**{column: model.objects.values_list(column, flat=True).get(pk=one.pk)})
    with pytest.raises(CannotOpen):
        getattr(model.objects.get(pk=other.pk), column)


def test_what_is_moved_to_another_column_does_not_open(table):
    move = Move.objects.get(seq=1)
    Move.objects.filter(pk=move.pk).update(events=sealed(move, "action"))
    with pytest.raises(CannotOpen):
        assert Move.objects.get(pk=move.pk).events


def test_what_is_plain_in_the_database_does_not_open(table):
    Table.objects.filter(pk=table.pk).update(state=Value("{}"))
    with pytest.raises(CannotOpen, match="is not sealed"):
        assert factories.fresh(table).state


def test_nothing_is_written_plain_by_an_update(table):
    for rows, fields in (
        (Table.objects.all(), {"state": "{}"}),
        (Table.objects.all(), {"secret": b"x" * 32}),
        (Table.objects.all(), {"roots": [[1, "00"]]}),
        (Seat.objects.all(), {"notes": "s1:my own note"}),
    ):
        with pytest.raises(TypeError, match="is hidden: save its instance"), transaction.atomic():
            rows.update(**fields)
    with pytest.raises(TypeError, match="is hidden"), transaction.atomic():
        Seat.objects.bulk_update([_noted(seat) for seat in Seat.objects.all()], ["notes"])
    Seat.objects.update(notes="")
    assert set(Seat.objects.values_list("notes", flat=True)) == {""}


def _noted(seat):
    seat.notes = "a note"
    return seat


def test_values_are_sealed_and_open_only_with_their_own_row(table):
    code, state = Table.objects.values_list("code", "state").get(pk=table.pk)
    assert type(state) is Sealed
    assert opened(Table, "state", state, code) == factories.fresh(table).state
    with pytest.raises(CannotOpen):
        opened(Table, "state", state, "another2")
    with pytest.raises(ValueError, match="nobody can tell whose it is"):
        opened(Table, "state", state)


def test_a_column_that_was_left_out_is_fetched_in_one_query(table, django_assert_num_queries):
    late, whole = Table.objects.defer("state", "secret").get(pk=table.pk), factories.fresh(table)
    with django_assert_num_queries(2):
        assert (late.state, late.secret) == (whole.state, whole.secret)
    with django_assert_num_queries(0):
        assert late.state


def test_a_row_saved_as_a_whole_is_what_it_was(table):
    row = factories.fresh(table)
    before = {name: getattr(factories.fresh(table), name) for name in ("state", "secret", "roots")}
    row.save()
    assert {name: getattr(factories.fresh(table), name) for name in before} == before


def test_a_note_that_looks_sealed_is_a_note(table):
    text = keyring().seal(b"no note", "elsewhere")
    seat = table.seats.get(index=0)
    rewrite([seat], notes=text)
    assert Seat.objects.get(pk=seat.pk).notes == text


def test_what_dumpdata_writes_is_sealed_and_loads_again(table):
    before = {move.seq: (move.action, move.events, move.draws, move.salt) for move in table.moves.all()}
    state, secret = factories.fresh(table).state, factories.fresh(table).secret
    out = StringIO()
    call_command("dumpdata", "accounts.user", "tables.table", "tables.seat", "tables.move", stdout=out)
    assert "valley" not in out.getvalue()
    assert json.loads(out.getvalue())
    Table.objects.all().delete()
    for each in serializers.deserialize("json", out.getvalue()):
        each.save()
    again = Table.objects.get(pk=table.pk)
    assert (again.state, again.secret) == (state, secret)
    assert {move.seq: (move.action, move.events, move.draws, move.salt) for move in again.moves.all()} == before
