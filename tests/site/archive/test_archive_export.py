"""Exported records, with random draws that can be checked from the file alone, and ``manage.py export_games``."""

import gzip
import json
import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tables.models import Move, Table
from tables.selectors.archive import export, records
from tables.services.play import ending
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in
from tests.site.breaking import broken
from tests.site.checking import check

pytestmark = [pytest.mark.database, pytest.mark.django_db]
DOCS = Path(__file__).resolve().parents[3] / "docs" / "archive.md"
SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "staffetta-record.schema.json"


ODD_WORD = 'Größe "quoted" \\ slash/ ☃ 🐎 é <&>'


@pytest.fixture(params=["specimen", "gonzaga"])
def record(request):
    return played(request.param)


@keeping.kept
def played(game):
    people = [factories.person(name) for name in ("Elena", "Franco")]
    options = archiving.ONE_NIGHT if game == "specimen" else {}
    table = archiving.finished(*people, game=game, options=options, word=ODD_WORD, bots=1)
    return json.loads(signed_in().get(f"/archive/{table.code}.json").content)


def test_the_chance_in_it_can_be_checked_without_the_site(record, tmp_path):
    assert check(record, tmp_path) == []
    assert sum(len(move["draws"]) for move in record["moves"]) > 3
    assert sum(bool(move["receipt"]) for move in record["moves"]) > 3
    assert ODD_WORD in record["words"]


def test_every_move_can_be_read_back(record):
    """The record has all moves in order, each with its seat, action and key, and the result."""
    assert [move["seq"] for move in record["moves"]] == list(range(len(record["moves"])))
    start, *rest = record["moves"]
    assert (start["seat"], start["action"], start["via"]) == (None, None, "start")
    assert all(move["action"]["type"] and move["seat"] in (0, 1, 2) and move["key"] for move in rest)
    assert record["outcome"]["scores"] == [seat["score"] for seat in record["seats"]]
    assert {seat["kind"] for seat in record["seats"]} == {"person", "bot"}


def test_it_is_a_file_with_the_tables_name():
    table = archiving.conceded(factories.person(), factories.person())
    response = signed_in().get(f"/archive/{table.code}.json")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == f'attachment; filename="staffetta-{table.code}.json"'


def test_a_game_without_a_result_says_how_it_ended(tmp_path):
    people = [factories.person() for _each in range(3)]
    table = archiving.witnessed(people, most=3).table
    ending.resign(table_id=table.pk, user=people[0], now=factories.NOW)
    for user in people[1:]:
        ending.agree_to_end(table_id=table.pk, user=user, now=factories.NOW)
    record = json.loads(signed_in().get(f"/archive/{table.code}.json").content)
    assert (record["ended_by"], record["outcome"]) == ("agreed", None)
    assert sorted((seat["position"], seat["resigned"], seat["place"]) for seat in record["seats"]) == [
        (0, True, None),
        (1, False, None),
        (2, False, None),
    ]
    assert check(record, tmp_path) == []


def test_no_address_and_no_identity_of_the_site_is_in_it(record):
    text = json.dumps(record)
    assert "@" not in text
    assert not {"id", "pk", "user", "invite", "pulse", "notes", "host"} & set(re.findall(r'"(\w+)":', text))


PARTS = [records.GameRecord, records.SeatRecord, records.TenureRecord, records.MoveRecord]


def explained():
    """Return the names of the fields explained in the documentation of the record."""
    section = DOCS.read_text().partition("## The record\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


@pytest.mark.parametrize("part", PARTS)
def test_the_documentation_explains_every_field(part):
    assert set(part.__struct_fields__) <= explained()


def test_the_documentation_names_no_field_that_is_not_there():
    assert {name for part in PARTS for name in part.__struct_fields__} == explained()


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Elena", "Franco")]


@pytest.fixture
def tables(people):
    """Create a running and a waiting table, and three finished games, one of them private. Return the games."""
    factories.running_table(*people)
    factories.open_table(people[0])
    return [
        archiving.conceded(*people),
        archiving.conceded(*people, game="gonzaga", now=factories.NOW + timedelta(days=2)),
        archiving.conceded(*people, visibility=Table.Visibility.PRIVATE, now=factories.NOW + timedelta(days=3)),
    ]


def exported(*arguments):
    out, said = StringIO(), StringIO()
    call_command("export_games", *arguments, stdout=out, stderr=said)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert said.getvalue() == f"games exported: {len(lines)}\n"
    return [line["code"] for line in lines]


def test_public_games_are_written_oldest_first_one_on_each_line(tables):
    assert exported() == exported("--public") == [tables[0].code, tables[1].code]


def test_private_games_only_where_all_are_asked_for(tables):
    assert exported("--all") == [table.code for table in tables]


def test_by_game_and_by_day(tables):
    assert exported("--game", "gonzaga") == [tables[1].code]
    assert exported("--all", "--since", "2026-03-06") == [tables[1].code, tables[2].code]
    assert exported("--since", "2026-03-07") == []


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_file_holds_the_records_as_the_site_gives_them(tables, tmp_path, name):
    said = StringIO()
    call_command("export_games", "-o", str(tmp_path / name), stderr=said)
    assert said.getvalue() == "games exported: 2\n"
    raw = (tmp_path / name).read_bytes()
    lines = (gzip.decompress(raw) if name.endswith("gz") else raw).splitlines()
    assert [json.loads(line) for line in lines] == [json.loads(export.record_bytes(table)) for table in tables[:2]]


def test_what_cannot_be_asked_for_is_said(tables, tmp_path):
    with pytest.raises(CommandError, match="there is no game chess"):
        exported("--game", "chess")
    with pytest.raises(CommandError, match="cannot be written"):
        exported("-o", str(tmp_path / "nowhere" / "games.jsonl"))
    with pytest.raises(CommandError, match="yesterday is no day such as"):
        exported("--since", "yesterday")


def test_the_cost_of_a_game_does_not_depend_on_the_others(tables, django_assert_num_queries):
    one = 4  # Queries: seats, tenures, moves, words.
    with django_assert_num_queries(1 + 3 * one):
        exported("--all")


def test_the_published_schema_is_what_records_look_like():
    """The schema equals the published file.

    After a change run ``manage.py export_games --schema > docs/staffetta-record.schema.json``.
    """
    assert json.loads(SCHEMA.read_text()) == json.loads(json.dumps(records.schema()))


def test_every_format_there_ever_was_is_in_the_schema():
    fields = records.schema()["$defs"]["GameRecord"]["properties"]
    assert fields["format_version"] == {"enum": list(range(1, records.DEAL_FORMAT + 1))}


def test_a_record_that_cannot_be_read_is_left_out_and_named(tables):
    broken(tables[0], Move, "events")
    out, said = StringIO(), StringIO()
    call_command("export_games", stdout=out, stderr=said)
    assert [json.loads(line)["code"] for line in out.getvalue().splitlines()] == [tables[1].code]
    assert f"{tables[0].code} is left out" in said.getvalue()
    assert said.getvalue().endswith("games left out: 1\ngames exported: 1\n")
