"""Drafts on their owner's page, including steps after a window and steps that a standing order answers.

For the kinds of decisions that come up in a game of each title, a draft shows the same board, hand and points as the page
after sending it. Steps that reveal something show only what is certain.
"""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from engines import registry
from engines.contract import Filed, encode, view
from engines.specimen.actions import Decline, Hire, Rest, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.models import FiledAnswer, Move, Seat, Table
from tables.pages.table import TablePage
from tables.selectors import coding
from tables.selectors.play import state
from tables.services import ordering
from tables.services.play import preparing
from tests.site import factories
from tests.site.views import HTMX, masked, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LATER = "after the others have decided"
ORDERED = "One of your standing orders will play here"
NOW = factories.NOW
# Maximum number of drafts per kind of decision, separately for drafts that reveal something and drafts that do not.
EACH = 2
SHOWS = "This is how the table would look"
CERTAIN = "The table shows what is certain"
# Minimum number of kinds of decisions in a two-player game. Kinds are counted separately for steps that reveal something.
KINDS = {"gonzaga": 4, "principato": 5, "zena1814": 8, "specimen": 8}
STAYS = ("so the table stays as it is", "It doesn’t change anything on the table")


@pytest.fixture
def turn():
    """Start a table of three couriers and return their seats in turn order. The first is about to offer a letter."""
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


def test_a_player_with_a_standing_order_is_not_told_that_it_is_their_turn(turn):
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

    pages()  # the first load records that each user is present
    before = pages()
    order = ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), user_id=third.user_id, now=factories.NOW)
    assert pages() == before
    ordering.remove_order(seat_id=third.pk, number=order.number, user_id=third.user_id, now=factories.NOW)
    assert pages() == before


def part(page: str, name: str) -> str:
    """Return one part of the page, without the token that differs on every load."""
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert found is not None, name
    return re.sub(r'name="token" value="[^"]*"', "", found.group())


def points(page: str) -> list[str]:
    """Return the points shown in the list of seats."""
    return re.findall(r'<span class="points">([^<]+)</span>', part(page, "seats"))


def marks_gone(page: str) -> str:
    """Return the page without marks for new things and for the player whose turn it is."""
    return re.sub(r"\b(fresh|new|now|asked|lit|hinted)\b|\s+", " ", page)


def looks(table: Table, seat: Seat) -> str:
    return page_of(signed_in(seat.user), table.get_absolute_url())


def words(page: str, name: str) -> str:
    """Return the words and numbers of a part of the page, without the lines about awaited players and sealed answers."""
    plain = re.sub(r'<p class="notice">[^<]*</p>|<p class="clock">.*?</p>', "", part(page, name), flags=re.DOTALL)
    return " ".join(re.sub(r"<(svg|script|details).*?</\1>|<[^>]+>", " ", plain, flags=re.DOTALL).split())


def is_right(before: str, during: str, after: str, step: Any) -> None:
    """Assert that the notice on the draft page fits what the page shows.

    If the step reveals nothing, also assert that the draft page shows the same points and words as the page after sending.
    """
    same = all(marks_gone(part(before, name)) == marks_gone(part(during, name)) for name in ("board", "hand", "seats"))
    said = re.search(r'<p class="notice trying">([^<]+)</p>', during)
    assert said is not None
    wanted = STAYS if same else [SHOWS if step.certain is None else CERTAIN]
    assert any(each in said.group(1) for each in wanted), said.group(1)
    if step.certain is None:
        assert points(during) == points(after)
        for name in ("board", "hand", "seats"):
            assert words(during, name) == words(after, name)


@pytest.mark.parametrize("game", registry.PLAYABLE + registry.SPECIMENS)
def test_a_draft_shows_what_sending_it_brings(game):
    engine = registry.engine(game)
    people = [factories.person(name) for name in ("Anna", "Ben", "Clara")[: max(2, engine.seat_range[0])]]
    table = factories.filled(
        factories.with_known_chance(factories.open_table(people[0], game=game, seats=len(people))), *people
    )
    looked_at: dict[tuple[str, bool], int] = {}
    while asked := factories.waiting(table):
        one = asked[0]
        seat = table.seats.select_related("user", "table").get(index=one.seat)
        reply = engine.bot(state.seen(table, seat), one)
        action = reply.actions[0] if isinstance(reply, Filed) else reply
        step = engine.apply(coding.state(game, table.state), one.seat, action)
        kind = one.kind, step.certain is not None
        wanted = looked_at.get(kind, 0) < EACH
        if wanted:
            looked_at[kind] = looked_at.get(kind, 0) + 1
            before = looks(table, seat)
            preparing.save_draft(seat_id=seat.pk, key=one.key, actions=[action], now=NOW)
            during = looks(table, seat)
            page = TablePage(factories.fresh(table), seat.user, NOW)
            assert page.panel.position == view(step.certain or step.state, one.seat)
        factories.send(seat, action, key=one.key)
        if wanted:
            is_right(before, during, looks(factories.fresh(table), seat), step)
    assert len(looked_at) >= KINDS.get(game, 1)
