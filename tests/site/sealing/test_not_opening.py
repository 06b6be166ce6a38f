"""Sealed values that cannot be decrypted: the table shows a message instead of a crash, and other pages work."""

import pytest
from django.db import connection
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables.errors import Code, Refusal
from tables.models import DataKey, Feed, Move, Seat, Table
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.rows import rewrite
from tests.site import factories
from tests.site.breaking import broken
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
COLUMNS = [(Table, "state"), (Seat, "seen_public"), (Seat, "notes"), (Move, "events"), (Move, "draws"), (Move, "action")]
OWN = ["tables:detail", "tables:recap", "tables:log", "tables:orders", "tables:plan", "archive:detail"]


@pytest.fixture
def anna():
    return factories.person("Anna")


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


def test_its_table_is_set_aside_and_lists_say_so(anna):
    table, client = factories.running_table(anna, factories.person("Ben"), name="Over the Alps"), signed_in(anna)
    broken(table, Seat, "seen_public")
    assert client.get(table.get_absolute_url()).status_code == 200
    rewrite(Seat.objects.filter(table=table), notes="Only for me.")
    broken(table, Seat, "notes")
    assert client.get(reverse("tables:plan", args=[table.code])).status_code == 503
    found = factories.fresh(table)
    assert found.quarantined_at
    assert found.quarantine_reason.startswith("CannotOpen: tables_seat|notes|")
    page = client.get("/my/").content.decode()
    assert page.count("Over the Alps") == 1
    assert "on hold" in page
    assert "on hold until the admins resume the table" in page


def test_it_is_given_back_only_when_everything_opens(anna):
    table, client = factories.running_table(anna, factories.person("Ben")), signed_in(anna)
    operator = Operator(user_id=factories.person("Olga").pk, reason="Looked at it.")
    rewrite(Seat.objects.filter(table=table), notes="Only for me.")
    broken(table, Seat, "notes")
    client.get(reverse("tables:plan", args=[table.code]))
    with pytest.raises(Refusal) as refused:
        operating.release(table_id=table.pk, operator=operator, now=factories.NOW)
    assert refused.value.code == Code.DOES_NOT_HOLD
    assert [finding.code for finding in operating.recheck(factories.fresh(table)) if not finding.ok] == ["sealing"]
    rewrite(Seat.objects.filter(table=table), notes="")
    operating.release(table_id=table.pk, operator=operator, now=factories.NOW)
    assert factories.fresh(table).quarantined_at is None


def test_a_key_that_only_this_process_lacks_sets_nothing_aside(anna):
    """A missing key puts the table on hold only if it is not in the list of keys.

    A key in the list is used by another process, so the value is not damaged.
    """
    table = factories.running_table(anna, factories.person("Ben"))
    client = signed_in(anna)
    DataKey.objects.create(key_id="0123abcd", since=factories.NOW)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET state = 's1:0123abcd:AAAA' WHERE id = %s", [table.pk])
    assert client.get(table.get_absolute_url()).status_code == 503
    assert factories.fresh(table).quarantined_at is None
    DataKey.objects.all().delete()
    assert client.get(table.get_absolute_url()).status_code == 503
    assert factories.fresh(table).quarantined_at
