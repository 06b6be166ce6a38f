"""Memory used by a page: it is freed with the page, without waiting for the garbage collector."""

import gc
import subprocess
import sys

import pytest

from tables.models import Table
from tables.pages.table import TablePage
from tests.site import factories
from tests.site.pages.test_views_pulse import asked
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LOOKED_THROUGH = """
import gc
from config.wsgi import application
print(gc.get_freeze_count() > 100_000, len(gc.get_objects()) < gc.get_freeze_count() / 10)
"""


def test_a_table_page_leaves_nothing_of_the_game():
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    # The test client is not used, because it keeps template contexts in memory.
    headers = {"cookie": signed_in(player).cookies.output(header="", sep=";").strip()}
    path = table.get_absolute_url()
    status, _headers, page = asked(path, headers=headers)
    assert status == "200 OK"
    assert b'id="panel"' in page
    gc.collect()
    gc.disable()
    try:
        before = left()
        asked(path, headers=headers)
        assert left() == before
    finally:
        gc.enable()


def left():
    """Return the number of page and table objects in memory."""
    return sum(isinstance(each, (TablePage, Table)) for each in gc.get_objects())


def test_what_was_loaded_is_not_looked_through_for_garbage():
    answer = subprocess.run([sys.executable, "-c", LOOKED_THROUGH], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["True", "True"]
