"""Drafts that go past a window, and decisions that an order answers, on the page of their owner."""

import html

import pytest
from django.urls import reverse

from engines.contract import encode
from engines.specimen.actions import Decline, Hire, Rest, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.models import FiledAnswer, Move
from tables.services.orders import ordering
from tests.site import factories
from tests.site.views import HTMX, masked, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LATER = "after the others have answered"
ORDERED = "A standing order of yours answers when your place comes"


@pytest.fixture
def turn():
    """Three couriers in the order of the turns; the first is about to offer a letter."""
    table = factories.running_table(*(factories.person() for _each in range(3)))
    by_index = {seat.index: seat for seat in table.seats.select_related("table", "user")}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    return [by_index[(asked.seat + place) % 3] for place in range(3)]


def address(seat, name="detail"):
    return reverse(f"tables:{name}", args=[seat.table.code])


def post(client, seat, page, name, *actions):
    fields = slot(page, action=[encode(action).decode() for action in actions])
    return html.unescape(client.post(address(seat, name), fields, headers=HTMX).content.decode())


def an_offer(seat):
    asked = factories.waiting(seat.table, seat)[0]
    return next(one for one in factories.legal(seat, asked) if type(one).__name__ == "Offer")


def test_a_draft_goes_past_the_window_and_is_sent_in_one(turn):
    first, second, third = turn
    client, letter = signed_in(first.user), an_offer(first)
    page = post(client, first, page_of(client, address(first)), "draft", letter)
    assert LATER not in page
    assert "Hire a horse for at most 4 coins" in page
    page = post(client, first, page, "draft", Hire(4))
    assert page.count(LATER) == 1
    page = post(client, first, page, "draft", Rest())
    assert page.count(LATER) == 2
    post(client, first, page, "act", letter, Hire(4), Rest())
    assert FiledAnswer.objects.get(seat=first).key == "stable/1/0"
    for seat in (second, third):
        factories.send(seat, Decline())
    assert [type_of(move) for move in Move.objects.filter(seat=first, kind="stable").order_by("seq")] == ["Hire", "Rest"]


def type_of(move):
    return move.action.split('"')[3]


def test_whoever_has_ordered_an_answer_is_not_told_that_it_is_their_turn(turn):
    first, second, third = turn
    ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), user_id=third.user_id, now=factories.NOW)
    factories.send(first, an_offer(first))
    page = page_of(signed_in(third.user), address(third))
    assert ORDERED in page
    assert "Your turn:" not in page
    assert ORDERED not in page_of(signed_in(second.user), address(second))


def test_others_see_the_same_whether_somebody_has_ordered_or_not(turn):
    first, second, third = turn
    factories.send(first, an_offer(first))
    watching = [signed_in(user) for user in (first.user, second.user, None)]

    def pages():
        return [masked(page_of(client, address(first))) for client in watching]

    pages()  # now each of them knows that the others are here
    before = pages()
    order = ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), user_id=third.user_id, now=factories.NOW)
    assert pages() == before
    ordering.remove_order(seat_id=third.pk, number=order.number, user_id=third.user_id, now=factories.NOW)
    assert pages() == before
