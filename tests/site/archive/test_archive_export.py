"""The exported record: complete enough that somebody who has nothing but the file can check the chance in it."""

import json
import re
from pathlib import Path

import pytest

from tables.selectors.archive import records
from tables.services.play import ending
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in
from tests.site.checking import check

pytestmark = [pytest.mark.database, pytest.mark.django_db]
DOCS = Path(__file__).resolve().parents[3] / "docs" / "archive.md"


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
    """Whoever has the rules can replay it: all actions with their seats, in order."""
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
    """The fields that the documentation of the record has a row for."""
    section = DOCS.read_text().partition("## The record\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


@pytest.mark.parametrize("part", PARTS)
def test_the_documentation_explains_every_field(part):
    assert set(part.__struct_fields__) <= explained()


def test_the_documentation_names_no_field_that_is_not_there():
    assert {name for part in PARTS for name in part.__struct_fields__} == explained()
