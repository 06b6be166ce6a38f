"""``manage.py import_games`` with the good and bad files that users and admins may have."""

import gzip
import json
import zipfile
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command

from tables.models import Table
from tables.selectors.archive import export, records
from tests.site import archiving, factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def lines(time_machine):
    """Return the records of three games, after deleting the games."""
    people = [factories.person(name) for name in ("Elena", "Franco")]
    tables = [archiving.conceded(*people, now=factories.NOW + timedelta(hours=hour)) for hour in range(3)]
    found = [export.record_line(table) for table in tables]
    Table.objects.all().delete()
    time_machine.move_to(factories.NOW + timedelta(days=1))
    return found


def run(*files, **options):
    """Import these files, and return the lines of output and of errors."""
    said, complained = StringIO(), StringIO()
    try:
        call_command("import_games", *map(str, files), stdout=said, stderr=complained, **options)
    except CommandError as failed:
        complained.write(str(failed))
    return said.getvalue().splitlines(), complained.getvalue().splitlines()


def codes(lines):
    return [json.loads(line)["code"] for line in lines]


def written(path, raw):
    path.write_bytes(raw)
    return path


def test_a_file_as_the_site_gives_it(lines, tmp_path):
    pretty = json.dumps(json.loads(lines[0]), indent=1).encode()
    said, complained = run(written(tmp_path / "staffetta.json", pretty))
    assert said == [f"staffetta.json: {codes(lines)[0]} imported", "games imported: 1, here already: 0, refused: 0"]
    assert complained == []


def kept_in_lines(path, lines):
    return written(path / "games.jsonl", b"".join(lines))


def kept_in_gzip(path, lines):
    return written(path / "games.jsonl.gz", gzip.compress(b"".join(lines)))


def kept_in_zip(path, lines):
    with zipfile.ZipFile(path / "games.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/", "")
        archive.writestr("folder/one.json", lines[0])
        archive.writestr("two.jsonl.gz", gzip.compress(b"".join(lines[1:])))
    return path / "games.zip"


@pytest.mark.parametrize("kept", [kept_in_lines, kept_in_gzip, kept_in_zip])
def test_many_games_in_one_file(lines, tmp_path, kept):
    said, complained = run(kept(tmp_path, lines))
    assert said[-1] == "games imported: 3, here already: 0, refused: 0"
    assert complained == []
    assert list(Table.objects.order_by("started_at").values_list("code", flat=True)) == codes(lines)


def test_what_export_games_wrote_comes_back_whole(lines, tmp_path):
    run(kept_in_lines(tmp_path, lines))
    call_command("export_games", "-o", str(tmp_path / "out.jsonl.gz"), stderr=StringIO())
    Table.objects.all().delete()
    run(tmp_path / "out.jsonl.gz")
    assert [export.record_line(table) for table in Table.objects.order_by("started_at")] == lines


def test_twice_is_once(lines, tmp_path):
    file = kept_in_lines(tmp_path, lines)
    run(file)
    said, complained = run(file)
    assert said[0] == f"games.jsonl:1: {codes(lines)[0]} is here already"
    assert said[-1] == "games imported: 0, here already: 3, refused: 0"
    assert complained == []


def test_a_bad_record_keeps_no_other_out(lines, tmp_path):
    bad = lines[1].replace(b'"conceded"', b'"finished"')
    said, complained = run(kept_in_lines(tmp_path, [lines[0], bad, b"\n", b"nonsense\n", lines[2]]))
    assert said[-1] == "games imported: 2, here already: 0, refused: 2"
    assert complained == [
        "games.jsonl:2: refused, its places are not those of its result",
        "games.jsonl:4: refused, it is not a record: JSON is malformed: invalid character (byte 4)",
        "not everything could be imported",
    ]
    assert set(Table.objects.values_list("code", flat=True)) == {codes(lines)[0], codes(lines)[2]}


def changed_zip():
    """Return a ZIP file with contents that do not match their checksum."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("one.json", '{"a":1}')
    return file.getvalue().replace(b'{"a":1}', b'{"a":2}')


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("empty.json", b"", "it is not a record"),
        ("a.json.gz", b"\x1f\x8bnonsense", "cannot be read"),
        ("cut.json.gz", gzip.compress(b'{"a":1}' * 999)[:40], "cannot be unpacked"),
        ("a.zip", changed_zip(), "cannot be unpacked"),
        ("other.json", b'{"format":"chess"}', "it is not a record of a game"),
    ],
    # Packed files contain the time, so without ids the tests' names would differ between processes.
    ids=["empty", "no gzip", "cut gzip", "changed zip", "another format"],
)
def test_a_file_that_cannot_be_read_is_said(tmp_path, name, raw, reason):
    said, complained = run(written(tmp_path / name, raw))
    assert said == ["games imported: 0, here already: 0, refused: 1"]
    assert reason in complained[0]
    assert complained[1] == "not everything could be imported"


def test_a_file_that_is_not_there_is_said(tmp_path):
    assert "cannot be read: No such file or directory" in run(tmp_path / "nothing.json")[1][0]


def test_a_bomb_is_refused_record_by_record(lines, tmp_path, monkeypatch):
    """The importer unpacks one record at a time. If a record is too large, the importer still reads the records after it."""
    from tables.management import record_files

    for module in (records, record_files):
        monkeypatch.setattr(module, "MOST_BYTES", 100_000)
    bomb = b'{"format":"staffetta-record","format_version":2,"name":"' + b"a" * 1_000_000 + b'"}\n'
    said, complained = run(kept_in_gzip(tmp_path, [lines[0], bomb, lines[1]]))
    assert said[-1] == "games imported: 2, here already: 0, refused: 1"
    assert complained[0].startswith("games.jsonl.gz:2: refused, it is larger than")
    alone = written(tmp_path / "bomb.json.gz", gzip.compress(b" " * 1_000_000))
    assert "it is larger than" in run(alone)[1][0]


def test_all_private(lines, tmp_path):
    run(kept_in_lines(tmp_path, lines), visibility=Table.Visibility.PRIVATE)
    assert set(Table.objects.values_list("visibility", flat=True)) == {"private"}
