"""The database and its keys as two files: tried out before anybody relies on them, and put back."""

import os
import secrets
import subprocess
import sys

import pytest
from django.db import connection

from engines.specimen.actions import SealRoad
from tables.models import Table
from tables.services.staff import sealing
from tests.site import factories
from tests.site.sealing.test_rotation import ROOT, address

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
ENDING = ".sqlite3" if connection.vendor == "sqlite" else ".dump"


def manage(*command, **environment):
    """A command on the database of the tests, by a process of its own."""
    own = {"DATABASE_URL": address(), "DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    words = [sys.executable, "manage.py", *map(str, command)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def table():
    found = factories.running_table(factories.person("Anna"), factories.person("Berto"))
    factories.send(found.seats.get(index=0), SealRoad("valley"))
    sealing.check_keys(now=factories.NOW)
    return found


@pytest.fixture
def saved(table, tmp_path):
    """A backup: the copy and its keys, in folders of their own."""
    for name in ("copies", "keys"):
        (tmp_path / name).mkdir()
    done = manage("backup", tmp_path / "copies", "--keys", tmp_path / "keys")
    assert done.returncode == 0, done.stderr
    assert "everything in it opens" in done.stdout
    [copy], [keys] = (list((tmp_path / name).iterdir()) for name in ("copies", "keys"))
    return copy, keys


def test_both_files_are_for_their_owner_alone(saved):
    copy, keys = saved
    assert copy.suffix == ENDING
    assert [file.stat().st_mode & 0o777 for file in saved] == [0o600, 0o600]
    assert keys.read_text().split() == [os.environ["DATA_KEYS"]]
    assert os.environ["DATA_KEYS"].encode() not in copy.read_bytes()


def test_whoever_keeps_them_together_is_told_so(table, tmp_path):
    done = manage("backup", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Keep the two apart" in done.stdout
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_is_not_there_is_said(tmp_path):
    done = manage("backup", tmp_path / "nowhere")
    assert (done.returncode, done.stderr.strip()) == (1, f"CommandError: {tmp_path / 'nowhere'} is no folder.")


def test_what_was_saved_comes_back(table, saved):
    copy, keys = saved
    seq, state = factories.fresh(table).seq, factories.fresh(table).state
    factories.send(table.seats.get(index=1), SealRoad("ridge"))
    assert factories.fresh(table).seq > seq
    refused = manage("restore", copy, "--keys", keys)
    assert refused.returncode == 1
    assert "the database is not empty" in refused.stderr
    assert factories.fresh(table).seq > seq
    connection.close()
    done = manage("restore", copy, "--keys", keys, "--replace")
    assert done.returncode == 0, done.stderr
    assert "The database is restored" in done.stdout
    again = Table.objects.get(pk=table.pk)
    assert (again.seq, again.state) == (seq, state)


def test_it_can_be_tried_without_touching_anything(table, saved):
    copy, keys = saved
    factories.send(table.seats.get(index=1), SealRoad("ridge"))
    seq = factories.fresh(table).seq
    done = manage("restore", copy, "--keys", keys, "--check")
    assert done.returncode == 0, done.stderr
    assert "values opened" in done.stdout
    assert factories.fresh(table).seq == seq


def test_with_other_keys_it_is_refused_and_nothing_is_changed(table, saved, tmp_path):
    copy, _keys = saved
    wrong = tmp_path / "wrong.keys"
    wrong.write_text(secrets.token_urlsafe(32))
    done = manage("restore", copy, "--keys", wrong, "--replace")
    assert done.returncode == 1
    assert "Nothing was changed." in done.stderr
    assert "is sealed with the key" in done.stderr
    assert factories.fresh(table).state


def test_a_damaged_copy_is_refused_and_nothing_is_changed(table, saved):
    copy, keys = saved
    copy.write_bytes(copy.read_bytes()[:2000])
    done = manage("restore", copy, "--keys", keys, "--replace")
    assert done.returncode == 1
    assert "Nothing was changed." in done.stderr
    assert factories.fresh(table).state


def test_a_copy_of_another_kind_of_database_is_refused(saved, tmp_path):
    _copy, keys = saved
    other = tmp_path / "copy.txt"
    other.write_text("nothing")
    done = manage("restore", other, "--keys", keys)
    assert f"its name would end in {ENDING}" in done.stderr
    assert "is no file" in manage("restore", tmp_path / "nowhere", "--keys", keys).stderr
