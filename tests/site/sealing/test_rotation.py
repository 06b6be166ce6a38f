"""Key rotation: all values are sealed with the new key unless one cannot be decrypted, and the old key can be removed."""

import os
import secrets
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from config.safe.sealing import CannotOpen, Keyring
from engines.specimen.actions import SealRoad
from tables.models import DataKey, Move
from tables.services.archive.verify import verify_table
from tables.services.staff import sealing
from tests.rows import rewrite
from tests.site import factories

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
NEW = secrets.token_urlsafe(32)


@pytest.fixture
def table():
    found = factories.running_table(factories.person("Anna"), factories.person("Berto"))
    factories.send(found.seats.get(index=0), SealRoad("valley"))
    rewrite(found.seats.all(), notes="a note")
    return found


@pytest.fixture
def old():
    sealing.check_keys(now=factories.NOW)
    return settings.DATA_KEYS[0]


def rotate(*options):
    """Run the command ``rotate_keys`` and return its output."""
    out = StringIO()
    call_command("rotate_keys", *options, stdout=out)
    return out.getvalue()


def ids(*keys):
    return set(Keyring(list(keys)).ids)


def test_everything_is_sealed_with_the_new_key_and_the_old_one_may_go(table, old, settings):
    settings.DATA_KEYS = [NEW, old]
    assert set(sealing.opened_by_key()) == ids(old)
    assert "everything is sealed with the key" in rotate()
    assert set(DataKey.objects.values_list("pk", flat=True)) == ids(NEW)
    settings.DATA_KEYS = [NEW]
    assert set(sealing.opened_by_key()) == ids(NEW)
    assert all(finding.ok for finding in verify_table(factories.fresh(table)))
    factories.send(table.seats.get(index=1), SealRoad("ridge"))
    assert "rows sealed anew: 0" in rotate()


def test_between_the_two_both_are_read(table, old, settings):
    settings.DATA_KEYS = [NEW, old]
    sealing.check_keys(now=factories.NOW)
    factories.send(table.seats.get(index=1), SealRoad("ridge"))
    assert set(sealing.opened_by_key()) == ids(NEW, old)
    assert all(finding.ok for finding in verify_table(factories.fresh(table)))
    assert f"{Keyring([old]).ids[0]}: " in rotate("--check")


def test_what_was_ended_in_the_middle_goes_on(table, old, settings, monkeypatch):
    settings.DATA_KEYS = [NEW, old]
    monkeypatch.setattr(sealing, "BATCH", 1)

    def end(table, rows):
        if table == "tables_seat":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sealing.rotate(now=factories.NOW, on_progress=end)
    assert set(sealing.opened_by_key()) == ids(NEW, old)
    assert set(DataKey.objects.values_list("pk", flat=True)) == ids(NEW, old)
    rotate()
    assert set(sealing.opened_by_key()) == ids(NEW)


def test_a_row_that_does_not_open_stops_it_and_the_old_key_stays(table, old, settings):
    first, second = Move.objects.order_by("pk")
    Move.objects.filter(pk=first.pk).update(events=Move.objects.values_list("events", flat=True).get(pk=second.pk))
    settings.DATA_KEYS = [NEW, old]
    with pytest.raises(CommandError, match=r"tables_move\|events"):
        rotate()
    assert ids(old) <= set(DataKey.objects.values_list("pk", flat=True))
    with pytest.raises(CommandError, match=r"tables_move\|events"):
        rotate("--check")


def test_without_a_key_nothing_starts_and_nothing_changes(table, old, settings):
    settings.DATA_KEYS = [NEW]
    for start in (sealing.refuse_without_keys, rotate):
        with pytest.raises((SystemExit, CommandError), match=f"a key that DATA_KEYS does not have .{Keyring([old]).ids[0]}."):
            start()
    with pytest.raises(CommandError, match="Put that key back"):
        call_command("migrate", verbosity=0)
    with pytest.raises(CannotOpen):
        assert factories.fresh(table).state
    settings.DATA_KEYS = [old]
    assert all(finding.ok for finding in verify_table(factories.fresh(table)))


def address():
    """Return the address of the test database."""
    name = str(connection.settings_dict["NAME"])
    return f"sqlite:///{name}" if connection.vendor == "sqlite" else f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"


@pytest.mark.slow
@pytest.mark.usefixtures("table", "old")
@pytest.mark.parametrize("command", [["-c", "import config.web"], ["-m", "celery", "-A", "config", "worker", "--pool=solo"]])
def test_neither_pages_nor_workers_start_without_the_key(command):
    own = {"DATABASE_URL": address(), "DATA_KEYS": NEW, "DJANGO_SETTINGS_MODULE": "config.settings"}
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode != 0
    assert "was sealed with a key that DATA_KEYS does not have" in ended.stderr
    assert NEW not in ended.stderr
