"""Lobby before the game: opening, joining, leaving, invitations, and refusals."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from tables.models import Table
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NEW = {
    "game": "specimen",
    "seats": "2",
    "bots": "0",
    "pace": "day",
    "visibility": "public",
    "word": "horn",
    "nights": "2",
    "name": "Ours",
}


def address(table, name="detail"):
    return reverse(f"tables:{name}", args=[table.code])


def hidden_word(page):
    return re.search(r'name="word" value="([^"]+)"', page).group(1)


def test_the_lobby_lists_open_public_tables_with_who_sits_there():
    anna = factories.person("Anna")
    factories.open_table(anna, seats=3, bots=1, name="Evening post")
    factories.open_table(anna, name="Secret post", visibility="private")
    factories.running_table(anna, factories.person("Ben"), name="Running post")
    page = page_of(signed_in(), "/tables/")
    assert re.findall(r'row-title"><a [^>]*>([^<]+)<', page) == ["Evening post"]
    assert "1 free seat" in page
    assert str(anna) in page
    assert "Fiammetta (bot, merchant)" in page


def test_the_lobby_is_filtered_and_says_so_when_nothing_fits():
    factories.open_table(factories.person(), seats=3, name="Three couriers")
    assert "Three couriers" in page_of(signed_in(), "/tables/?seats=3")
    assert "No open tables match." in page_of(signed_in(), "/tables/?seats=2")
    assert "Three couriers" in page_of(signed_in(), "/tables/?seats=99&pace=never&game=chess")


def test_the_lobby_asks_the_database_the_same_for_one_table_and_for_many(django_assert_num_queries):
    for count in (1, 5):
        for _table in range(count):
            factories.open_table(factories.person())
        with django_assert_num_queries(7):
            signed_in().get("/tables/")


def test_opening_a_table_seats_its_host():
    anna = factories.person("Anna")
    response = signed_in(anna).post("/tables/new/", NEW)
    table = Table.objects.get()
    assert response.url == address(table)
    assert (table.name, table.seat_count, table.pace, table.options) == ("Ours", 2, "day", '{"version":"1","nights":2}')
    seat = table.seats.get(user=anna)
    assert (seat.position, seat.word) == (0, "horn")


def test_nobody_opens_tables_without_end():
    client = signed_in(factories.person())
    answers = [client.post("/tables/new/", NEW).status_code for _table in range(7)]
    assert answers == [302] * 6 + [429]
    assert Table.objects.count() == 6


def test_the_form_comes_with_a_word_and_explains_it():
    page = page_of(signed_in(factories.person()), "/tables/new/?game=specimen")
    another = page_of(signed_in(factories.person()), "/tables/new/")
    assert hidden_word(page) != hidden_word(another)
    assert "nobody chose the cards" in page
    assert "3 days per decision" in page


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", "9"),
        ("seats", "x"),
        ("bots", "2"),
        ("bots", "-1"),
        ("pace", "soon"),
        ("nights", "77"),
        ("word", ""),
        ("word", "a\nb\u202e"),
        ("word", "x" * 200),
        ("name", "x" * 200),
        ("visibility", "?"),
        ("name", "\x00"),
    ],
)
def test_a_form_with_a_mistake_comes_back_with_the_reason(field, value):
    response = signed_in(factories.person()).post("/tables/new/", NEW | {field: value})
    assert response.status_code == 422
    assert 'class="errorlist' in response.content.decode()
    assert not Table.objects.exists()


def test_unknown_games_are_not_found_and_specimens_stay_out_of_production(monkeypatch):
    client = signed_in(factories.person())
    assert client.post("/tables/new/", NEW | {"game": "chess"}).status_code == 404
    monkeypatch.setattr(settings, "PRODUCTION", True)
    assert client.get("/tables/new/?game=specimen").status_code == 404
    assert not Table.objects.exists()


def test_joining_the_last_seat_starts_the_game():
    table, ben = factories.open_table(factories.person("Anna")), factories.person("Ben")
    response = signed_in(ben).post(address(table, "join"), {"word": "saddle"})
    table.refresh_from_db()
    assert response.url == address(table)
    assert table.status == Table.Status.RUNNING
    assert table.seats.get(user=ben).word == "saddle"


def test_latecomers_are_told():
    table = factories.running_table(factories.person(), factories.person())
    page = signed_in(factories.person()).post(address(table, "join"), {"word": "late"}, follow=True).content.decode()
    assert "All seats are taken. Someone was faster." in page


def test_joining_twice_takes_one_seat():
    table, ben = factories.open_table(factories.person(), seats=3), factories.person()
    for _time in range(2):
        response = signed_in(ben).post(address(table, "join"), {"word": "twice"}, follow=True)
        assert response.redirect_chain == [(address(table), 302)]
        assert '<li class="error">' not in response.content.decode()
    assert table.seats.filter(user=ben).count() == 1


def test_a_double_click_on_the_last_seat_leads_to_the_table():
    table, ben = factories.open_table(factories.person()), factories.person()
    for _time in range(2):
        response = signed_in(ben).post(address(table, "join"), {"word": "twice"}, follow=True)
    assert response.redirect_chain == [(address(table), 302)]
    assert "Someone was faster" not in response.content.decode()


def test_a_word_is_needed():
    table, ben = factories.open_table(factories.person()), factories.person()
    response = signed_in(ben).post(address(table, "join"), {"word": " "})
    assert response.status_code == 422
    assert not table.seats.filter(user=ben).exists()


def test_strangers_are_sent_to_sign_in_and_come_back():
    table = factories.open_table(factories.person())
    response = signed_in().post(
        address(table, "join"), {"word": "x"}, headers={"referer": f"http://testserver{address(table)}"}
    )
    assert response.status_code == 302
    assert response.url == f"/accounts/login/?next={address(table)}", "a whole address would not be followed afterwards"
    assert table.seats.filter(user=None).count() == 1


def test_an_invitation_shows_a_private_table_and_leads_to_the_seat():
    table = factories.open_table(factories.person("Anna"), visibility="private")
    link = reverse("tables:invite", args=[table.invite])
    page = page_of(signed_in(), link)
    assert "has invited you to Night Post" in page
    assert f'href="/accounts/signup/?next={link}"' in page
    ben = signed_in(factories.person("Ben"))
    assert "Sit down" in page_of(ben, link)
    ben.post(address(table, "join"), {"word": "by letter", "invite": table.invite})
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    assert ben.get(link).url == address(table)


def test_a_private_table_is_joined_with_its_invitation_alone():
    table, ben = factories.open_table(factories.person(), visibility="private"), factories.person()
    other = factories.open_table(factories.person(), visibility="private")
    for invite in ("", "wrong", other.invite):
        assert signed_in(ben).post(address(table, "join"), {"word": "x", "invite": invite}).status_code == 404
    assert not table.seats.filter(user=ben).exists()


@pytest.mark.parametrize("status", ["started", "cancelled"])
def test_an_invitation_that_is_over_says_so(status):
    host = factories.person()
    table = factories.open_table(host, visibility="private")
    if status == "started":
        signed_in(factories.person()).post(address(table, "join"), {"word": "x", "invite": table.invite})
    else:
        signed_in(host).post(address(table, "cancel"))
    page = page_of(signed_in(factories.person()), reverse("tables:invite", args=[table.invite]), status=410)
    assert "This invitation has expired" in page


def test_an_unknown_invitation_is_not_found_and_cannot_be_tried_for_long():
    client = signed_in()
    answers = [client.get(f"/i/{'x' * 20}{number:02}/").status_code for number in range(45)]
    assert answers[0] == 404
    assert answers[-1] == 429


def test_leaving_and_calling_off_ask_first():
    host, guest = factories.person(), factories.person()
    table = factories.open_table(host, seats=3)
    signed_in(guest).post(address(table, "join"), {"word": "x"})
    assert "Give up your seat?" in page_of(signed_in(guest), address(table, "leave"))
    assert table.seats.filter(user=guest).exists()
    signed_in(guest).post(address(table, "leave"))
    assert not table.seats.filter(user=guest).exists()
    assert "Cancel the table?" in page_of(signed_in(host), address(table, "cancel"))
    page = signed_in(guest).post(address(table, "cancel"), follow=True).content.decode()
    assert "Only the host can do this." in page
    signed_in(host).post(address(table, "cancel"))
    table.refresh_from_db()
    assert table.ended_by == Table.EndedBy.CANCELLED
    assert "cancelled before the game started" in page_of(signed_in(), address(table))


def test_the_host_is_given_the_link_and_nobody_else():
    host = factories.person()
    table = factories.open_table(host, visibility="private")
    assert f"/i/{table.invite}/" in page_of(signed_in(host), address(table))
    public = factories.open_table(host)
    assert public.invite not in page_of(signed_in(), address(public))


def test_my_games_least_time_first_then_others_then_finished():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    late = factories.running_table(anna, ben, name="Late", pace="week")
    soon = factories.running_table(anna, ben, name="Soon", pace="day")
    moved = factories.running_table(anna, ben, name="Moved")
    factories.play_to_end(factories.running_table(anna, ben, name="Done"))
    seat = factories.seat_of(moved, anna)
    factories.send(seat, factories.legal(seat, factories.waiting(moved, seat)[0])[0])
    page = page_of(signed_in(anna), "/my/")
    assert re.findall(r"<h3><a [^>]*>([^<]+)<", page) == [soon.name, late.name, "Moved", "Done"]
    assert f"waiting for {ben}" in page
    assert re.search(r'class="badge">2<', page)
    assert "choose a road" in page


def test_my_games_show_the_deadline_in_my_zone(time_machine):
    time_machine.move_to(factories.NOW, tick=False)
    anna = factories.person("Anna")
    anna.time_zone = "Asia/Tokyo"
    anna.save(update_fields=["time_zone"])
    factories.running_table(anna, factories.person(), pace=factories.PLAIN)
    page = page_of(signed_in(anna), "/my/")
    assert "Thu 5 Mar, 21:00" in page
    assert "1\xa0day left" in page
    assert "Asia/Tokyo" in page


def test_my_games_without_any_say_what_to_do():
    page = page_of(signed_in(factories.person()), "/my/")
    assert "You have no games yet." in page
    assert "See open tables" in page
    assert signed_in().get("/my/").url == "/accounts/login/?next=/my/"
