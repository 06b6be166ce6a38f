"""Old exported records can still be imported and read. There is one of every version of every game."""

import json
import re
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from engines import registry
from tables.models import Table
from tables.selectors.archive import export
from tables.selectors.archive.records import FORMAT_VERSION, read_record, same_game
from tables.services.archive.importing import import_game
from tables.services.archive.verify import verify_table
from tests.site import factories
from tests.site.archiving import signed_in, text_of

FROZEN = Path(__file__).parents[1] / "frozen"
FILES = sorted(FROZEN.glob("*.json"))
# Games that existed when the first record format was in use. All other games began with a later format.
OLDEST = ("gonzaga", "principato", "specimen", "zena1814")
every_record = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def imported(path):
    record = read_record(path.read_bytes())
    assert import_game(record=record, now=factories.NOW + timedelta(days=1))
    return record, Table.objects.get(code=record.code)


@pytest.mark.parametrize("engine", registry.engines(specimens=True), ids=lambda engine: engine.slug)
def test_a_record_of_every_version_and_format_is_kept(engine):
    """Every version has a kept record, the newest one in the current format. The oldest games have one in every format.

    Before a version's first game, run ``python -m tests.site.freezing SLUG`` to make its record.
    """
    kept = {re.fullmatch(rf"{engine.slug}-(.+)-format(\d+)", path.stem).groups() for path in FROZEN.glob(f"{engine.slug}-*")}
    assert {version for version, _format in kept} == set(engine.versions)
    formats = {str(number) for number in range(1, FORMAT_VERSION + 1)} if engine.slug in OLDEST else set()
    assert set(product(engine.versions[-1:], [str(FORMAT_VERSION)])) | {("1", number) for number in formats} <= kept


@every_record
@pytest.mark.database
@pytest.mark.django_db
def test_it_is_imported_and_holds(path):
    record, table = imported(path)
    assert path.stem == f"{table.game}-{table.version}-format{record.format_version}"
    assert all(finding.ok for finding in verify_table(table))
    again = read_record(export.record_bytes(table))
    assert same_game(again, record)
    assert [seat.name for seat in again.seats] == [seat.name for seat in record.seats]


@every_record
@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.slow
def test_it_is_shown_from_its_start_to_its_end(path):
    record, table = imported(path)
    last = len(record.moves) - 1
    for step in (0, 1, last // 2, last):
        page = text_of(signed_in().get(f"/archive/{table.code}/{step}/"))
        assert f"Step {step} of {last}" in page
        assert all(seat.name in page for seat in record.seats)
    scores = [str(points) for points in json.loads(path.read_bytes())["outcome"]["scores"]]
    assert all(points in text_of(signed_in().get(f"/archive/{table.code}/")) for points in scores)
    assert "Everything matches" in text_of(signed_in().get(f"/archive/{table.code}/check/"))
