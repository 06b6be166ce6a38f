"""My games: what stands at a table at which all clocks stand still."""

import pytest
from django.urls import reverse

from tables.services import pausing
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PAUSED = '<span class="badge gold">paused</span>'


def test_a_paused_game_is_marked_for_who_is_asked_and_who_waits():
    anna, ben, stranger = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    table = factories.running_table(anna, ben, game="principato")
    clients = [signed_in(user) for user in (anna, ben, stranger)]
    assert not any(PAUSED in page_of(client, reverse("tables:mine")) for client in clients)
    pausing.pause(factories.fresh(table), now=factories.NOW)
    assert [page_of(client, reverse("tables:mine")).count(PAUSED) for client in clients] == [1, 1, 0]
    pausing.resume(factories.fresh(table), now=factories.NOW)
    assert not any(PAUSED in page_of(client, reverse("tables:mine")) for client in clients)
