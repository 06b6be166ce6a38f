"""Page of standing orders: orders are added, moved, replaced and removed, and only their owner sees them."""

import re

import pytest

from accounts.models import User
from engines.zena1814.policy import BuyAtPalace, DeclineUntilTurn, DiceRule, PreferDeck, PutAway, ReactRule
from tables.selectors.orders import standing_orders
from tables.services import ordering
from tests.site import factories
from tests.site.order_forms import address, kept, post, seat_of
from tests.site.views import page_of, read, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def table():
    return factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Carla")], game="zena1814")


def test_everybody_begins_with_the_habits_of_the_game(table):
    anna = seat_of(table, "Anna")
    assert kept(anna) == [PreferDeck("once"), BuyAtPalace()]
    page = page_of(signed_in(anna.user), address(table))
    assert re.search(r'name="deck" value="once" checked', page)
    assert re.search(r'name="palace" value="always" checked', page)


def test_preferences_are_changed_on_the_page_of_the_table(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    assert "When I draw a card" in page_of(client, table.get_absolute_url())
    said = post(client, table, order="preferences", deck="goals_until", goals="3", palace="ask", back="table")
    assert said.redirect_chain[0][0] == f"{table.get_absolute_url()}?saved=table#saved"
    assert kept(anna) == [PreferDeck("goals_until", 3)]
    post(client, table, order="preferences", deck="ask", palace="never")
    assert kept(anna) == [BuyAtPalace(buy=False)]


def test_rules_add_up_and_can_be_moved_and_removed(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="react", answer="join", areas=["bank", "port"], at_most="2", keep="1", not_with=["1"])
    post(client, table, order="dice", modifier="3", at_most="2", areas=["port"])
    join = ReactRule("join", areas=("bank", "port"), at_most=2, keep=1, not_with=(1,))
    dice = DiceRule(3, 2, areas=("port",))
    assert kept(anna)[2:] == [join, dice]
    number = standing_orders(anna, "zena1814")[3].number
    post(client, table, do="up", number=number)
    assert kept(anna)[2:] == [dice, join]
    said = post(client, table, do="remove", number=number).content.decode()
    assert kept(anna)[2:] == [join]
    assert "Join any card at the Bank or at the Port, for at most 2 coins" in said


def test_what_is_quick_to_say_goes_before_the_rules_and_replaces_itself(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, order="react", answer="join")
    post(client, table, order="quiet", round="1")
    assert kept(anna)[0] == DeclineUntilTurn(1)
    post(client, table, order="put_away", card=["go_dagghe", ""])
    post(client, table, order="put_away", card=["bk_loan", "go_dagghe"])
    assert [each for each in kept(anna) if isinstance(each, PutAway)] == [PutAway(("bk_loan", "go_dagghe"))]


def test_the_usual_rules_are_added_once(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    post(client, table, do="usual")
    before = kept(anna)
    assert len(before) > 5
    post(client, table, do="usual")
    assert kept(anna) == before


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"order": "nothing"},
        {"order": "react", "answer": "perhaps"},
        {"order": "react", "answer": "join", "at_most": "many"},
        {"order": "react", "answer": "join", "not_with": ["9"]},
        {"order": "preferences", "deck": "tarot"},
        {"order": "put_away", "card": [""]},
        {"order": "trick"},
        {"do": "dance"},
        {"do": "pause", "number": "1000000"},
    ],
)
def test_nonsense_changes_nothing(table, fields):
    anna = seat_of(table, "Anna")
    before = kept(anna)
    assert signed_in(anna.user).post(address(table), {"do": "order", **fields}).status_code == 422
    assert kept(anna) == before


WRONG = [
    ({"order": "react", "answer": "decline", "areas": ["bank"], "at_most": "many", "keep": "2"}, "at_most"),
    ({"order": "react", "answer": "join", "at_most": "10"}, "at_most"),
    ({"order": "dice", "modifier": "9", "at_most": "2", "areas": ["port"]}, "modifier"),
    ({"order": "preferences", "deck": "goals_until", "goals": "77", "palace": "never"}, "goals"),
]


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize(("fields", "wrong"), WRONG)
def test_a_bad_number_is_named_and_what_was_typed_stays(table, fields, wrong, language):
    anna = seat_of(table, "Anna")
    User.objects.filter(pk=anna.user_id).update(language=language)
    before = kept(anna)
    said = signed_in(anna.user).post(address(table), {"do": "order", **fields})
    assert said.status_code == 422
    page = read(said.content.decode())
    assert kept(anna) == before
    form = page[page.index(f'name="order" value="{fields["order"]}"') :]
    form = form[: form.index("</form>")]
    field = form[form.index(f'name="{wrong}"') :]
    assert field.index("errorlist") < field.index("</label>")
    assert "malformed" not in page
    for name, value in fields.items():
        for each in value if isinstance(value, list) else [value]:
            assert re.search(rf'name="{name}"[^>]* value="{each}"', form), (name, each)
    for name in ("answer", "deck", "palace"):
        if name in fields:
            assert f'name="{name}" value="{fields[name]}" checked' in form
    for area in fields.get("areas", ()):
        assert f'name="areas" value="{area}" checked' in form


@pytest.mark.parametrize("order", ["put_away", "pass_on", "trick"])
def test_a_list_that_was_left_empty_is_called_so(table, order):
    said = signed_in(seat_of(table, "Anna").user).post(address(table), {"do": "order", "order": order, "card": ["", ""]})
    assert said.status_code == 422
    assert "Choose something first." in said.content.decode()


def test_nobody_else_sees_or_changes_them(table):
    anna, ben = seat_of(table, "Anna"), seat_of(table, "Ben")
    mine = ordering.add_order(seat_id=anna.pk, policy=DiceRule(3, 2), user_id=anna.user_id, now=factories.NOW)
    for do, status in (("remove", 302), ("anew", 302), ("pause", 422), ("up", 422), ("last", 422)):
        assert signed_in(ben.user).post(address(table), {"do": do, "number": mine.number}).status_code == status
    assert kept(anna) == [PreferDeck("once"), BuyAtPalace(), DiceRule(3, 2)]
    assert signed_in(factories.person()).get(address(table)).status_code == 404


@pytest.mark.parametrize("do", ["remove", "anew"])
def test_an_order_that_is_removed_twice_is_gone_once_and_both_answers_are_the_same(table, do):
    anna = seat_of(table, "Anna")
    number = standing_orders(anna, "zena1814")[0].number
    answers = [signed_in(anna.user).post(address(table), {"do": do, "number": number}) for _again in range(2)]
    assert [(each.status_code, each["Location"]) for each in answers] == [(302, answers[0]["Location"])] * 2
    assert kept(anna) == [BuyAtPalace()]


def test_numbers_do_not_tell_how_many_orders_others_gave(table):
    """Order numbers are counted per seat. Numbers counted over the whole site would show that others gave orders in between."""
    anna, ben = seat_of(table, "Anna"), seat_of(table, "Ben")

    def numbers():
        return [order.number for order in standing_orders(anna, "zena1814")]

    before = numbers()
    for number in before:
        signed_in(anna.user).post(address(table), {"do": "remove", "number": number})
    ordering.give_orders(seat_id=ben.pk, first=[BuyAtPalace(buy=False)], lasting=True, user_id=ben.user_id, now=factories.NOW)
    ordering.give_orders(
        seat_id=anna.pk, first=[PreferDeck("once"), BuyAtPalace()], lasting=True, user_id=anna.user_id, now=factories.NOW
    )
    assert numbers() == before


def test_games_without_such_forms_have_no_such_page():
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="specimen")
    client = signed_in(table.seats.first().user)
    assert client.get(address(table)).status_code == 404
    assert "Standing orders" not in page_of(client, table.get_absolute_url())


def test_beginners_are_not_asked_for_a_deck():
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="zena1814", options={"mode": "beginner"})
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    page = page_of(client, address(table))
    assert 'name="deck"' not in page
    assert "When I have the majority at the Palace" in page
    post(client, table, order="preferences", palace="never")
    assert kept(anna) == [BuyAtPalace(buy=False)]


def test_two_markers_are_offered_where_two_may_lie(table):
    anna = seat_of(table, "Anna")
    client = signed_in(anna.user)
    assert page_of(client, address(table)).count('name="markers" value="2"') == 2
    post(client, table, order="react", answer="join", markers="2")
    post(client, table, order="dice", modifier="5", at_most="5", markers="2")
    assert kept(anna)[2:] == [ReactRule("join", markers=2), DiceRule(5, 5, markers=2)]
    four = factories.running_table(*[factories.person() for _number in range(4)], game="zena1814")
    assert 'name="markers"' not in page_of(signed_in(four.seats.first().user), address(four))


def test_quiet_lasts_until_the_turn_after_the_one_that_is_asked_now(table):
    """An order that skips windows lasts until the player's next turn. On their own turn, that is the turn of the next round."""
    at_turn = None
    while at_turn is None:
        asked = [each for each in factories.waiting(table) if each.kind == "turn"]
        at_turn = asked[0].seat if asked else factories.play_to_end(table, most=1) and None
    for seat in table.seats.select_related("user"):
        page = page_of(signed_in(seat.user), address(table))
        assert f'name="round" value="{2 if seat.index == at_turn else 1}"' in page
