"""Table with an unreadable position: its page shows a notice, nothing can be sent, and other pages still work."""

import pytest
from django.urls import reverse

from tables.models import Move, Table
from tests.rows import rewrite
from tests.site import factories
from tests.site.views import HTMX, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def broken():
    people = [factories.person(), factories.person()]
    table = factories.running_table(*people)
    rewrite(Table.objects.filter(pk=table.pk), state='{"public":')
    return table, people[0]


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("name", ["detail", "log"])
def test_the_page_says_that_the_table_is_looked_after(broken, name, headers, caplog):
    table, user = broken
    response = signed_in(user).get(reverse(f"tables:{name}", args=[table.code]), headers=headers)
    assert response.status_code == 503
    assert "every move is recorded" in response.content.decode()
    assert table.code in caplog.text


@pytest.mark.parametrize("name", ["act", "file"])
def test_nothing_can_be_sent_and_nothing_changes(broken, name):
    table, user = broken
    fields = {"key": "saddle/1", "own_ply": "0", "token": "t" * 16, "action": '{"type":"SealRoad","road":"valley"}'}
    response = signed_in(user).post(reverse(f"tables:{name}", args=[table.code]), fields)
    assert response.status_code == 503
    assert list(Move.objects.filter(table=table).values_list("seq", flat=True)) == [0]
    assert factories.fresh(table).quarantined_at is not None


@pytest.mark.parametrize("name", ["home", "tables:mine", "tables:lobby"])
def test_all_other_pages_go_on(broken, name):
    response = signed_in(broken[1]).get(reverse(name))
    assert response.status_code == 200
    assert "My games" in response.content.decode()
