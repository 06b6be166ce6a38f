"""What those who run the site see of a broken table, and how they give it back."""

import pytest
from django.urls import reverse

from accounts.models import User
from engines.specimen.actions import SealRoad
from tables.models import Move
from tables.services import quarantine
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("operator@example.org", display_name="Operator"))
    return client


@pytest.fixture
def table():
    return factories.running_table(factories.person(), factories.person())


def test_the_admin_shows_no_secret(operator, table):
    seat = table.seats.first()
    factories.send(seat, SealRoad("valley"))
    move = Move.objects.get(table=table, seq=1)
    pages = [
        operator.get(reverse("admin:tables_table_change", args=[table.pk])),
        operator.get(reverse("admin:tables_table_changelist")),
        operator.get(reverse("admin:tables_move_change", args=[move.pk])),
        operator.get(reverse("admin:tables_move_changelist")),
    ]
    for page in pages:
        text = page.content.decode()
        assert page.status_code == 200
        assert table.code in text
        for secret in (table.invite, table.pulse, "valley", "vault", bytes(table.secret).hex(), repr(bytes(table.secret))):
            assert secret not in text


def test_nothing_can_be_edited_there(operator, table):
    page = operator.post(reverse("admin:tables_table_change", args=[table.pk]), {"name": "changed"})
    assert page.status_code == 403
    assert factories.fresh(table).name == ""


def test_a_broken_table_is_given_back_with_one_action(operator, table):
    quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    chosen = {"action": "release", "_selected_action": [table.pk]}
    operator.post(reverse("admin:tables_table_changelist"), chosen)
    found = factories.fresh(table)
    assert (found.quarantined_at, found.quarantine_reason) == (None, "")
    assert found.advance_at is not None
