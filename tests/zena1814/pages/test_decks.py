"""Deck choice of an expert: made once, then kept. It is shown and changed in the panel, and hidden from all other players."""

from typing import Any

import pytest
from django.urls import reverse

from engines.zena1814.actions import DrawFrom
from engines.zena1814.policy import BuyAtPalace, PreferDeck
from engines.zena1814.state import DrawCards
from tables.models import Draft, Move, Seat, StandingOrder, Table
from tables.selectors import coding
from tables.services import ordering
from tables.services.seats import escalation
from tests.site import absence, factories
from tests.site.views import masked, page_of
from tests.zena1814.pages.test_views import address, client_of, kinds, post, public, raw, seat_at, sends, table_at
from tests.zena1814.positions import family, position, with_public

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ME, OTHER = 1, 0
GOAL = raw("DrawFrom", deck="goal")


def drawing(cards: int = 3) -> Table:
    """Return a table at which the seat ``ME`` must choose a deck for its first draw. Another seat's turn follows."""
    state = position(family(), family())
    return table_at(with_public(state, agenda=(DrawCards(ME, cards), *state.public.agenda)))


def preferred(seat: Seat) -> list[PreferDeck]:
    found = [coding.policy("zena1814", row.body) for row in seat.standing_orders.filter(StandingOrder.ARMED)]
    return [order for order in found if isinstance(order, PreferDeck)]


def drawn(table: Table) -> list[tuple[str, str]]:
    """Return the deck and the channel of each draw at the table, in order."""
    found = Move.objects.filter(table=table, kind="draw").order_by("seq")
    return [(coding.action("zena1814", move.action).deck, move.via) for move in found]


def order(seat: Seat, *policies: Any, now: Any = factories.NOW) -> None:
    """Replace the seat's order for decks with these orders."""
    who = {"seat_id": seat.pk, "user_id": seat.user_id, "now": now}
    ordering.give_orders(first=policies, replaces=(PreferDeck,), lasting=True, **who)


@pytest.mark.parametrize("via", [Move.Via.PAGE, Move.Via.MAIL, Move.Via.API])
def test_the_first_answer_is_drawn_from_then_on(via):
    table = drawing()
    me = seat_at(table, ME)
    assert preferred(me) == [PreferDeck("once")]
    factories.send(me, DrawFrom("goal"), via=via)
    assert drawn(table) == [("goal", via), ("goal", "order"), ("goal", "order")]
    assert preferred(me) == [PreferDeck("goal")]
    assert preferred(seat_at(table, OTHER)) == [PreferDeck("once")]


def test_the_answer_of_a_page_settles_it_and_the_panel_says_so():
    table = drawing()
    client = client_of(table, ME)
    page = page_of(client, address(table))
    assert "Later cards come from the same deck, and you won’t be asked again" in page
    said = post(client, sends(page, GOAL), action=GOAL)
    said = post(client, sends(said, GOAL), action=GOAL)
    assert "You draw from the goal deck." in said
    assert (ME, "draw", "now") not in kinds(table)


@pytest.mark.parametrize("deck", ["action", "alternate", "ask"])
def test_it_is_changed_by_one_touch_while_somebody_else_is_asked(deck):
    table = drawing()
    factories.send(seat_at(table, ME), DrawFrom("goal"))
    client = client_of(table, ME)
    page = page_of(client, address(table))
    assert "It is not your turn" in page
    assert f'name="deck" value="{deck}" aria-describedby="deck-words"' in page
    fields = {"do": "order", "order": "preferences", "back": "panel", "deck": deck}
    client.post(reverse("tables:orders", args=[table.code]), fields)
    assert preferred(seat_at(table, ME)) == ([] if deck == "ask" else [PreferDeck(deck)])
    said = {"action": "from the action deck", "alternate": "from both decks in turn", "ask": "the deck at every draw"}
    assert said[deck] in page_of(client, address(table))


def test_it_can_be_settled_before_the_first_draw():
    table = table_at(position(family(), family()))
    assert "You choose the deck at your next draw." in page_of(client_of(table, ME), address(table))
    order(seat_at(table, ME), PreferDeck("goal"))
    assert "You draw from the goal deck." in page_of(client_of(table, ME), address(table))


@pytest.mark.parametrize("orders", [(), (PreferDeck("alternate"),), (PreferDeck("goals_until", 1),)])
def test_no_answer_changes_what_its_player_has_said(orders):
    """An answer to a draw does not change the preferred deck that the player has set.

    At older tables without an order for the deck, every draw needs a decision.
    """
    table = drawing()
    me = seat_at(table, ME)
    me.standing_orders.all().delete()
    factories.send(me, DrawFrom("goal"))
    assert (ME, "draw", "now") in kinds(table)
    order(me, *orders)
    assert preferred(me) == list(orders)


def test_a_beginner_has_no_deck_to_settle():
    table = table_at(position(family(), family(), mode="beginner"))
    assert preferred(seat_at(table, ME)) == []
    assert "deck-words" not in page_of(client_of(table, ME), address(table))


def test_what_the_rules_or_a_steward_draw_settles_nothing():
    table = drawing(1)
    me = seat_at(table, ME)
    Table.objects.filter(pk=table.pk).update(excused=0)
    now = absence.let_time_run_out(me, now=factories.NOW)
    assert drawn(table) == [("action", "deadline")]
    escalation.come_back(table_id=table.pk, user=me.user, now=now)
    assert preferred(me) == [PreferDeck("once")]


def test_a_draft_that_the_deadline_sends_is_the_players_answer():
    table = drawing()
    me = seat_at(table, ME)
    key = factories.waiting(table, me)[0].key
    fields = {"actions": coding.to_text([DrawFrom("goal")]), "updated_at": factories.NOW, "plays_at_deadline": True}
    Draft.objects.create(seat=me, key=key, **fields)
    absence.let_time_run_out(me, now=factories.NOW)
    assert [deck for deck, _via in drawn(table)] == ["goal", "goal", "goal"]
    assert preferred(me) == [PreferDeck("goal")]


def test_a_deck_that_was_empty_is_drawn_again_once_it_holds_cards():
    """If the chosen deck was empty, it is used again once it has cards.

    A draw without a choice does not change the preference.
    """
    state = position(family(), family(), goal=("go_dagghe",))
    table = table_at(with_public(state, agenda=(DrawCards(ME, 2), *state.public.agenda)))
    factories.send(seat_at(table, ME), DrawFrom("goal"))
    assert public(table).families[ME].last_deck == "action"
    assert preferred(seat_at(table, ME)) == [PreferDeck("goal")]


def test_the_same_is_ordered_only_once():
    me = seat_at(drawing(), ME)
    twin = StandingOrder.objects.create(
        seat=me, rank=5, body=coding.to_text(PreferDeck("goal")), paused=True, created_at=factories.NOW
    )
    factories.send(me, DrawFrom("goal"))
    assert not StandingOrder.objects.filter(pk=twin.pk).exists()
    assert preferred(me) == [PreferDeck("goal")]


def test_nobody_else_can_tell_what_is_settled():
    """Other players cannot see the preference: their table page does not depend on it."""
    table = table_at(position(family(), family()))
    client, pages = client_of(table, OTHER), []
    for settled in ((PreferDeck("once"),), (PreferDeck("goal"),), ()):
        order(seat_at(table, ME), *settled)
        pages.append(masked(page_of(client, address(table))))
    assert "deck-words" in pages[0]
    assert pages[0] == pages[1] == pages[2]


def test_a_substitute_is_asked_once_and_may_change_it():
    table, seat = absence.left_table(*(factories.person() for _each in range(3)), game="zena1814")
    StandingOrder.objects.create(
        seat=seat, rank=1, body=coding.to_text(PreferDeck("goal")), paused=True, created_at=factories.NOW
    )
    taken = absence.substituted(seat, factories.person(), now=factories.NOW + absence.HOUR)
    assert preferred(taken) == [PreferDeck("once")]
    page = page_of(client_of(table, taken.index), address(table))
    assert "You choose the deck at your next draw." in page
    assert [coding.policy("zena1814", row.body) for row in taken.standing_orders.all()] == [
        PreferDeck("once"),
        BuyAtPalace(),
    ]
