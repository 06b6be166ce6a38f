"""List of standing orders: duration, effects, reason of a pause, and the actions of the list's owner."""

import re

import pytest
from django.urls import reverse

from engines.zena1814.policy import BuyAtPalace, DeclineUntilTurn, DiceRule, MarkUnder, PreferDeck, PutAway, ReactRule
from tables.models import OrderDeed, StandingOrder
from tables.selectors.orders import standing_orders
from tables.services import ordering
from tables.services.play import ending
from tests.site import absence, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def table():
    return factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Carla")], game="zena1814")


@pytest.fixture
def anna(table):
    return table.seats.select_related("user", "table").get(user__display_name__startswith="Anna")


@pytest.fixture
def client(anna):
    return signed_in(anna.user)


def address(table):
    return reverse("tables:orders", args=[table.code])


def given(seat, policy, **more):
    return ordering.add_order(seat_id=seat.pk, policy=policy, user_id=seat.user_id, now=NOW, **more)


def do(client, table, what, order, **fields):
    return client.post(address(table), {"do": what, "number": order.number, **fields}, follow=True).content.decode()


def listed(page, order):
    found = re.search(rf'<li[^>]* id="order-{order.number}">.*?</li>(?=<li[^>]* id="order-|</ol>(?!</li>))', page, re.S)
    assert found
    return found.group()


def kept(seat):
    return [(order.policy, order.lasting, order.is_armed) for order in standing_orders(seat, seat.table.game)]


def test_every_order_says_how_long_it_is_for(table, anna, client):
    rule = given(anna, ReactRule("join"))
    page = page_of(client, address(table))
    assert "Ends with this round." in listed(page, rule)
    assert len(re.findall(r"For all rounds\.\s+Not used yet\.", page)) == 2, "the habits"
    assert "For all rounds." in listed(do(client, table, "last", rule), rule)
    assert "Ends with this round." in listed(do(client, table, "end", rule), rule)


def test_what_is_ticked_is_for_all_rounds_and_preferences_always_are(table, anna, client):
    fields = {"do": "order", "order": "dice", "modifier": "3", "at_most": "2"}
    client.post(address(table), fields)
    assert kept(anna)[-1] == (DiceRule(3, 2), False, True)
    client.post(address(table), fields | {"lasting": "on"})
    assert kept(anna)[-1] == (DiceRule(3, 2), True, True)
    client.post(address(table), {"do": "order", "order": "preferences", "deck": "goal", "palace": "never"})
    assert kept(anna)[:2] == [(PreferDeck("goal"), True, True), (BuyAtPalace(buy=False), True, True)]


def test_an_order_is_paused_and_used_again(table, anna, client):
    rule = given(anna, ReactRule("join"), lasting=True)
    said = listed(do(client, table, "pause", rule), rule)
    assert "Paused." in said
    assert 'value="pause"' not in said
    assert kept(anna)[-1] == (ReactRule("join"), True, False)
    assert "Paused." not in listed(do(client, table, "use", rule), rule)


@pytest.mark.parametrize(
    ("why", "words", "returns"),
    [
        (StandingOrder.ROUND_OVER, "The order is paused: its round is over.", True),
        ("turn_came", "The order is paused. It has already been your turn in that round. Choose a later round.", False),
        ("something_else", "The order is paused. The situation it was made for no longer exists.", False),
    ],
)
def test_an_order_that_rests_says_why_and_can_be_used_again_if_it_may_yet_speak(table, anna, client, why, words, returns):
    rule = given(anna, DeclineUntilTurn(1))
    StandingOrder.objects.filter(pk=rule.pk).update(disarmed_at=NOW, disarmed_for=why)
    said = listed(page_of(client, address(table)), rule)
    assert words in said
    assert "One of your orders is paused." in page_of(client, table.get_absolute_url())
    assert ('value="use"' in said) is returns


def test_an_order_whose_round_is_over_is_used_again(table, anna, client):
    rule = given(anna, ReactRule("join"))
    StandingOrder.objects.filter(pk=rule.pk).update(disarmed_at=NOW, disarmed_for=StandingOrder.ROUND_OVER, round=0)
    assert "Ends with this round." in listed(do(client, table, "use", rule), rule)
    assert kept(anna)[-1] == (ReactRule("join"), False, True)


def test_an_order_is_changed_in_its_form_and_keeps_its_place(table, anna, client):
    rule, other = given(anna, ReactRule("decline", areas=("bank",), at_most=4, not_with=(1,))), given(anna, MarkUnder("lord"))
    page = page_of(client, f"{address(table)}?edit={rule.number}")
    form = re.search(r'<details[^>]*id="form-react" open>.*?</form>', page, re.S).group()
    assert f'name="number" value="{rule.number}"' in form
    for mark in ('value="decline" checked', 'value="bank" checked', 'name="at_most" min="1" max="9" value="4"'):
        assert mark in form
    assert 'id="form-dice">' in page
    fields = {"do": "order", "order": "react", "number": rule.number, "answer": "ask", "areas": ["bank"], "lasting": "on"}
    client.post(address(table), fields)
    assert kept(anna)[-2:] == [(ReactRule("ask", areas=("bank",)), True, True), (MarkUnder("lord"), False, True)]
    assert client.post(address(table), fields).status_code == 422, "it is not there any more"
    assert standing_orders(anna, "zena1814")[-1].number == other.number


def test_an_order_that_fits_no_form_is_removed_to_be_made_anew(table, anna, client):
    long = given(anna, PutAway(("bk_loan",) * 9))
    said = listed(page_of(client, f"{address(table)}?edit={long.number}"), long)
    assert "Remove and recreate" in said
    assert 'href="?edit=' not in said
    assert client.post(address(table), {"do": "anew", "number": long.number}).url.endswith("/orders/#make")
    assert len(kept(anna)) == 2


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 60, ""])
def test_no_form_is_filled_with_what_is_not_there(table, client, number):
    assert " open>" not in page_of(client, f"{address(table)}?edit={number}")


def test_what_was_refused_leaves_its_form_open(table, anna, client):
    rule = given(anna, ReactRule("ask"))
    fields = {"do": "order", "order": "react", "number": rule.number, "answer": "join", "at_most": "0"}
    response = client.post(address(table), fields)
    assert response.status_code == 422
    page = response.content.decode()
    assert 'id="form-react" open' in page
    assert f'name="number" value="{rule.number}"' in page
    assert kept(anna)[-1][0] == ReactRule("ask")


def test_the_list_takes_as_many_queries_for_many_orders_as_for_one(table, anna, client, django_assert_max_num_queries):
    def fill(count):
        for price in range(1, count + 1):
            OrderDeed.objects.get_or_create(order=given(anna, ReactRule("join", at_most=price)), seq=1, defaults={"at": NOW})

    fill(1)
    with django_assert_max_num_queries(20) as asked:
        page_of(client, address(table))
    fill(10)
    with django_assert_max_num_queries(len(asked)):
        page_of(client, address(table))


def test_what_an_order_did_is_told_to_its_owner(table, anna, client):
    habit = anna.standing_orders.first()
    OrderDeed.objects.create(order=habit, seq=0, at=NOW)
    said = listed(page_of(client, address(table)), habit)
    assert "Used 1 time." in said
    assert "Last uses" in said
    assert f'href="{reverse("tables:log", args=[table.code])}?before=1#move-0"' in said


def test_after_the_end_the_list_can_still_be_read(table, anna, client):
    rule = given(anna, ReactRule("join"))
    for seat in table.seats.select_related("user"):
        ending.agree_to_end(table_id=table.pk, user=seat.user, now=NOW)
    page = page_of(client, address(table))
    assert "Join any card." in listed(page, rule)
    assert "<button" not in listed(page, rule)


def test_while_the_steward_plays_the_list_can_be_read(table, anna, client):
    rule = given(anna, ReactRule("join"))
    ending.resign(table_id=table.pk, user=anna.user, now=NOW)
    said = listed(page_of(client, address(table)), rule)
    assert "you are not playing this seat at the moment" in said
    assert "<button" not in said
    absence.substituted(anna, factories.person())
    assert client.get(address(table)).status_code == 404
