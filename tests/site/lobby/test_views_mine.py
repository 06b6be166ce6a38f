"""My games: what stands at a table at which all clocks stand still, and the number beside the way there."""

import re

import pytest
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables.services.time import pausing
from tests.site import factories
from tests.site.views import HTMX, page_of, signed_in, slot

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


def number(page: str, *, oob: bool) -> str:
    """What stands beside "My games"; empty for no number."""
    found = re.findall(r'<span id="waiting-count"( hx-swap-oob="true")?>(?: <span class="badge">(\d+)<)?', page)
    assert [bool(mark) for mark, _count in found] == [oob]
    return found[0][1]


def test_the_number_beside_my_games_follows_every_move():
    """It comes with the answer to one's own move, and with the news of the moves of others."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    tables = [factories.running_table(anna, ben) for _table in range(2)]
    client, address = signed_in(anna), tables[0].get_absolute_url()
    page = page_of(client, address)
    assert number(page, oob=False) == "2"
    fields = slot(page, action='{"type":"SealRoad","road":"river"}')
    said = client.post(f"{address}act/", fields, headers=HTMX).content.decode()
    assert number(said, oob=True) == "1"
    for table in tables:
        factories.send(factories.seat_of(table, ben), SealRoad("ridge"))
    news = page_of(client, f"{address}?panel=&seq=1&beside=0", headers=HTMX)
    assert number(news, oob=True) == str(sum(bool(factories.waiting(each, factories.seat_of(each, anna))) for each in tables))
    assert "waiting-count" not in page_of(signed_in(), f"{address}?panel=&seq=1&beside=0", headers=HTMX)
