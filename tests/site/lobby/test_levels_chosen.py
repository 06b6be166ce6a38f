"""Choice of the bots' levels on forms, and the levels on pages in three languages."""

import html

import pytest
from django.urls import reverse

from accounts.models import User
from engines import registry
from engines.contract import encode
from engines.search import levels
from tables.models import Seat, Table
from tables.selectors.play import state
from tables.services.play import thinking
from tests.site import factories, practising
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NEW = {"game": "gonzaga", "seats": "4", "pace": "day", "visibility": "public", "word": "horn", "name": "Ours"}
SCREEN = {"name1": "Ada", "name2": "Bo"}


def levels_at(table: Table) -> list[tuple[str, str]]:
    return list(table.seats.exclude(bot="").order_by("position").values_list("bot", "level"))


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"bot1": "doge", "bot3": "apprentice"}, [("Fiammetta", "doge"), ("Lucrezia", "apprentice")]),
        ({"bots": "2"}, [("Fiammetta", "merchant"), ("Lucrezia", "merchant")]),
        ({}, []),
    ],
)
def test_each_bot_of_a_new_table_has_its_level(sent, expected):
    response = signed_in(factories.person()).post("/tables/new/", NEW | sent)
    assert response.status_code == 302
    assert levels_at(Table.objects.get()) == expected


@pytest.mark.parametrize("sent", [{"bot1": "grandmaster"}, {"bots": "x"}, {"bots": "9" * 30}])
def test_a_wrong_level_comes_back_with_the_reason(sent):
    response = signed_in(factories.person()).post("/tables/new/", NEW | sent)
    assert response.status_code == 422
    assert 'class="errorlist' in response.content.decode()
    assert not Table.objects.exists()


def test_more_bots_than_free_seats_are_refused():
    sent = NEW | {"seats": "2", "bot1": "doge", "bot2": "doge"}
    response = signed_in(factories.person()).post("/tables/new/", sent)
    assert (response.status_code, Table.objects.exists()) == (422, False)
    assert "Choose fewer bots: one seat is yours." in response.content.decode()


def test_bots_at_a_screen_have_levels_too_but_not_for_guests():
    address = reverse("tables:hot_seat", args=["gonzaga"])
    assert signed_in(factories.person()).post(address, SCREEN | {"bot1": "doge"}).status_code == 302
    assert levels_at(Table.objects.get()) == [("Fiammetta", "doge")]
    guest = signed_in()
    assert guest.post(address, SCREEN | {"bot1": "doge"}).status_code == 422
    assert "Sign up to choose stronger and weaker bots." in page_of(guest, address)
    assert Table.objects.count() == 1


def test_each_practice_bot_has_its_level():
    table = practising.begin(signed_in(factories.person()), "gonzaga", bots=["", "Isotta:doge", "Ercole", ""])
    assert levels_at(table) == [("Isotta", "doge"), ("Ercole", "merchant")]


def test_strangers_are_told_that_signing_up_gives_stronger_bots():
    client, address = signed_in(), reverse("tables:practice", args=["gonzaga"])
    page = page_of(client, address)
    assert "Sign up to choose stronger and weaker bots." in page
    assert "doge" not in page
    response = client.post(address, {"bots": ["Isotta:doge"]})
    assert response.status_code == 422
    assert "Guests play against merchants only." in response.content.decode()
    assert (Table.objects.count(), User.objects.count()) == (0, 0)


def test_a_wrong_number_of_levels_keeps_the_choice():
    client, address = signed_in(factories.person()), reverse("tables:practice", args=["reversi"])
    response = client.post(address, {"bots": ["Isotta:doge", "Ercole"]})
    page = response.content.decode()
    assert response.status_code == 422
    assert '<option value="Isotta:doge" selected>' in page
    assert '<option value="Ercole" selected>' in page


@pytest.mark.parametrize(("language", "words"), [("en", "bot, doge"), ("de", "Bot, Doge"), ("it", "bot, doge")])
def test_pages_say_the_level_of_a_bot(language, words):
    user = factories.person()
    User.objects.filter(pk=user.pk).update(language=language)
    client = signed_in(User.objects.get(pk=user.pk))
    waiting = factories.open_table(user, seats=3, bots=1, levels=[Seat.Level.DOGE], name="Ours")
    assert f"Fiammetta ({words})" in page_of(client, "/tables/")
    assert f"Fiammetta ({words})" in page_of(client, waiting.get_absolute_url())
    table = factories.running_table(user, bots=1, levels=[Seat.Level.DOGE])
    assert f">{words}</span>" in page_of(client, table.get_absolute_url())
    ended = factories.play_to_end(table)
    assert f">{words}</span>" in page_of(client, ended.get_absolute_url())


@pytest.mark.parametrize(("language", "words"), [("en", "is thinking …"), ("de", "überlegt …"), ("it", "sta pensando …")])
def test_a_player_reads_that_a_doge_is_thinking_and_the_page_asks_every_second(language, words):
    user = factories.person()
    User.objects.filter(pk=user.pk).update(language=language)
    table = practising.opened(user, "specimen", levels=[Seat.Level.DOGE])
    seat = practising.own_seat(table)
    for pending in factories.waiting(table, seat):
        factories.send(seat, factories.legal(seat, pending)[0], key=pending.key)
    page = page_of(signed_in(User.objects.get(pk=user.pk)), table.get_absolute_url())
    assert f"<strong>Fiammetta</strong> {words}" in page
    assert 'hx-trigger="every 1s"' in page
    assert f'<noscript><a href="{table.get_absolute_url()}">' in page


@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_the_first_hint_is_the_doges_choice_from_what_the_player_sees(game):
    user = factories.person()
    table = practising.opened(user, game)
    seat, engine = practising.own_seat(table), registry.engine(game)
    pending = factories.waiting(table, seat)[0]
    key = thinking.key_of(table, seat, pending.key, "hint")
    expected = levels.search(engine, state.seen(table, seat), pending, key).action
    page = page_of(signed_in(user), reverse("tables:hint", args=[table.code]), headers=HTMX)
    first = page.split("<li>")[1]
    assert "the doge’s choice" in first
    assert page.count("the doge’s choice") == 1
    assert html.escape(encode(expected).decode()) in first


def test_without_the_doge_hints_come_from_the_bot():
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=factories.NOW)
    page = page_of(signed_in(guest), reverse("tables:hint", args=[practising.opened(guest, "gonzaga").code]), headers=HTMX)
    assert "Play move" in page
    assert "the doge’s choice" not in page
    user = factories.person()
    table = practising.opened(user, "gonzaga")
    with thinking.alone(table):
        page = page_of(signed_in(user), reverse("tables:hint", args=[table.code]), headers=HTMX)
    assert "Play move" in page
    assert "the doge’s choice" not in page
