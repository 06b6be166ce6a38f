"""Spectator chat, and the number of unread chat lines."""

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import OnlookerLine, Relation, Seat
from tables.selectors.play import asking
from tables.services.people import onlookers, relations
from tables.services.play import chat, ending
from tests.site import factories
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def table(people):
    return factories.running_table(*people[:2], game="gonzaga")


def address(table):
    return reverse("tables:onlookers", args=[table.code])


def says(table, user, text="White wins"):
    return onlookers.say(table_id=table.pk, user=user, text=text, now=NOW)


def test_onlookers_talk_and_players_read_it_once_the_game_is_over(people, table):
    anna, ben, carla = people
    changes = factories.fresh(table).changes
    answer = signed_in(carla).post(address(table), {"text": "White wins"}, follow=True)
    assert "White wins" in answer.text
    assert "White wins" in page_of(signed_in(factories.person("Dora")), address(table))
    assert "White wins" not in page_of(signed_in(anna), address(table))
    assert signed_in().get(address(table)).status_code == 302
    assert factories.fresh(table).changes == changes
    ending.concede(table_id=table.pk, user=ben, now=NOW)
    assert "White wins" in page_of(signed_in(anna), address(table))
    assert "White wins" in page_of(signed_in(), address(table))


def test_who_plays_or_played_writes_nothing_there(people, table):
    anna, _ben, carla = people
    for user in (anna, carla):
        if user == carla:
            Seat.objects.filter(table=table, user=anna).update(user=carla)
        with pytest.raises(Refusal) as refused:
            says(table, anna)
        assert refused.value.code == "no_onlooker"
    assert signed_in(anna).post(address(table), {"text": "Hello"}).status_code == 422
    assert not OnlookerLine.objects.exists()


def test_only_public_games_have_it(people):
    hidden = factories.running_table(*people[:2], visibility="private")
    assert signed_in(people[0]).get(address(hidden)).status_code == 404
    assert signed_in(people[2]).get(address(hidden)).status_code == 404
    waits = factories.open_table(people[0])
    assert signed_in(people[2]).post(address(waits), {"text": "Hello"}).status_code == 404


def test_who_is_muted_is_folded_away_there_too(people, table):
    anna, _ben, carla = people
    says(table, carla)
    dora = factories.person("Dora")
    relations.add_relation(owner=dora, number=carla.pk, kind=Relation.Kind.MUTED, now=NOW)
    ending.concede(table_id=table.pk, user=anna, now=NOW)
    assert ["unheard" in page_of(signed_in(user), address(table)) for user in (dora, anna)] == [True, False]


def test_unread_lines_are_counted_until_they_are_read(people, table):
    anna, ben, _carla = people
    lines = [chat.say(table_id=table.pk, user=user, text="Well", now=NOW) for user in (anna, ben, ben)]
    client, page = signed_in(anna), table.get_absolute_url()
    assert asking.unread_lines(anna) == {table.pk: 2}
    assert "2 unread messages" in page_of(client, "/my/")
    assert f'name="upto" value="{lines[-1].pk}"' in page_of(client, page)
    read = reverse("tables:read_chat", args=[table.code])
    assert client.post(read, {"upto": lines[1].pk}, headers=HTMX).status_code == 200
    assert asking.unread_lines(anna) == {table.pk: 1}
    client.post(read, {"upto": "x"})
    client.post(read, {"upto": lines[1].pk})
    assert asking.unread_lines(anna) == {table.pk: 1}
    client.post(read, {"upto": lines[-1].pk + 1000})
    assert asking.unread_lines(anna) == {}
    assert "unread" not in page_of(client, "/my/")
    assert 'name="upto"' not in page_of(client, page)
    chat.say(table_id=table.pk, user=ben, text="And?", now=NOW)
    assert asking.unread_lines(anna) == {table.pk: 1}
    chat.say(table_id=table.pk, user=anna, text="Yes", now=NOW)
    assert asking.unread_lines(anna) == {}


def test_lines_of_who_is_muted_are_not_unread(people, table):
    anna, ben, _carla = people
    relations.add_relation(owner=anna, number=ben.pk, kind=Relation.Kind.MUTED, now=NOW)
    chat.say(table_id=table.pk, user=ben, text="Well", now=NOW)
    assert asking.unread_lines(anna) == {}
    assert 'name="upto"' not in page_of(signed_in(anna), table.get_absolute_url())
