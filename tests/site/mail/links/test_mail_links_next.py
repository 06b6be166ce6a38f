"""Page after an answer by email link: the seat's next decision, or the next table."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from tables.models import Move, Seat, Table
from tables.selectors.mail.links import LIFETIME
from tests.site import factories
from tests.site.factories import NOW
from tests.site.linking import asked_again, everything, form, link_to, taps
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def berto():
    return factories.person("Berto")


@pytest.fixture
def last(anna, berto):
    return asked_again(anna, berto)


def sent(client, path):
    return client.post(path, form(page_of(client, path))).content.decode()


def following(page):
    """Return the address of the link to the next decision."""
    [path] = {address.partition("?")[0] for address in taps(page)}
    return path


def test_the_page_goes_on_with_the_next_decision_of_the_seat(last):
    path = link_to(last)
    page = sent(Client(), path)
    assert "Your choice has been sent" in page
    assert re.search(r"Next: \w+", page)
    assert "Decide by" in page
    following_path = following(page)
    assert following_path != path
    before = everything(last.table)
    assert "Your choice" in page_of(Client(), taps(page)[0])
    assert everything(last.table) == before, "to look is not to act"
    moves = Move.objects.filter(table=last.table).count()
    assert "Your choice has been sent" in sent(Client(), following_path)
    assert Move.objects.filter(table=last.table).count() > moves


def test_a_button_pressed_twice_shows_the_next_decision_as_well(last):
    path = link_to(last)
    answer = form(page_of(Client(), path))
    first, second = (Client().post(path, answer).content.decode() for _time in range(2))
    assert following(first) == following(second)


def test_an_old_link_that_is_only_opened_leads_to_no_decision(last):
    path = link_to(last)
    sent(Client(), path)
    page = page_of(Client(), path, status=410)
    assert taps(page) == []


def test_the_next_link_ends_with_that_of_the_letter(last, time_machine):
    """The next decision's link expires with the link in the email. Otherwise one email would give access for ever."""
    path = link_to(last, now=NOW - LIFETIME + timedelta(minutes=5))
    page = sent(Client(), path)
    next_path = following(page)
    time_machine.move_to(NOW + timedelta(minutes=6), tick=False)
    assert page_of(Client(), next_path, status=410)


@pytest.mark.parametrize("fields", [{"steward_since": NOW}, {"resigned_at": NOW}, {"user": None}])
def test_nothing_is_offered_for_a_seat_in_other_hands(last, fields):
    page = sent(Client(), link_to(last))
    Seat.objects.filter(pk=last.pk).update(**fields)
    assert page_of(Client(), following(page), status=410)


def test_who_is_asked_nothing_more_is_led_to_their_games(anna, berto):
    table = factories.running_table(anna, berto)
    page = sent(Client(), link_to(factories.seat_of(table, anna)))
    assert "Next:" not in page
    assert "/accounts/login/?next=%2Fmy%2Fnext%2F" in page


def test_a_signed_in_reader_gets_the_next_table_that_waits_for_them(anna, berto):
    table = factories.running_table(anna, berto)
    other = factories.running_table(anna, berto, name="Via Emilia")
    path = link_to(factories.seat_of(table, anna))
    page = sent(signed_in(anna), path)
    assert f'href="/t/{other.code}/#panel">Next table: Via Emilia</a>' in page


def test_and_hears_that_none_waits(anna, berto):
    page = sent(signed_in(anna), link_to(factories.seat_of(factories.running_table(anna, berto), anna)))
    assert 'No other table is waiting for you. <a href="/my/">My games</a>' in page


@pytest.mark.parametrize("who", ["stranger", "berto"])
def test_what_else_waits_for_them_nobody_else_is_told(anna, berto, who):
    table = factories.running_table(anna, berto)
    factories.running_table(anna, berto, name="Via Emilia")
    browser = signed_in(berto if who == "berto" else None)
    assert "Via Emilia" not in sent(browser, link_to(factories.seat_of(table, anna)))


def test_a_game_that_ends_by_the_answer_asks_nothing_more(last):
    path = link_to(last)
    answer = form(page_of(Client(), path))
    Client().post(path, answer)
    Table.objects.filter(pk=last.table_id).update(status=Table.Status.ENDED)
    assert taps(Client().post(path, answer).content.decode()) == []


def test_the_page_after_an_answer_tells_what_came_of_it(last):
    page = sent(Client(), link_to(last))
    seat = Seat.objects.select_related("table", "user").get(pk=last.pk)
    told = signed_in(seat.user).get(f"/t/{seat.table.code}/recap/").context["recap"]
    assert told.sentences
    assert "Since your last move" in page
    said = re.findall(r"<li>(.*?)</li>", page.partition('<ol class="news">')[2].partition("</ol>")[0])
    assert [unescape(sentence) for sentence in said] == list(told.sentences[-12:])
