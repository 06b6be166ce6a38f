"""Life of a standing order: giving, changing, pausing, ending and reusing it, and the record of its effects."""

from datetime import timedelta
from itertools import count

import pytest

from engines.contract import Filed
from engines.specimen.actions import Decline
from engines.specimen.policy import AlwaysDraw, JoinUpTo
from engines.zena1814 import ENGINE
from engines.zena1814.options import Options
from engines.zena1814.policy import BuyAtPalace, DeclineUntilTurn, MarkUnder, PreferDeck, ReactRule
from tables.errors import Refusal
from tables.models import Move, OrderDeed, StandingOrder
from tables.selectors.orders import deeds, standing_orders
from tables.services import ordering
from tables.services.play import ending, preparing
from tables.services.seats import escalation
from tests.site import absence, factories
from tests.site.ordering import offer, saddled

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)


def given(seat, policy, **more):
    return ordering.add_order(seat_id=seat.pk, policy=policy, user_id=seat.user_id, now=NOW, **more)


def change(service, order, **more):
    service(seat_id=order.seat_id, number=order.number, user_id=order.seat.user_id, now=NOW, **more)


def policies(seat):
    return [order.policy for order in standing_orders(seat, seat.table.game)]


def play_until(table, is_over):
    for moves in count(1):
        if is_over(factories.fresh(table)):
            return
        assert moves < 300
        factories.play_to_end(table, most=1)


def state_of(order):
    order.refresh_from_db()
    return order.paused, order.disarmed_for


@pytest.fixture
def table():
    return factories.running_table(*(factories.person() for _each in range(3)), options={"version": "1", "nights": 4})


@pytest.fixture
def seat(table):
    return table.seats.select_related("table", "user").get(index=0)


@pytest.fixture
def zena():
    table = factories.running_table(*(factories.person() for _each in range(3)), game="zena1814")
    return table.seats.select_related("table", "user").get(index=0)


# Duration of an order


def test_an_order_ends_with_its_round_unless_it_is_for_all(table, seat):
    ending_order, lasting = given(seat, JoinUpTo(0)), given(seat, AlwaysDraw("town"), lasting=True)
    play_until(table, lambda table: table.round == 2)
    assert state_of(ending_order) == (False, StandingOrder.ROUND_OVER)
    assert state_of(lasting) == (False, "")
    play_until(table, lambda table: table.round == 3)
    late = Move.objects.filter(
        seq__in=OrderDeed.objects.filter(order=ending_order).values("seq"), at__gt=ending_order.disarmed_at
    )
    assert not late.exists()


def test_an_order_used_again_is_for_the_round_in_which_it_is(table, seat):
    order = given(seat, JoinUpTo(0))
    play_until(table, lambda table: table.round == 2)
    change(ordering.resume_order, order)
    assert state_of(order) == (False, "")
    assert order.round == 2
    play_until(table, lambda table: table.round == 3)
    assert state_of(order) == (False, StandingOrder.ROUND_OVER)


def test_how_long_it_is_for_can_be_changed(table, seat):
    order = given(seat, JoinUpTo(0))
    change(ordering.set_lasting, order, lasting=True)
    play_until(table, lambda table: table.round == 2)
    assert state_of(order) == (False, "")
    change(ordering.set_lasting, order, lasting=False)
    order.refresh_from_db()
    assert (order.lasting, order.round) == (False, 2)


def test_an_order_rests_with_the_reason_of_its_game_once_what_it_was_made_for_is_gone(zena):
    order = given(zena, DeclineUntilTurn(1), lasting=True)
    play_until(zena.table, lambda table: table.moves.filter(seat=zena, kind="turn").exists())
    assert state_of(order) == (False, "turn_came")
    assert order.disarmed_at is not None


def test_an_order_that_may_yet_speak_goes_on(zena):
    orders = [given(zena, MarkUnder("lord"), lasting=True), given(zena, DeclineUntilTurn(8), lasting=True)]
    play_until(zena.table, lambda table: table.moves.filter(seat=zena, kind="turn").exists())
    assert [state_of(order) for order in orders] == [(False, ""), (False, "")]


# Pausing


def test_a_paused_order_leaves_its_decision_to_its_owner_until_it_is_used_again():
    first, _second, third = saddled()
    order = given(third, JoinUpTo(1))
    offer(first)
    change(ordering.pause_order, order)
    assert factories.decision(third).answered_at is None
    change(ordering.resume_order, order)
    assert factories.decision(third).answered_at == NOW


def test_who_comes_back_finds_paused_what_they_had_paused(table, seat):
    paused, armed = given(seat, JoinUpTo(0), lasting=True), given(seat, AlwaysDraw("town"), lasting=True)
    change(ordering.pause_order, paused)
    ending.resign(table_id=table.pk, user=seat.user, now=NOW)
    assert state_of(armed) == (False, StandingOrder.LEFT)
    escalation.come_back(table_id=table.pk, user=seat.user, now=NOW + HOUR)
    assert (state_of(paused), state_of(armed)) == ((True, ""), (False, ""))


def test_an_order_that_was_passed_on_works_once_the_substitute_uses_it():
    first, second, third = saddled()
    order = given(third, JoinUpTo(1), lasting=True)
    ending.resign(table_id=third.table_id, user=third.user, passes_plans=True, now=NOW)
    taken = absence.substituted(third, factories.person())
    assert state_of(order) == (True, "")
    ordering.resume_order(seat_id=taken.pk, number=order.number, user_id=taken.user_id, now=NOW)
    offer(first)
    factories.send(second, Decline())
    assert Move.objects.get(seat=taken, kind="relay").user_id == taken.user_id


def test_a_substitute_who_comes_back_from_the_steward_hears_no_order_of_the_leaver(table, seat):
    order = given(seat, JoinUpTo(1), lasting=True)
    ending.resign(table_id=table.pk, user=seat.user, passes_plans=True, now=NOW)
    taken = absence.substituted(seat, factories.person())
    ending.resign(table_id=table.pk, user=taken.user, now=NOW)
    escalation.come_back(table_id=table.pk, user=taken.user, now=NOW)
    assert state_of(order) == (True, "")


# Giving and changing


def test_what_is_ordered_anew_moves_there_and_takes_the_place_of_its_kind(zena):
    rule, other = ReactRule("join", at_most=2), ReactRule("decline")
    for policy in (rule, other):
        given(zena, policy)
    who = {"seat_id": zena.pk, "user_id": zena.user_id, "now": NOW}
    ordering.give_orders(first=[PreferDeck("goal")], replaces=(PreferDeck, BuyAtPalace), lasting=True, **who)
    assert policies(zena) == [PreferDeck("goal"), rule, other]
    ordering.give_orders(last=[rule], lasting=False, **who)
    assert policies(zena) == [PreferDeck("goal"), other, rule]


def test_a_changed_order_keeps_its_place_and_forgets_what_the_old_one_did(zena):
    rule, other = given(zena, ReactRule("join")), given(zena, ReactRule("decline"))
    OrderDeed.objects.create(order=rule, seq=1, at=NOW)
    change(ordering.change_order, rule, policies=[ReactRule("join", at_most=1)], lasting=True)
    assert policies(zena)[-2:] == [ReactRule("join", at_most=1), ReactRule("decline")]
    assert not OrderDeed.objects.exists()
    change(ordering.change_order, other, policies=[ReactRule("decline")], lasting=True)
    other.refresh_from_db()
    assert other.lasting


def test_the_usual_orders_are_for_all_rounds_and_leave_what_there_is(zena):
    mine = ReactRule("join")
    given(zena, mine)
    ordering.add_usual(seat_id=zena.pk, user_id=zena.user_id, now=NOW)
    usual = ENGINE.orders(Options(), 3)
    assert policies(zena) == [PreferDeck("once"), BuyAtPalace(), mine, *(each for each in usual if each != mine)]
    assert [order.policy for order in standing_orders(zena, "zena1814") if not order.lasting] == [mine]


def test_where_there_are_too_many_those_go_that_have_rested_longest(zena):
    old = given(zena, DeclineUntilTurn(8))
    StandingOrder.objects.filter(pk=old.pk).update(disarmed_at=NOW, disarmed_for=StandingOrder.ROUND_OVER)
    for price in range(1, 18):
        given(zena, ReactRule("join", at_most=price))
    assert zena.standing_orders.count() == ordering.MAX_ORDERS
    given(zena, ReactRule("join", at_most=18))
    assert not zena.standing_orders.filter(pk=old.pk).exists()
    with pytest.raises(Refusal, match="too_many_orders"):
        given(zena, ReactRule("join", at_most=20))


def test_nobody_changes_the_orders_of_another_seat(table, seat):
    order, other = given(seat, JoinUpTo(0)), table.seats.get(index=1)
    for service in (ordering.move_up, ordering.pause_order, ordering.resume_order, ordering.remove_order):
        for who in ({"seat_id": seat.pk, "user_id": other.user_id}, {"seat_id": other.pk, "user_id": other.user_id}):
            with pytest.raises(Refusal):
                service(number=order.number, now=NOW, **who)
    assert state_of(order) == (False, "")


# Record of effects


def test_every_move_an_order_made_is_kept_for_its_owner():
    first, second, third = saddled(options={"version": "1", "habit": "town"})
    order = given(third, JoinUpTo(1))
    offer(first)
    factories.send(second, Decline(), now=NOW + HOUR)
    move = Move.objects.get(seat=third, kind="relay")
    assert deeds(third)[order.number].newest == [(move.seq, NOW + HOUR)]
    assert deeds(third)[order.number].count == 1
    assert order.number not in deeds(second)


def test_what_was_filed_is_no_deed_of_an_order():
    first, second, third = saddled()
    order = given(third, JoinUpTo(1))
    offer(first)
    filed = Filed(factories.decision(third).key, (Decline(),))
    preparing.file_answer(seat_id=third.pk, filed=filed, user_id=third.user_id, now=NOW)
    factories.send(second, Decline())
    assert Move.objects.get(seat=third, kind="relay").via == "order"
    assert order.number not in deeds(third)


def test_the_newest_deeds_are_shown_and_all_are_counted(seat, django_assert_num_queries):
    orders = [given(seat, JoinUpTo(place)) for place in range(3)]
    for order in orders:
        OrderDeed.objects.bulk_create(OrderDeed(order=order, seq=seq, at=NOW) for seq in range(1, 6))
    with django_assert_num_queries(1):
        found = deeds(seat)
    assert {(each.count, tuple(seq for seq, _at in each.newest)) for each in found.values()} == {(5, (5, 4, 3))}


def test_an_order_that_is_removed_leaves_nothing(seat):
    order = given(seat, JoinUpTo(0))
    OrderDeed.objects.create(order=order, seq=1, at=NOW)
    change(ordering.remove_order, order)
    assert not OrderDeed.objects.exists()


def test_a_leavers_deeds_are_forgotten_unless_they_pass_their_plans_on(table, seat):
    OrderDeed.objects.create(order=given(seat, JoinUpTo(0)), seq=1, at=NOW)
    ending.resign(table_id=table.pk, user=seat.user, now=NOW)
    assert deeds(absence.substituted(seat, factories.person())) == {}
