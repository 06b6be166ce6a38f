"""Privacy of standing orders: no page, email, record, log line or clock reveals them to other users."""

import json
import logging
import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.core import mail
from django.urls import reverse

from accounts.models import User
from engines.specimen.policy import JoinUpTo
from engines.zena1814.policy import PreferDeck
from tables.models import Decision, Move, OrderDeed, StandingOrder
from tables.selectors.play import waiting
from tables.services import ordering
from tables.services.play import ending
from tests.site import absence, factories, keeping, mailing
from tests.site.ordering import offer, saddled
from tests.site.views import masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)
USED = r"Used \d+ times?\."
SECRET = ("until I hold 5", "goals_until", USED)


@pytest.fixture
@keeping.kept
def table():
    return factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Carla")], game="zena1814")


@pytest.fixture
@keeping.kept
def anna(table):
    """Play until a standing order of Anna's has answered at least twice. Return her seat."""
    seat = table.seats.select_related("user", "table").get(user__display_name__startswith="Anna")
    who = {"seat_id": seat.pk, "user_id": seat.user_id, "now": NOW}
    ordering.give_orders(first=[PreferDeck("goals_until", 5)], replaces=(PreferDeck,), lasting=True, **who)
    for _turn in range(100):
        if len(deeds()) > 1:
            break
        factories.play_to_end(table, most=3)
    else:
        pytest.fail("the order has nothing to answer")
    return seat


def deeds():
    """Return the recorded effects of Anna's order."""
    return [deed for deed in OrderDeed.objects.select_related("order") if "goals_until" in deed.order.body]


def pages_of(table, user):
    """Yield the names and texts of pages of the table and its record, as this user sees them."""
    client = signed_in(user)
    for name in ("detail", "log", "recap", "orders", "plan", "briefing"):
        yield name, client.get(reverse(f"tables:{name}", args=[table.code]), follow=True).content.decode()
    for address in ("", "0/", "check/"):
        yield address, client.get(f"/archive/{table.code}/{address}", follow=True).content.decode()
    yield "record", client.get(f"/archive/{table.code}.json").content.decode()


def secrets_in(text):
    return [words for words in SECRET if re.search(words, text)]


def test_the_owner_reads_what_nobody_else_does(table, anna):
    ben = table.seats.get(user__display_name__startswith="Ben").user
    mine = page_of(signed_in(anna.user), reverse("tables:orders", args=[table.code]))
    assert "Draw goals until I hold 5" in mine
    assert re.search(USED, mine)
    for user in (None, factories.person("Dora"), ben):
        for name, page in pages_of(table, user):
            found = secrets_in(page.replace('value="goals_until"', ""))
            assert not [words for words in found if (name, words) != ("orders", USED)], (name, user)


def test_the_end_opens_none_of_it(table, anna):
    for seat in table.seats.select_related("user"):
        ending.agree_to_end(table_id=table.pk, user=seat.user, now=NOW)
    assert factories.fresh(table).status == "ended"
    ben = table.seats.get(user__display_name__startswith="Ben").user
    for user in (None, factories.person("Dora"), ben):
        for name, page in pages_of(table, user):
            assert not [words for words in secrets_in(page) if (name, words) != ("orders", USED)], (name, user)
    record = json.loads(signed_in().get(f"/archive/{table.code}.json").content)
    assert {move["via"] for move in record["moves"]} <= {"start", "page"}


def test_neither_mails_nor_log_lines_speak_of_it(table, anna, caplog):
    with caplog.at_level(logging.DEBUG):
        factories.play_to_end(table, most=20)
        mailing.work_off(NOW + 48 * HOUR)
    sent = " ".join(f"{each.subject} {each.body} {each.alternatives}" for each in mail.outbox)
    assert sent
    assert not secrets_in(sent)
    assert not secrets_in(caplog.text)


def test_who_runs_the_site_cannot_tell_either(table, anna):
    """The admin shows no queued turns, no source of a move, and no clock paused by a standing order."""
    client = signed_in(User.objects.create_superuser("staff@example.org", display_name="Staff"))
    ordered = Move.objects.filter(table=table, via=Move.Via.ORDER).latest("seq")
    filed = Decision.objects.filter(table=table, closed_at=None).first()
    Decision.objects.filter(pk=filed.pk).update(answered_at=NOW + 77 * HOUR, ordered_after=987654)
    pages = ["move/", f"move/{ordered.pk}/change/", "decision/", f"decision/{filed.pk}/change/"]
    pages += [f"table/{table.pk}/change/", "siteevent/"]
    for name in pages:
        page = page_of(client, f"/admin/tables/{name}")
        assert not re.search(r"standing order|987654|answered", page, re.IGNORECASE), name
        assert not secrets_in(page), name
    registered = {model.__name__ for model in admin.site._registry}
    assert not registered & {"StandingOrder", "OrderDeed", "FiledAnswer", "Draft", "PlanNode", "Submission"}
    assert "page" in page_of(client, f"/admin/tables/move/{ordered.pk}/change/")


@pytest.mark.parametrize("passes", [False, True])
def test_a_substitute_reads_it_only_if_plans_are_passed_on(table, anna, passes):
    ending.resign(table_id=table.pk, user=anna.user, passes_plans=passes, now=NOW)
    taken = absence.substituted(anna, factories.person("Bea"), now=NOW + HOUR)
    found = dict(pages_of(table, taken.user))
    assert ("Draw goals until I hold 5" in found["orders"]) is passes
    assert ("Draw goals until I hold 5" in found["briefing"]) is passes
    assert bool(deeds()) is passes
    assert all(not secrets_in(page.replace('value="goals_until"', "")) for _name, page in pages_of(table, anna.user))


@pytest.mark.parametrize("service", [ordering.pause_order, ordering.remove_order])
def test_no_clock_tells_that_an_order_was_let_go(service, time_machine):
    """Pausing or removing an order changes no clock that others see, however long the order was active."""
    first, second, third = saddled()
    order = ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), user_id=third.user_id, now=NOW)
    offer(first)
    get = signed_in(second.user).get
    time_machine.move_to(NOW + 3 * HOUR, tick=False)
    before = masked(get(third.table.get_absolute_url()).content.decode()), waiting.waits([third.table])
    service(seat_id=third.pk, number=order.number, user_id=third.user_id, now=NOW + 3 * HOUR)
    after = masked(get(third.table.get_absolute_url()).content.decode()), waiting.waits([third.table])
    assert before == after


def test_no_clock_tells_that_an_order_ended_with_its_round():
    """The decision stays open as before. Only the order's owner learns that the decision now waits for them."""
    first, second, third = saddled()
    order = ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), user_id=third.user_id, now=NOW)
    offer(first)
    before = waiting.waits([third.table])
    StandingOrder.objects.filter(pk=order.pk).update(round=0)
    ordering.add_order(seat_id=second.pk, policy=JoinUpTo(9), user_id=second.user_id, now=NOW)
    assert Move.objects.filter(seat=second, kind="relay").exists()
    after = waiting.waits([third.table])
    [was], [stands] = ([wait for wait in found[third.table_id] if wait.seat_id == third.pk] for found in (before, after))
    assert was.clock.due_at == stands.clock.due_at
