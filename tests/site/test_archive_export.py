"""The exported record: complete enough that somebody who has nothing but the file can check the chance in it."""

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest

from tables.selectors import records
from tables.services import ending
from tests.site import archiving, factories
from tests.site.archiving import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
DOCS = Path(__file__).resolve().parents[2] / "docs" / "archive.md"


# A checker as anybody could write it from docs/archive.md alone: it imports nothing of this project.


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def key_of(record):
    message = compact([record["code"], record["options"], record["words"]])
    return hmac.digest(bytes.fromhex(record["secret"]), message, "sha256")


def numbers(key, label):
    block = 0
    while True:
        digest = hmac.digest(key, label.encode() + b"\0" + str(block).encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def below(source, limit):
    while (number := next(source)) >= 2**64 - 2**64 % limit:
        pass
    return number % limit


def drawn(key, label, size, result):
    source = numbers(key, label)
    if len(result) == 1 and size > 1:
        return [below(source, size)]
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def faults(record):
    key = key_of(record)
    if hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() != record["commitment"]:
        yield "commitment"
    for place, move in enumerate(record["moves"]):
        if move["seq"] != place:
            yield f"gap at {place}"
        for draw in move["draws"]:
            if drawn(key, **draw) != draw["result"]:
                yield f"draw {draw['label']}"
        sealed = bytes.fromhex(move["salt"] or "") + compact(move["action"])
        if move["receipt"] and hashlib.sha256(sealed).hexdigest() != move["receipt"]:
            yield f"receipt {place}"
    seats = next(draw["result"] for draw in record["moves"][0]["draws"] if draw["label"] == "seats")
    if seats != [seat["index"] for seat in sorted(record["seats"], key=lambda seat: seat["position"])]:
        yield "seats"


# End of the checker.

ODD_WORD = 'Größe "quoted" \\ slash/ ☃ 🐎 é <&>'


@pytest.fixture(params=["specimen", "gonzaga"])
def record(request):
    people = [factories.person(name) for name in ("Elena", "Franco")]
    options = archiving.ONE_NIGHT if request.param == "specimen" else {}
    table = archiving.finished(*people, game=request.param, options=options, word=ODD_WORD, bots=1)
    return json.loads(signed_in().get(f"/archive/{table.code}.json").content)


def test_an_independent_checker_finds_no_fault(record):
    assert list(faults(record)) == []
    assert sum(len(move["draws"]) for move in record["moves"]) > 3
    assert sum(bool(move["receipt"]) for move in record["moves"]) > 3
    assert ODD_WORD in record["words"]


def test_the_checker_can_find_faults(record):
    """Or the test above proved nothing."""
    for change in (
        lambda: record.update(secret="00" * 32),
        lambda: record["words"].reverse(),
        lambda: record.update(code="zzzzzzzz"),
        lambda: record["moves"][0]["draws"][0]["result"].reverse(),
        lambda: next(move for move in record["moves"] if move["receipt"]).update(salt="00" * 16),
        lambda: record["moves"].pop(3),
        lambda: record["seats"][0].update(index=9),
    ):
        before = json.dumps(record)
        change()
        assert list(faults(record))
        record.clear()
        record.update(json.loads(before))


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


def test_a_game_without_a_result_says_how_it_ended():
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
    assert list(faults(record)) == []


def test_no_address_and_no_identity_of_the_site_is_in_it(record):
    text = json.dumps(record)
    assert "@" not in text
    assert not {"id", "pk", "user", "invite", "pulse", "notes", "host"} & set(re.findall(r'"(\w+)":', text))


PARTS = [records.GameRecord, records.SeatRecord, records.TenureRecord, records.MoveRecord]


@pytest.mark.parametrize("part", PARTS)
def test_the_documentation_explains_every_field(part):
    explained = set(re.findall(r"^\| `(\w+)` \|", DOCS.read_text(), re.MULTILINE))
    assert set(part.__struct_fields__) <= explained


def test_the_documentation_names_no_field_that_is_not_there():
    known = {name for part in PARTS for name in part.__struct_fields__}
    assert set(re.findall(r"^\| `(\w+)` \|", DOCS.read_text(), re.MULTILINE)) == known


def test_the_documentations_own_example_works(record, tmp_path):
    """The program in the documentation is run as it stands."""
    program = re.search(r"^```python\n(.*?)^```", DOCS.read_text(), re.DOTALL | re.MULTILINE).group(1)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    said: list[str] = []
    exec(compile(program, "docs/archive.md", "exec"), {"print": said.append, "FILE": str(file), "__name__": "checker"})
    assert said == ["everything holds"]
