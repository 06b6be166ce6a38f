"""Queueing the next turn of Principato on the table page: drafting, changing, withdrawing and playing it.

Other people cannot tell that it is queued.
"""

import html
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from engines.contract import Filed, When, encode
from engines.principato import ENGINE
from engines.principato.actions import EndTurn, ExchangeCard, TakeFavour
from tables.games.principato.words import card_name
from tables.models import Decision, Draft, FiledAnswer, Move, Notification, PlanNode, Seat
from tables.selectors import coding
from tables.selectors.play import log, state
from tables.services.play import ending, preparing
from tables.services.seats import substitutes
from tests.principato.pages.walkthrough import Form, deal_alike, forms
from tests.site import factories
from tests.site.views import HTMX, masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PASS = EndTurn()
PREPARED = "This turn is queued."
STOPPED = "Your queued turn stopped here."


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def seats(monkeypatch):
    """Return three players in turn order. Their game has always the same deal and has just begun."""
    deal_alike(monkeypatch, b"princes")
    table = factories.running_table(*(factories.person(name) for name in ("Anna", "Ben", "Carla")), game="principato")
    first = factories.waiting(table)[0].seat
    return [Seat.objects.select_related("user", "table").get(table=table, index=(first + place) % 3) for place in range(3)]


def address(seat, name="detail"):
    return reverse(f"tables:{name}", args=[seat.table.code])


def form_with(page: str, **wanted: str) -> Form:
    return next(form for form in forms(page) if all(value in form.fields.get(name, []) for name, value in wanted.items()))


def post(client, form: Form, **chosen: Any) -> str:
    """Send a form with its hidden fields, the chosen fields, and the first value of every other choice."""
    fields = {name: values if name == "action" else values[0] for name, values in form.fields.items()}
    fields.pop("do", None)
    return str(client.post(form.address, fields | chosen, headers=HTMX).content.decode())


def public(seat):
    return state.seen(factories.fresh(seat.table), None).public


def key_of(seat):
    return Decision.objects.get(seat=seat, kind="turn", when="may", closed_at=None).key


def file(seat, *actions):
    preparing.file_answer(
        seat_id=seat.pk, filed=Filed(key_of(seat), actions, how="each"), user_id=seat.user_id, now=factories.NOW
    )


def filed(seat):
    return [coding.filed("principato", row.body) for row in FiledAnswer.objects.filter(seat=seat, status="active")]


def played(seat):
    moves = Move.objects.filter(seat=seat).order_by("seq")
    return [(coding.action("principato", move.action), move.via) for move in moves]


def test_a_turn_is_prepared_step_by_step_and_played_at_its_place(seats):
    first, second, _third = seats
    client = signed_in(second.user)
    page = page_of(client, address(second))
    assert "Plan my next turn" in page
    assert "It is not your turn" in page
    shown = public(second).display
    exchange = form_with(page, compose="exchange")
    assert exchange.fields["take"] == [f"{slot}-{card}" for slot, card in enumerate(shown[1:])]
    page = post(client, exchange, card="0", take=exchange.fields["take"][1])
    assert "Choose action 2 of 2." in page
    favour = encode(TakeFavour("church")).decode()
    page = post(client, form_with(page, action=favour), action=favour)
    page = post(client, form_with(page, how="each"), do="file")
    assert PREPARED in page
    steps = (ExchangeCard(0, 1, shown[2]), TakeFavour("church"), PASS)
    assert filed(second) == [Filed(key_of(second), steps, how="each")]
    assert not Draft.objects.exists()
    assert factories.waiting(first.table)[0].seat == first.index

    factories.send(first, PASS)
    assert played(second) == [(step, "order") for step in steps]
    assert public(second).realms[second.index].cards[0] == shown[2]
    assert factories.waiting(first.table)[0].seat == seats[2].index


def test_it_is_changed_withdrawn_and_nobody_waits_for_it(seats):
    second = seats[1]
    client = signed_in(second.user)
    file(second, TakeFavour("church"), PASS)
    page = page_of(client, address(second))
    assert "Take a favour into the church" in page
    page = post(client, next(form for form in forms(page) if form.address.endswith("/draft/") and "do" not in form.fields))
    assert "Choose action 2 of 2." in page
    page = post(client, form_with(page, compose="exchange"), card="1")
    page = post(client, form_with(page, how="each"), do="file")
    assert [type(step) for step in filed(second)[0].actions] == [TakeFavour, ExchangeCard, EndTurn]
    page = post(client, form_with(page, do="withdraw"), do="withdraw")
    assert PREPARED not in page
    assert filed(second) == []
    assert [asked.seat for asked in factories.waiting(second.table)] == [seats[0].index]
    assert not Notification.objects.filter(recipient=second.user, key__startswith="turn:").exists()


def choose_to_pass(client, seat):
    """Store a draft that passes both actions, and check that this queues nothing."""
    client.post(reverse("tables:draft", args=[seat.table.code]), {"key": key_of(seat), "action": encode(PASS).decode()})
    assert filed(seat) == []


def test_without_scripts_it_leads_back_to_the_panel(seats):
    second = seats[1]
    client = signed_in(second.user)
    choose_to_pass(client, second)
    form = form_with(page_of(client, address(second)), how="each")
    fields = {name: values[0] for name, values in form.fields.items()}
    assert client.post(form.address, fields)["Location"] == f"{second.table.get_absolute_url()}#panel"
    assert filed(second)[0].actions == (PASS,)


def test_who_lost_their_card_is_asked_and_told(seats):
    first, second, _third = seats
    wanted = public(first).display[2]
    file(second, TakeFavour("church"), ExchangeCard(0, 1, wanted), PASS)
    factories.send(first, ExchangeCard(0, 2), PASS)
    assert played(second) == [(TakeFavour("church"), "order")]
    page = html.unescape(page_of(signed_in(second.user), address(second)))
    assert STOPPED in page
    assert "The card you chose is not in that slot" in page
    assert "Choose action 2 of 2." in page
    factories.send(second, PASS)
    assert STOPPED not in page_of(signed_in(second.user), address(second))


def test_what_became_impossible_meanwhile_is_told_at_once(seats):
    first, second, _third = seats
    file(second, ExchangeCard(0, 1, public(first).display[2]), PASS)
    client = signed_in(second.user)
    assert "The card you chose" not in page_of(client, address(second))
    factories.send(first, ExchangeCard(0, 2))
    page = page_of(client, address(second))
    assert PREPARED in page
    assert "The card you chose is not in that slot" in html.unescape(page)


def test_nobody_else_can_tell(seats):
    first, second, third = seats
    clients = [signed_in(first.user), signed_in(third.user), signed_in()]
    for _until_all_are_there in range(2):
        before = [masked(page_of(client, address(second))) for client in clients]
    file(second, TakeFavour("church"), PASS)
    assert [masked(page_of(client, address(second))) for client in clients] == before
    factories.send(first, PASS)
    assert not any(entry.via == "order" for entry in log.log_entries(factories.fresh(second.table), first.index))
    assert any(entry.via == "order" for entry in log.log_entries(factories.fresh(second.table), second.index))


def test_strangers_and_opponents_file_nothing_for_others(seats):
    second = seats[1]
    choose_to_pass(signed_in(second.user), second)
    form = form_with(page_of(signed_in(second.user), address(second)), how="each")
    fields = {name: values[0] for name, values in form.fields.items()}
    for user in (seats[0].user, factories.person("Dario")):
        assert signed_in(user).post(form.address, fields, headers=HTMX).status_code in (403, 404, 422)
    assert filed(second) == []


def test_a_line_of_the_planning_board_is_filed_for_its_place(seats):
    first, second, _third = seats
    client = signed_in(second.user)
    at = client.post(reverse("tables:plan", args=[second.table.code]), {"action": encode(PASS).decode()})["Location"]
    plan = client.get(at).context["plan"]
    assert plan.pending.key == key_of(second)
    take = f"0-{public(first).display[1]}"
    assert f'value="{take}"' in page_of(client, at)
    at = client.post(plan.sheet.act_url, {"compose": "exchange", "card": "0", "take": take})["Location"]
    at = client.post(client.get(at).context["plan"].sheet.act_url, {"action": encode(PASS).decode()})["Location"]
    assert PlanNode.objects.count() == 3
    client.post(at, {"do": "file"})
    step = ExchangeCard(0, 0, public(first).display[1])
    assert filed(second) == [Filed(key_of(second), (step, PASS), how="each")]
    factories.send(first, PASS)
    assert played(second) == [(step, "order"), (PASS, "order")]


def test_a_substitute_reads_it_if_it_is_passed_on(seats):
    first, second, _third = seats
    wanted = public(first).display[2]
    file(second, ExchangeCard(0, 1, wanted), PASS)
    ending.resign(table_id=second.table_id, user=second.user, passes_plans=True, now=factories.NOW)
    bea = factories.person("Bea")
    substitutes.take_seat(table_id=second.table_id, seat_id=second.pk, user=bea, now=factories.NOW + timedelta(hours=1))
    said = html.unescape(page_of(signed_in(bea), address(second, "briefing")))
    own = public(first).realms[second.index].cards[0]
    assert f"Exchange “{card_name(own)}” for “{card_name(wanted)}”" in said
    assert PREPARED not in page_of(signed_in(bea), address(second))
    assert signed_in(first.user).get(address(second, "briefing")).status_code in (302, 404)


def test_the_draft_of_a_turn_to_come_is_there_when_it_comes(seats):
    first, second, _third = seats
    client = signed_in(second.user)
    post(client, form_with(page_of(client, address(second)), compose="exchange"), card="0")
    factories.send(first, PASS)
    page = page_of(client, address(second))
    assert "Choose action 2 of 2." in page
    asked = next(one for one in ENGINE.pending(public(second)) if one.when is When.NOW)
    assert asked.seat == second.index
