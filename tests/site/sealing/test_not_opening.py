"""A sealed value that does not open: words instead of a crash at its table, and everything else as ever."""

import pytest
from django.db import connection
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables.models import Feed, Move, Seat, Table
from tables.models.hidden import hidden
from tests.site import factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
COLUMNS = [(Table, "state"), (Seat, "seen_public"), (Seat, "notes"), (Move, "events"), (Move, "draws"), (Move, "action")]
OWN = ["tables:detail", "tables:recap", "tables:log", "tables:orders", "tables:plan", "archive:detail"]


@pytest.fixture
def anna():
    return factories.person("Anna")


def broken(table, model, column):
    """The value of another place stands in this column of every row of the table."""
    rows = {"code": table.code} if model is Table else {"table": table}
    field, other = hidden(model, column), factories.running_table(factories.person(), factories.person())
    with connection.cursor() as cursor:
        cursor.execute("SELECT state FROM tables_table WHERE id = %s", [other.pk])
        [foreign] = cursor.fetchone()
        for row in model.objects.filter(**rows):
            cursor.execute(f"UPDATE {model._meta.db_table} SET {field.column} = %s WHERE id = %s", [foreign, row.pk])


@pytest.mark.parametrize(("model", "column"), COLUMNS, ids=[f"{model.__name__}.{column}" for model, column in COLUMNS])
def test_its_pages_say_so_and_all_others_are_as_ever(model, column, anna):
    ben, client = factories.person("Ben"), signed_in(anna)
    client.raise_request_exception = False
    bad, good = factories.running_table(anna, ben), factories.running_table(anna, ben)
    factories.send(factories.seat_of(bad, ben), SealRoad("valley"))
    feed = Feed.objects.create(user=anna, made_at=factories.NOW)
    broken(bad, model, column)
    own = {name: client.get(reverse(name, args=[bad.code])).status_code for name in OWN}
    assert {name: status for name, status in own.items() if status not in (200, 302, 404, 503)} == {}
    others = ["/", "/my/", "/watch/", "/tables/", reverse("tables:feed_atom", args=[feed.token]), good.get_absolute_url()]
    assert {address: client.get(address).status_code for address in others} == dict.fromkeys(others, 200)
