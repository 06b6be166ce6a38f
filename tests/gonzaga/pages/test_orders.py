"""Standing orders of Gonzaga on the page: forms, new orders, refused numbers, and secrecy from other people."""

import re

import pytest

from accounts.models import User
from engines.gonzaga.policy import DonateBelow, TakeMost
from tables.selectors.orders import standing_orders
from tests.site import factories
from tests.site.order_forms import address, kept, post, seat_of
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def table():
    return factories.running_table(factories.person("Anna"), factories.person("Ben"), game="gonzaga")


def test_a_turn_to_take_is_ordered_on_the_page_of_the_table(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    assert "You have no standing orders. You decide every turn yourself." in page_of(client, table.get_absolute_url())
    said = post(client, table, order="quick", points="12", back="table")
    assert said.redirect_chain[0][0] == f"{table.get_absolute_url()}?saved=table#saved"
    assert kept(anna) == [TakeMost(12)]
    page = said.content.decode()
    assert "if it scores at least 12 points. Don’t arrange a Wedding for it." in page
    assert 'value="quick"' not in page


def test_the_usual_order_takes_what_scores_well(table):
    anna = seat_of(table, "Anna")
    said = signed_in(anna.user).post(address(table), {"do": "usual"}, follow=True).content.decode()
    assert kept(anna) == [TakeMost(9)]
    assert "Take the turn that scores the most straight away, if it scores at least 9 points." in said


def test_orders_to_take_add_up_and_a_donation_replaces_the_one_before(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="donate", below="4")
    post(client, table, order="take", points="9", rings="0")
    post(client, table, order="take", points="20", rings="2")
    post(client, table, order="donate", below="3")
    assert kept(anna) == [TakeMost(20, 2), TakeMost(9), DonateBelow(3)]


def test_the_forms_propose_what_three_flourishing_sites_bring_and_what_a_donation_does(table):
    page = page_of(signed_in(seat_of(table, "Anna").user), address(table))
    assert re.search(r'name="points"[^>]* placeholder="9"[^>]*>\s*<input type="hidden" name="points-preset" value="9">', page)
    assert re.search(r'name="rings" value="0" checked', page)
    assert re.search(r'name="below"[^>]* placeholder="3"', page)
    assert "You always make your plans yourself." in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"order": "take", "points": "0", "rings": "1"}, "must be a whole number from 1 to 99"),
        ({"order": "take", "points": "100", "rings": "1"}, "must be a whole number from 1 to 99"),
        ({"order": "take", "points": "-9"}, "must be a whole number from 1 to 99"),
        ({"order": "take", "points": "9.5"}, "must be a whole number from 1 to 99"),
        ({"order": "take", "points": "²"}, "must be a whole number from 1 to 99"),
        ({"order": "take", "points": "9" * 5000}, "must be a whole number from 1 to 99"),
        ({"order": "take"}, "must be a whole number from 1 to 99"),
        ({"order": "take", "points": "9", "rings": "3"}, "must be a whole number from 0 to 2"),
        ({"order": "quick", "points": "many"}, "must be a whole number from 1 to 99"),
        ({"order": "donate", "below": ""}, "must be a whole number from 1 to 99"),
        ({"order": "marry"}, "could not be read"),
        ({}, "could not be read"),
    ],
)
def test_a_bad_number_is_refused_in_clear_words_and_changes_nothing(table, fields, said):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="take", points="7", rings="0")
    refused = client.post(address(table), {"do": "order", **fields})
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert kept(anna) == [TakeMost(7)]


def test_what_was_refused_stands_in_its_form_again(table):
    client = signed_in(seat_of(table, "Anna").user)
    fields = {"do": "order", "order": "take", "points": "150", "rings": "2", "lasting": "on"}
    page = client.post(address(table), fields).content.decode()
    form = page[page.index('id="form-take"') : page.index('id="form-donate"')]
    assert form.startswith('id="form-take" open')
    assert re.search(r'name="points"[^>]* value="150"', form)
    assert re.search(r'name="rings" value="2" checked', form)
    assert re.search(r'name="lasting" value="on" checked', form)
    assert 'id="form-donate" open' not in page
    assert 'name="number"' not in form
    assert client.post(address(table), {**fields, "points": "15"}).status_code == 302


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A whole number from 1 to 99."), ("de", "Eine ganze Zahl von 1 bis 99."), ("it", "Un numero intero da 1 a 99.")],
)
@pytest.mark.parametrize("order", ["take", "quick"])
def test_a_bad_number_says_so_at_its_field_in_the_language_of_the_reader(table, order, language, said):
    anna = seat_of(table, "Anna")
    User.objects.filter(pk=anna.user.pk).update(language=language)
    fields = {"do": "order", "order": order, "points": "1x", "rings": "2", "back": "table"}
    page = signed_in(anna.user).post(address(table), fields).content.decode()
    form = page[page.index('id="form-take"') : page.index('id="form-donate"')]
    assert form.startswith('id="form-take" open')
    assert said in form
    [field] = re.findall(r'<input type="number"[^>]*>', form)
    assert all(part in field for part in ('value="1x"', 'aria-invalid="true"', "autofocus", "aria-describedby"))
    assert page.count("errorlist") == 1


def test_an_order_is_changed_in_its_form(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="take", points="20", rings="2")
    number = standing_orders(anna, "gonzaga")[0].number
    page = page_of(client, f"{address(table)}?edit={number}")
    assert 'id="form-take" open' in page
    assert re.search(r'name="points"[^>]* placeholder="20"[^>]*>\s*<input type="hidden" name="points-preset" value="20">', page)
    assert re.search(r'name="rings" value="2" checked', page)


def test_others_neither_see_nor_change_them(table):
    anna, ben = seat_of(table, "Anna"), seat_of(table, "Ben")
    post(signed_in(anna.user), table, order="take", points="83", rings="0")
    for client in (signed_in(ben.user), signed_in(factories.person()), signed_in()):
        assert "83 points" not in client.get(table.get_absolute_url()).content.decode()
        assert "83 points" not in client.get(address(table), follow=True).content.decode()
    number = standing_orders(anna, "gonzaga")[0].number
    assert signed_in(ben.user).post(address(table), {"do": "remove", "number": number}).status_code == 302
    assert signed_in(factories.person()).get(address(table)).status_code == 404
    assert kept(anna) == [TakeMost(83)]
