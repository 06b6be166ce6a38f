"""Record of a game that began with a guide: taking back, replay, check and download."""

import importlib
import json
import re
from functools import cache

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.urls import reverse

from engines import registry
from engines.contract import encode
from engines.guide import LEARNER, Guide, guides_of
from tables.models import Lesson, Table
from tables.selectors.archive import records
from tables.services.archive import verify
from tables.services.lobby import lessons
from tables.services.play import going_back
from tests.site import factories, practising
from tests.site.checking import check
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GUIDES = [guide for game in registry.PLAYABLE for guide in guides_of(game)]
every_guide = pytest.mark.parametrize("guide", GUIDES, ids=[guide.slug for guide in GUIDES])
NOW = factories.NOW


def begun(guide: Guide, client, user) -> Table:
    """Begin the guide and give its expected answers up to move 12. Return the table."""
    table = lessons.begin(user=user, slug=guide.slug, now=NOW)
    for number, station in enumerate(guide.stations):
        if station.key and factories.fresh(table).seq < 12:
            seat, actions = practising.own_seat(table), encode(station.example).decode()
            sent = {"key": station.key, "own_ply": seat.plies, "actions": actions, "token": f"station-{number}"}
            assert client.post(reverse("tables:act", args=[table.code]), sent).status_code == 302
        else:
            lessons.go_on(table=factories.fresh(table), number=number, now=NOW)
    return factories.fresh(table)


def left(table: Table) -> Table:
    """Leave the guide, which makes its table a practice table, and return the table."""
    Lesson.objects.filter(table=table).delete()
    return factories.fresh(table)


def wrong(table: Table) -> list[str]:
    return [finding.code for finding in verify.verify_table(table) if not finding.ok]


@cache
def shipped_apps():
    """Return the models as of migration 0041, which do not unseal hidden columns."""
    return MigrationLoader(connection).project_state(("tables", "0041_stable_names")).apps


def as_before(table: Table) -> Table:
    """Remove the key of a table's draws, as in rows of old versions, run the migration, and return the table."""
    table.roots = []
    table.save(update_fields=["roots"])
    importlib.import_module("tables.migrations.0042_fixed_deals").keep_keys(shipped_apps(), None)
    return factories.fresh(table)


def holds_to_its_end(table: Table, client, folder, **said) -> None:
    """Play on to the end. Check the archive pages and the downloaded record, which cannot be imported."""
    table = factories.play_to_end(table)
    assert wrong(table) == []
    for name in ("archive:step", "archive:text", "archive:check"):
        address = reverse(name, args=[table.code, 1] if name == "archive:step" else [table.code])
        assert client.get(address).status_code == 200, name
    page = page_of(client, reverse("archive:check", args=[table.code]))
    assert "Everything matches" in page
    assert "The deal of this game is fixed" in page
    address = reverse("archive:record", args=[table.code])
    assert f'href="{address}"' in page
    raw = client.get(address).content
    assert check(json.loads(raw), folder) == []
    with pytest.raises(records.BadRecord, match="practice"):
        records.read_record(raw)


@pytest.mark.slow
@every_guide
def test_the_record_holds_from_the_middle_to_the_end(guide, tmp_path):
    user = factories.person()
    client = signed_in(user)
    table = begun(guide, client, user)
    assert practising.own_seat(table).index == LEARNER
    assert wrong(table) == []
    holds_to_its_end(left(table), client, tmp_path)


@pytest.mark.slow
@every_guide
@pytest.mark.parametrize("place", [0, -1])
def test_it_is_taken_back_and_played_on_to_the_end(guide, place, tmp_path):
    user = factories.person()
    client = signed_in(user)
    old = begun(guide, client, user)
    sent = sorted(old.submissions.values_list("first_seq", flat=True))
    table = going_back.go_back(table_id=old.pk, user=user, first_seq=sent[place], now=NOW)
    assert wrong(factories.fresh(table)) == []
    holds_to_its_end(factories.fresh(table), client, tmp_path)


@pytest.mark.slow
@every_guide
def test_a_table_of_before_is_mended(guide, tmp_path):
    user = factories.person()
    client = signed_in(user)
    table = as_before(begun(guide, client, user))
    assert wrong(table) == []
    branch = going_back.go_back(table_id=table.pk, user=user, now=NOW)
    assert wrong(factories.fresh(branch)) == []
    holds_to_its_end(left(table), client, tmp_path)


def test_only_tables_of_guides_are_mended():
    user = factories.person()
    # Only games with guides: a game with a single draw at the start could match a wrong key by chance.
    tables = [practising.opened(user, game) for game in registry.PLAYABLE if guides_of(game)]
    ordinary = factories.running_table(user, factories.person(), game="gonzaga")
    for table in (*tables, ordinary):
        assert as_before(table).roots == []


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_a_game_that_went_on_from_a_running_one_tells_its_key_once_that_has_ended(game, tmp_path):
    """While the old game is running, the new game's key is hidden. It would tell a player the old game's future draws."""
    user = factories.person()
    client = signed_in(user)
    old = practising.play_as_bot(client, practising.opened(user, game), 3)
    new = factories.play_to_end(factories.fresh(going_back.go_back(table_id=old.pk, user=user, now=NOW)))
    [[_until, key]] = new.roots
    address, page = reverse("archive:record", args=[new.code]), reverse("archive:check", args=[new.code])
    assert client.get(address).status_code == 404
    assert not re.search(f"{key}|{address}", page_of(client, page))
    factories.play_to_end(old)
    assert check(json.loads(client.get(address).content), tmp_path) == []
    assert key in page_of(client, page)
    assert "fixed" not in page_of(client, page)
