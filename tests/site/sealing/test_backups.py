"""Backups of the database and its keys in two files: verified when they are made, and restored."""

import os
import secrets
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from engines.specimen.actions import SealRoad
from tables.models import Table
from tables.services.staff import sealing
from tests.site import factories
from tests.site.sealing.test_rotation import ROOT, address

pytestmark = [pytest.mark.slow, pytest.mark.database, pytest.mark.django_db(transaction=True)]
ENDING = ".sqlite3" if connection.vendor == "sqlite" else ".dump"


def manage(*command):
    """Run a management command on the test database and return its output. Raises CommandError."""
    out = StringIO()
    call_command(*map(str, command), stdout=out)
    return out.getvalue()


def by_hand(*command):
    """Run a command in a separate process, as an admin does, and return the finished process."""
    own = {"DATABASE_URL": address()}
    words = [sys.executable, "manage.py", *map(str, command)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(autouse=True)
def _settings_of_the_site(monkeypatch):
    """Use the site's settings for nested commands. The test settings have another key."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")


@pytest.fixture
def table():
    found = factories.running_table(factories.person("Anna"), factories.person("Berto"))
    factories.send(found.seats.get(index=0), SealRoad("valley"))
    sealing.check_keys(now=factories.NOW)
    return found


@pytest.fixture
def saved(table, tmp_path):
    """Make a backup in two folders. Return the paths of the database copy and of its keys."""
    for name in ("copies", "keys"):
        (tmp_path / name).mkdir()
    assert "everything in it opens" in manage("backup", tmp_path / "copies", "--keys", tmp_path / "keys")
    [copy], [keys] = (list((tmp_path / name).iterdir()) for name in ("copies", "keys"))
    return copy, keys


def test_both_files_are_for_their_owner_alone(saved):
    copy, keys = saved
    assert copy.suffix == ENDING
    assert [file.stat().st_mode & 0o777 for file in saved] == [0o600, 0o600]
    assert keys.read_text().split() == [os.environ["DATA_KEYS"]]
    assert os.environ["DATA_KEYS"].encode() not in copy.read_bytes()


def test_keeping_keys_and_backups_together_is_reported(table, tmp_path):
    done = by_hand("backup", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Keep the two apart" in done.stdout
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CommandError, match="nowhere is no folder"):
        manage("backup", tmp_path / "nowhere")


def test_what_was_saved_comes_back(table, saved):
    copy, keys = saved
    seq, state = factories.fresh(table).seq, factories.fresh(table).state
    factories.send(table.seats.get(index=1), SealRoad("ridge"))
    assert factories.fresh(table).seq > seq
    with pytest.raises(CommandError, match="the database is not empty"):
        manage("restore", copy, "--keys", keys)
    assert factories.fresh(table).seq > seq
    connection.close()
    done = by_hand("restore", copy, "--keys", keys, "--replace")
    assert done.returncode == 0, done.stderr
    assert "The database is restored" in done.stdout
    again = Table.objects.get(pk=table.pk)
    assert (again.seq, again.state) == (seq, state)


def test_it_can_be_tried_without_touching_anything(table, saved):
    copy, keys = saved
    factories.send(table.seats.get(index=1), SealRoad("ridge"))
    seq = factories.fresh(table).seq
    assert "values opened" in manage("restore", copy, "--keys", keys, "--check")
    assert factories.fresh(table).seq == seq


def test_what_does_not_hold_is_refused_and_nothing_is_changed(table, saved, tmp_path):
    """An invalid backup is refused and nothing is changed.

    Cases: other keys, a damaged copy, a copy of another kind of database, and a missing file.
    """
    copy, keys = saved
    wrong, other = tmp_path / "wrong.keys", tmp_path / "copy.txt"
    wrong.write_text(secrets.token_urlsafe(32))
    other.write_text("nothing")
    with pytest.raises(CommandError, match=r"(?s)Nothing was changed.*is sealed with the key"):
        manage("restore", copy, "--keys", wrong, "--replace")
    with pytest.raises(CommandError, match=f"its name would end in {ENDING}"):
        manage("restore", other, "--keys", keys, "--replace")
    with pytest.raises(CommandError, match="nowhere is no file"):
        manage("restore", tmp_path / "nowhere", "--keys", keys)
    copy.write_bytes(copy.read_bytes()[:2000])
    with pytest.raises(CommandError, match="Nothing was changed"):
        manage("restore", copy, "--keys", keys, "--replace")
    assert factories.fresh(table).state
