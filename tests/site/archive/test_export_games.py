"""``manage.py export_games``: what an operator keeps of the archive, and what a record looks like."""

import gzip
import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tables.models import Table
from tables.selectors.archive import export, records
from tests.site import archiving, factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "staffetta-record.schema.json"


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Elena", "Franco")]


@pytest.fixture
def tables(people):
    """Three games, a private one among them, and tables that are no games of the archive."""
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
    one = 4  # seats, tenures, moves, words
    with django_assert_num_queries(1 + 3 * one):
        exported("--all")


def test_the_published_schema_is_what_records_look_like():
    """If it is not: ``manage.py export_games --schema > docs/staffetta-record.schema.json``."""
    assert json.loads(SCHEMA.read_text()) == json.loads(json.dumps(records.schema()))


def test_every_format_there_ever_was_is_in_the_schema():
    fields = records.schema()["$defs"]["GameRecord"]["properties"]
    assert fields["format_version"] == {"enum": list(range(1, records.FORMAT_VERSION + 1))}
