"""The table page: what each of three actors sees, and what a move answers with."""

import re

import pytest
from django.test import Client

from engines.specimen.actions import SealRoad
from tables.models import Move, Table
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def actors():
    player, opponent, stranger = (factories.person(name) for name in ("Player", "Opponent", "Stranger"))
    table = factories.running_table(player, opponent)
    return table, player, opponent, stranger


def hidden(page, name):
    return re.search(rf'name="{name}" value="([^"]+)"', page).group(1)


def form(page, **more):
    return {name: hidden(page, name) for name in ("key", "own_ply", "token")} | more


VALLEY = '{"type":"SealRoad","road":"valley"}'


def test_a_player_sees_their_hand_and_is_asked(actors):
    table, player, _opponent, _stranger = actors
    page = signed_in(player).get(f"/t/{table.code}/").content.decode()
    assert "Your letters" in page
    assert "Your turn: choose a road" in page


def test_a_move_answers_with_panel_and_the_rest_out_of_band(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    page = client.get(f"/t/{table.code}/").content.decode()
    response = client.post(f"/t/{table.code}/act/", form(page, action=VALLEY), headers={"HX-Request": "true"})
    said = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in said
    assert 'id="panel"' in said
    for part in ("board", "hand", "seats", "log", "live", "pulse", "chat-lines"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', said), part
    assert Move.objects.filter(table=table, seq=1).exists()
