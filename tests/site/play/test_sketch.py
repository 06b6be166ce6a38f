"""Sketches: a response that shows the turns a plan would allow, before the plan is sent."""

import re
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PLAN = {"deed": "cities"}


@pytest.fixture
def table():
    return factories.running_table(factories.person(), factories.person(), game="gonzaga")


def asked(table):
    """Return the first seat, and the form fields of a plan that this seat may choose."""
    seat = table.seats.select_related("table", "user").get(index=0)
    return seat, {"key": factories.waiting(table, seat)[0].key, "region": "inactive"} | PLAN


def address_of(table, fields=()):
    return f"{reverse('tables:sketch', args=[table.code])}?{urlencode(fields)}"


def at(client, table, fields):
    return client.get(address_of(table), fields)


def test_a_planning_player_sees_what_it_would_allow(table):
    seat, fields = asked(table)
    page = page_of(signed_in(seat.user), address_of(table, fields))
    assert 'data-turn="sketch"' in page
    assert "<html" not in page
    assert '"fiefs"' in page


@pytest.mark.parametrize("rated", [True, False])
def test_the_best_come_first_only_where_turns_are_ranked(rated):
    table = factories.running_table(factories.person(), factories.person(), game="gonzaga", rated=rated)
    seat, fields = asked(table)
    page = page_of(signed_in(seat.user), address_of(table, fields))
    assert ("data-ranks" in page) is table.ranks_turns is not rated


def test_others_and_nonsense_find_nothing(table):
    seat, fields = asked(table)
    client = signed_in(seat.user)
    for wrong in ({}, {"key": "x"}, fields | {"key": ""}, fields | {"region": "x"}, fields | {"deed": "\0"}):
        assert at(client, table, wrong).status_code == 404
    assert at(signed_in(factories.person()), table, fields).status_code == 404
    assert at(signed_in(), table, fields).status_code == 302
    assert client.post(address_of(table), fields).status_code == 405


@pytest.mark.parametrize("game", ["zena1814", "principato", "pebbles"])
def test_a_game_without_sketches_has_none(game):
    table = factories.running_table(factories.person(), factories.person(), game=game)
    seat = next(seat for seat in table.seats.all() if factories.waiting(table, seat))
    assert at(signed_in(seat.user), table, {"key": factories.waiting(table, seat)[0].key}).status_code == 404


def test_the_planning_board_sketches_its_own_position(table):
    seat, fields = asked(table)
    client = signed_in(seat.user)
    page = page_of(client, reverse("tables:plan", args=[table.code]))
    address = re.search(r'hx-get="([^"]+sketch=1)"', page)
    assert address is not None
    wanted = address.group(1).replace("&amp;", "&")
    assert 'data-turn="sketch"' in page_of(client, f"{wanted}&{urlencode(fields)}")
    assert client.get(f"{wanted}&region=nowhere").status_code == 404
