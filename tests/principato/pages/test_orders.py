"""Standing orders of Principato on the page: new, replaced and refused orders, hidden from other people.

The orders are about supplying units and giving them back.
"""

import re

import pytest

from engines.principato.policy import (
    FeedAll,
    FeedExactly,
    FeedNone,
    FeedToKeepRank,
    FeedToReach,
    KeepAtMost,
    ReleaseNone,
    ReleaseUnfed,
)
from tables.selectors.orders import standing_orders
from tests.site import factories
from tests.site.order_forms import address, kept, post, seat_of
from tests.site.views import page_of, read, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]

CUBES = {"food": "2", "money": "1", "favour_militia": "0", "favour_condottieri": "1"}
NO_CUBES = dict.fromkeys(CUBES, "0")


@pytest.fixture
def table():
    return factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Carla")], game="principato")


@pytest.mark.parametrize(
    ("fields", "policy", "said"),
    [
        ({"feed": "rank", "rank": "1", "rank_otherwise": "none"}, FeedToKeepRank(1, "none"), "ahead of everybody"),
        (
            {"feed": "rank", "rank": "2", "rank_otherwise": "all"},
            FeedToKeepRank(2, "all"),
            "tied with or behind at most 1 other",
        ),
        ({"feed": "reach", "strength": "6", "reach_otherwise": "all"}, FeedToReach(6, "all"), "a strength of 6"),
        ({"feed": "all"}, FeedAll(), "as many units as possible"),
        ({"feed": "all", "keep_favour": "on"}, FeedAll(keep_favour=True), "leave the favour in the church"),
        ({"feed": "exactly", **CUBES}, FeedExactly(2, 1, 0, 1), "2 food, 1 money and 1 favour"),
        ({"feed": "exactly", **NO_CUBES}, FeedNone(), "Supply no units."),
        ({"feed": "none"}, FeedNone(), "Supply no units."),
    ],
)
def test_every_way_to_supply_units_can_be_ordered(table, fields, policy, said):
    anna = seat_of(table, "Anna")
    page = post(signed_in(anna.user), table, order="feed", **fields).content.decode()
    assert kept(anna) == [policy]
    assert said in page


@pytest.mark.parametrize(
    ("fields", "policy"),
    [
        ({"release": "all"}, ReleaseNone()),
        ({"release": "unfed"}, ReleaseUnfed()),
        ({"release": "at_most", "condottieri": "2", "militia": "0"}, KeepAtMost(2, 0)),
    ],
)
def test_every_way_to_give_units_back_can_be_ordered(table, fields, policy):
    anna = seat_of(table, "Anna")
    post(signed_in(anna.user), table, order="release", **fields)
    assert kept(anna) == [policy]


def test_a_new_order_takes_the_place_of_the_one_of_its_kind(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="feed", feed="all")
    post(client, table, order="release", release="unfed")
    post(client, table, order="feed", feed="none")
    assert set(kept(anna)) == {FeedNone(), ReleaseUnfed()}


def test_the_usual_orders_take_the_place_of_others(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="feed", feed="none")
    post(client, table, order="preferences", feeding="ahead", releasing="all")
    assert kept(anna) == [FeedToKeepRank(1, "none"), ReleaseNone()]


def test_both_are_chosen_on_the_page_of_the_table(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    page = page_of(client, table.get_absolute_url())
    assert re.search(r'name="feeding" value="ask" checked', page)
    assert re.search(r'name="releasing" value="ask" checked', page)
    said = post(client, table, order="preferences", feeding="most", releasing="unfed", back="table")
    assert said.redirect_chain[0][0] == f"{table.get_absolute_url()}?saved=table#saved"
    assert kept(anna) == [FeedAll(), ReleaseUnfed()]
    assert re.search(r'name="feeding" value="most" checked', read(said.content.decode()))
    post(client, table, order="preferences", feeding="ask", releasing="ask")
    assert kept(anna) == []


def test_an_order_that_the_page_of_the_table_has_no_choice_for_may_stay(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="feed", feed="reach", strength="6", reach_otherwise="none")
    page = page_of(client, table.get_absolute_url())
    assert re.search(r'name="feeding" value="stay" checked><span>Supply just enough for a strength of 6\.', page)
    post(client, table, order="preferences", feeding="stay", releasing="all")
    assert kept(anna) == [FeedToReach(6, "none"), ReleaseNone()]


def test_the_forms_hold_what_is_ordered(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    assert re.search(r'name="feed" value="rank" checked', page_of(client, address(table)))
    post(client, table, order="feed", feed="exactly", **CUBES)
    post(client, table, order="release", release="at_most", condottieri="3", militia="4")
    page = page_of(client, address(table))
    assert re.search(r'name="feed" value="exactly" checked', page)
    assert re.search(r'name="food-preset" value="2"', page)
    assert re.search(r'name="release" value="at_most" checked', page)
    assert re.search(r'name="militia-preset" value="4"', page)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_is_offered_a_rank_that_asks_for_nothing(seats):
    table = factories.running_table(*[factories.person() for _number in range(seats)], game="principato")
    page = page_of(signed_in(table.seats.first().user), address(table))
    ranks = page[page.index('name="rank"') :]
    assert re.findall(r'<option value="(\d)"', ranks[: ranks.index("</select>")]) == [str(rank) for rank in range(1, seats)]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"order": "feed", "feed": "reach", "strength": "0", "reach_otherwise": "all"}, "“Strength” must be a whole number"),
        ({"order": "feed", "feed": "reach", "strength": "", "reach_otherwise": "all"}, "from 1 to 99"),
        ({"order": "feed", "feed": "exactly", **CUBES, "money": "-1"}, "“Money onto condottieri” must be a whole number"),
        ({"order": "feed", "feed": "rank", "rank": "5", "rank_otherwise": "all"}, "must be a whole number from 1 to 4"),
        ({"order": "release", "release": "at_most", "condottieri": "1", "militia": "x"}, "“Militia” must be a whole number"),
        ({"order": "feed", "feed": "rank", "rank": "1", "rank_otherwise": "some"}, "could not be read"),
        ({"order": "feed", "feed": "well"}, "could not be read"),
        ({"order": "release"}, "could not be read"),
        ({"order": "preferences", "feeding": "unfed", "releasing": "ask"}, "could not be read"),
        ({"order": "preferences", "feeding": "ask"}, "could not be read"),
    ],
)
def test_nonsense_is_refused_in_clear_words_and_changes_nothing(table, fields, said):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="feed", feed="all")
    refused = client.post(address(table), {"do": "order", **fields})
    assert refused.status_code == 422
    assert said in refused.content.decode()
    assert kept(anna) == [FeedAll()]


def test_what_was_refused_stands_in_its_form_again(table):
    client = signed_in(seat_of(table, "Anna").user)
    fields = {"order": "feed", "feed": "exactly", **CUBES, "food": "1000"}
    page = read(client.post(address(table), {"do": "order", **fields}).content.decode())
    assert 'id="form-feed" open' in page
    assert re.search(r'name="feed" value="exactly" checked', page)
    assert re.search(r'name="food"[^>]* value="1000"', page)
    assert re.search(r'name="favour_condottieri"[^>]* value="1"', page)
    assert not re.search(r'name="keep_favour" value="on" checked', page)


def test_only_numbers_that_matter_are_looked_at_and_each_bad_one_says_so(table):
    client = signed_in(seat_of(table, "Anna").user)
    fields = {"do": "order", "order": "feed", "feed": "exactly", **CUBES, "food": "1000", "money": "", "strength": "x"}
    page = client.post(address(table), fields).content.decode()
    assert page.count("A whole number from 0 to 99.") == page.count("errorlist") == 2
    assert re.search(r'name="food" value="1000"[^>]*aria-invalid="true"', page)
    assert re.search(r'name="strength" value="x"', page)
    assert client.post(address(table), {**fields, "food": "1", "money": "0"}).status_code == 302


def test_others_neither_see_nor_change_them(table):
    anna, ben = seat_of(table, "Anna"), seat_of(table, "Ben")
    post(signed_in(anna.user), table, order="feed", feed="reach", strength="83", reach_otherwise="all")
    for client in (signed_in(ben.user), signed_in(factories.person()), signed_in()):
        for path in (table.get_absolute_url(), address(table)):
            assert "strength of 83" not in client.get(path, follow=True).content.decode()
    assert "strength of 83" in signed_in(anna.user).get(address(table)).content.decode()
    number = standing_orders(anna, "principato")[0].number
    assert signed_in(ben.user).post(address(table), {"do": "remove", "number": number}).status_code == 302
    assert signed_in(factories.person()).get(address(table)).status_code == 404
    assert kept(anna) == [FeedToReach(83, "all")]
