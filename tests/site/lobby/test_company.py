"""Waiting tables: facts about the waiting players, chat before the game, the invitation, and the link to the rules."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tables.models import ChatMessage, Decision, Rating, Table
from tables.selectors.seats import company
from tables.services.mail import notify
from tables.services.play import chat
from tests.site import factories, mailing
from tests.site.factories import NOW
from tests.site.views import HTMX, hidden, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def anna():
    """Return a user with a rating, and with nine of ten decisions made in time."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    Rating.objects.create(game="specimen", user=anna, mu=25, sigma=5, ordinal=4.0, games=7)
    running = factories.running_table(anna, ben)
    answered = {"table": running, "seat": factories.seat_of(running, anna), "holder": anna, "kind": "road", "asked_at": NOW}
    now = timezone.now()
    for number in range(10):
        result = Decision.Result.TIMED_OUT if number == 3 else Decision.Result.IN_TIME
        Decision.objects.create(key=f"past/{number}", when="now", closed_at=now - timedelta(days=1), result=result, **answered)
    return anna


def test_lobby_waiting_room_and_invitation_tell_of_those_who_wait(anna):
    table = factories.open_table(anna)
    client = signed_in(factories.person("Carla"))
    invitation = reverse("tables:invite", args=[table.invite])
    for address in ("/tables/", table.get_absolute_url(), invitation):
        page = page_of(client, address)
        assert '<span class="meta">rating\xa01600 · 90%\xa0on\xa0time</span>' in page
        assert (f'href="{reverse("tables:person", args=[anna.pk])}">{anna}</a>' in page) == (address != "/tables/")


def test_people_who_hide_their_name_have_no_rating_there(anna):
    User.objects.filter(pk=anna.pk).update(hides_name=True)
    factories.open_table(anna)
    page = page_of(signed_in(), "/tables/")
    assert "90%\xa0on\xa0time" in page
    assert "rating" not in page


def test_of_newcomers_and_bots_nothing_is_told():
    factories.open_table(factories.person("Newcomer"), seats=3, bots=1)
    page = page_of(signed_in(), "/tables/")
    assert "on\xa0time" not in page
    assert "rating" not in page


def test_reliability_is_counted_once_for_all_who_look(anna, django_assert_num_queries):
    newcomer = factories.person("Newcomer")
    people = [anna.pk, newcomer.pk]
    now = timezone.now()
    with django_assert_num_queries(3):
        assert company.standings(people, now) == {anna.pk: (90, 0), newcomer.pk: (None, 0)}
    with django_assert_num_queries(0):
        assert company.standings(people, now) == {anna.pk: (90, 0), newcomer.pk: (None, 0)}


def test_those_who_sit_at_a_table_talk_before_the_game():
    anna, ben, carla = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    table = factories.open_table(anna, seats=3)
    factories.filled(table, anna, ben)
    address, say = table.get_absolute_url(), reverse("tables:chat", args=[table.code])
    client = signed_in(anna)
    page = page_of(client, address)
    assert "Table chat" in page
    answer = client.post(say, {"text": f"Hello @{ben}", "token": hidden(page, "token")}, headers=HTMX)
    assert answer.status_code == 200
    assert 'id="chat-lines"' in answer.content.decode()
    assert f"Hello @{ben}" in answer.content.decode()
    assert f"Hello @{ben}" in page_of(signed_in(ben), address)
    news = page_of(signed_in(ben), f"{address}?panel=waiting", headers=HTMX)
    assert 'id="chat-lines"' in news
    # Users without a seat can read the chat, as during the game, but only seated players can write.
    stranger = signed_in(carla)
    seen = page_of(stranger, address)
    assert f"Hello @{ben}" in seen
    assert 'id="say"' not in seen
    stranger.post(say, {"text": "Let me in"})
    assert ChatMessage.objects.count() == 1
    # A refused text stays in the field, with the reason.
    refused = client.post(say, {"text": " "}, headers=HTMX)
    assert refused.status_code == 422
    assert refused["HX-Retarget"] == "#chat"
    assert 'id="chat"' in refused.content.decode()


def test_without_scripts_talk_leads_back_to_the_waiting_room():
    anna = factories.person("Anna")
    table = factories.open_table(anna)
    answer = signed_in(anna).post(reverse("tables:chat", args=[table.code]), {"text": "Hello"})
    assert answer["Location"] == f"{table.get_absolute_url()}#chat"


@pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])
def test_rules_are_one_click_away(game):
    table = factories.open_table(factories.person("Anna"), game=game)
    rules = f'href="{reverse("rules", args=[game])}"'
    for address in ("/tables/", table.get_absolute_url(), reverse("tables:invite", args=[table.invite])):
        assert rules in page_of(signed_in(), address)


def test_the_address_of_the_invitation_can_be_copied():
    anna = factories.person("Anna")
    table = factories.open_table(anna)
    page = page_of(signed_in(anna), table.get_absolute_url())
    assert 'data-copy="invite-link"' in page
    assert "hidden>Copy</button>" in page
    assert "js/copy" in page


GONZAGA = {"game": "gonzaga", "bots": "0", "pace": "day", "visibility": "public", "word": "horn"}


def test_a_scenario_for_another_number_of_players_is_refused_at_its_field():
    client = signed_in(factories.person("Anna"))
    page = page_of(client, "/tables/new/?game=gonzaga")
    assert 'label="for 2 players"' in page
    assert '<option value="colombo" data-seats="3">Colombo</option>' in page
    answer = client.post("/tables/new/", GONZAGA | {"seats": "2", "scenario": "colombo"})
    assert answer.status_code == 422
    assert "The scenario Colombo is for 3 players." in answer.context["options"].errors["scenario"][0]
    assert not Table.objects.exists()
    assert client.post("/tables/new/", GONZAGA | {"seats": "3", "scenario": "colombo"}).status_code == 302
    assert client.post("/tables/new/", GONZAGA | {"seats": "2", "scenario": ""}).status_code == 302


def test_who_is_spoken_to_before_the_game_is_told_by_mail():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.filled(factories.open_table(anna, seats=3), anna, ben)
    chat.say(table_id=table.pk, user=anna, text=f"@{ben} shall we?", now=NOW)
    [sent] = [each for each in mailing.work_off(NOW + notify.SETTLE) if each.to == [ben.email]]
    assert f"@{ben} shall we?" in sent.body
    assert table.get_absolute_url() in sent.body
