"""Standing orders: the default orders of a new seat, and orders that answer decisions in advance."""

from datetime import timedelta

import pytest

from engines.contract import Filed
from engines.specimen.actions import Decline, Join
from engines.specimen.policy import AlwaysDraw, JoinUpTo
from tables.models import Decision, FiledAnswer, Move, Notification, StandingOrder
from tables.selectors import coding
from tables.selectors.play import waiting
from tables.selectors.seats import reliability
from tables.services import ordering
from tables.services.play import advance, ending, preparing
from tables.services.seats import escalation
from tables.services.time import pausing
from tests.site import absence, factories
from tests.site.ordering import offer, saddled

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)
DRAWING = {"version": "1", "habit": "town"}


def ordered(seat):
    return [coding.policy("specimen", order.body) for order in seat.standing_orders.filter(StandingOrder.ARMED)]


def told(seat, kind="turn"):
    return Notification.objects.filter(recipient=seat.user, kind=kind, decision_key__startswith="relay").count()


def order(seat, policy, now=NOW):
    return ordering.add_order(seat_id=seat.pk, policy=policy, user_id=seat.user_id, now=now)


def remove(seat, row, now=NOW):
    ordering.remove_order(seat_id=seat.pk, number=row.number, user_id=seat.user_id, now=now)


def reply_time(seat):
    """Return the whole time a seat has for a reply: its own time and its time bank."""
    seat.refresh_from_db()
    return timedelta(minutes=factories.BANKED.reply, seconds=seat.bank_seconds)


# Default orders


def test_every_person_begins_with_the_habits_of_the_game_and_no_bot_does():
    table = factories.running_table(factories.person(), factories.person(), bots=1, options=DRAWING)
    assert all(ordered(seat) == ([] if seat.bot else [AlwaysDraw("town")]) for seat in table.seats.all())


def test_a_game_without_habits_begins_without_orders():
    factories.running_table(factories.person(), factories.person())
    assert not StandingOrder.objects.exists()


def test_a_habit_answers_without_asking():
    first, second, _third = saddled(options=DRAWING)
    offer(first)
    factories.send(second, Join(1))
    drawn = Move.objects.get(seat=first, kind="draw")
    assert (drawn.action, drawn.via) == ('{"type":"DrawFrom","bag":"town"}', "order")


def test_a_habit_can_be_given_up():
    first, second, _third = saddled(options=DRAWING)
    remove(first, first.standing_orders.get())
    offer(first)
    factories.send(second, Join(1))
    assert [asked.kind for asked in factories.waiting(first.table, first)] == ["draw"]


@pytest.mark.parametrize("passes", [False, True])
def test_a_substitute_begins_with_the_habits_afresh(passes):
    _table, seat = absence.left_table(*(factories.person() for _each in range(3)), options=DRAWING)
    seat.passes_plans = passes
    seat.save()
    order_of_leaver = coding.to_text(JoinUpTo(2))
    StandingOrder.objects.create(seat=seat, rank=1, body=order_of_leaver, paused=True, created_at=NOW)
    taken = absence.substituted(seat, factories.person(), now=NOW + HOUR)
    assert ordered(taken) == [AlwaysDraw("town")]
    assert (order_of_leaver in [order.body for order in StandingOrder.objects.filter(seat=seat, paused=True)]) is passes


def test_the_steward_has_no_orders_and_who_comes_back_has_their_own():
    table = factories.running_table(*(factories.person() for _each in range(3)), options=DRAWING)
    seat = table.seats.select_related("table", "user").first()
    order(seat, JoinUpTo(0))
    type(table).objects.filter(pk=table.pk).update(excused=0)
    now = absence.miss(seat, 1)
    assert ordered(seat) == []
    escalation.come_back(table_id=table.pk, user=seat.user, now=now)
    assert ordered(seat) == [AlwaysDraw("town"), JoinUpTo(0)]


# Orders that answer in advance


def test_who_has_ordered_is_not_asked_ahead_of_their_place():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first, now=NOW + HOUR)
    row = factories.decision(third)
    assert (row.when, row.answered_at, told(third)) == ("ahead", NOW + HOUR, 0)
    factories.send(second, Decline(), now=NOW + 2 * HOUR)
    moved = Move.objects.get(seat=third, kind="relay")
    assert (moved.action, moved.via) == ('{"type":"Join","place":1}', "order")
    assert not FiledAnswer.objects.exists()
    assert told(third) == 0


@pytest.fixture
def third_after(request):
    """Return the third seat after its turn to decide has come. It answered in advance, by a queued turn or by an order."""
    first, second, third = saddled()
    if request.param == "ordered":
        order(third, JoinUpTo(1))
    offer(first)
    if request.param == "filed":
        row = factories.decision(third)
        # This is after the seat's own time, so its time bank is already in use.
        late = NOW + 12 * HOUR + HOUR / 2
        preparing.file_answer(seat_id=third.pk, filed=Filed(row.key, (Join(1),)), user_id=third.user_id, now=late)
    Decision.objects.filter(seat=second, closed_at=None).update(due_at=NOW + 48 * HOUR)
    factories.send(second, Decline(), now=NOW + 12 * HOUR + HOUR / 2)
    return third


@pytest.mark.parametrize("third_after", ["filed", "ordered"], indirect=True)
def test_what_lay_ready_counts_and_costs_the_same_whether_filed_or_ordered(third_after):
    """A queued turn and a standing order are charged alike. Otherwise used time or later deadlines would tell them apart."""
    row = Decision.objects.get(seat=third_after, kind="relay")
    third_after.refresh_from_db()
    assert Move.objects.get(seat=third_after, kind="relay").action == '{"type":"Join","place":1}'
    assert (row.result, row.used_seconds, row.due_at) == ("in_time", None, None)
    told = reliability.reliability(third_after.user, NOW + 13 * HOUR)
    assert told.answers == 2, "the road that was sealed, and this"
    assert third_after.bank_seconds == factories.BANKED.cap * 60, "what the first answer of the game has earned"


@pytest.mark.parametrize("prepared", ["nothing", "filed", "ordered"])
def test_a_place_that_never_came_counts_for_nobody(prepared):
    first, second, third = saddled()
    if prepared == "ordered":
        order(third, JoinUpTo(1))
    offer(first)
    if prepared == "filed":
        preparing.file_answer(
            seat_id=third.pk, filed=Filed(factories.decision(third).key, (Decline(),)), user_id=third.user_id, now=NOW
        )
    for seat in (first, second, third):
        ending.agree_to_end(table_id=first.table_id, user=seat.user, now=NOW + HOUR)
    assert Decision.objects.get(seat=third, kind="relay").result == ""


def test_no_time_is_used_and_none_is_won_where_an_order_answers():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first)
    before = reply_time(third)
    factories.send(second, Decline(), now=NOW + 5 * HOUR)
    row = Decision.objects.get(seat=third, kind="relay")
    assert (reply_time(third), row.result, row.used_seconds) == (before, "in_time", None)


def test_an_order_given_later_answers_what_is_asked_ahead_already():
    first, _second, third = saddled()
    offer(first)
    assert (factories.decision(third).answered_at, told(third)) == (None, 1)
    order(third, JoinUpTo(0), now=NOW + HOUR)
    assert factories.decision(third).answered_at == NOW + HOUR
    absence.sweep(NOW + 11 * HOUR)
    assert told(third, "reminder") == 0


def test_no_deadline_strikes_where_an_order_speaks():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first)
    due = factories.decision(third).due_at
    Decision.objects.filter(seat=second, closed_at=None).update(due_at=due + HOUR)
    absence.sweep(due)
    row = factories.decision(third)
    assert (row.due_at, row.answered_at, FiledAnswer.objects.count()) == (None, NOW, 0)
    factories.send(second, Decline(), now=due)
    assert Move.objects.get(seat=third, kind="relay").via == "order"
    third.refresh_from_db()
    assert third.defaults_in_a_row == 0


def test_an_order_taken_back_leaves_what_is_left_of_the_clock_once_the_place_has_come():
    first, second, third = saddled()
    offer(first)
    due = factories.decision(third).due_at
    given = order(third, JoinUpTo(1), now=NOW + 2 * HOUR)
    remove(third, given, now=NOW + 10 * HOUR)
    row = factories.decision(third)
    assert (row.answered_at, row.due_at) == (None, due), "until then others see the clock they saw"
    assert told(third) == 1, "they were asked before they ordered"
    factories.send(second, Decline(), now=NOW + 11 * HOUR)
    row.refresh_from_db()
    assert (row.when, row.due_at) == ("now", NOW + 9 * HOUR + reply_time(third))


def test_who_was_never_asked_is_told_once_their_order_is_gone():
    first, _second, third = saddled()
    given = order(third, JoinUpTo(1))
    offer(first)
    due = factories.decision(third).due_at
    remove(third, given, now=NOW + 10 * HOUR)
    row = factories.decision(third)
    assert (row.answered_at, row.due_at, told(third)) == (None, due, 1)


def test_no_deadline_strikes_before_the_place_where_an_order_spoke_for_a_while():
    first, second, third = saddled()
    given = order(third, JoinUpTo(1))
    offer(first)
    due = factories.decision(third).due_at
    remove(third, given, now=due - HOUR)
    Decision.objects.filter(seat=second, closed_at=None).update(due_at=due + HOUR)
    absence.sweep(due)
    row = factories.decision(third)
    assert (row.due_at, row.answered_at, FiledAnswer.objects.count()) == (None, None, 0)
    factories.send(second, Decline(), now=due)
    assert factories.decision(third).due_at == due + reply_time(third)


def test_what_is_filed_where_an_order_spoke_for_a_while_can_be_taken_back():
    first, _second, third = saddled()
    given = order(third, JoinUpTo(1))
    offer(first)
    key = factories.decision(third).key
    remove(third, given, now=NOW + HOUR)
    preparing.file_answer(seat_id=third.pk, filed=Filed(key, (Decline(),)), user_id=third.user_id, now=NOW + 2 * HOUR)
    assert factories.decision(third).answered_at == NOW + 2 * HOUR
    preparing.withdraw_filed(seat_id=third.pk, key=key, now=NOW + 3 * HOUR)
    assert factories.decision(third).answered_at is None
    again = order(third, JoinUpTo(1), now=NOW + 4 * HOUR)
    assert factories.decision(third).answered_at == NOW + 4 * HOUR
    remove(third, again, now=NOW + 5 * HOUR)
    assert factories.decision(third).answered_at is None


def test_two_orders_speak_until_both_are_gone():
    first, _second, third = saddled()
    given = [order(third, JoinUpTo(1)), order(third, JoinUpTo(0))]
    offer(first)
    remove(third, given[0])
    assert factories.decision(third).answered_at == NOW
    remove(third, given[1])
    assert factories.decision(third).answered_at is None


def test_others_cannot_tell_an_order_from_a_player_who_thinks():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first)
    found = waiting.waits([first.table])[first.table_id]
    ordering, thinking = (next(wait.clock for wait in found if wait.seat_id == seat.pk) for seat in (third, second))
    assert ordering == thinking


def test_what_is_filed_goes_before_an_order_and_withdrawn_leaves_it_to_the_order():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first)
    key = factories.decision(third).key
    filed = Filed(key, (Decline(),))
    preparing.file_answer(seat_id=third.pk, filed=filed, user_id=third.user_id, now=NOW)
    preparing.withdraw_filed(seat_id=third.pk, key=key, now=NOW + HOUR)
    assert factories.decision(third).answered_at == NOW
    preparing.file_answer(seat_id=third.pk, filed=filed, user_id=third.user_id, now=NOW + HOUR)
    factories.send(second, Decline())
    assert Move.objects.get(seat=third, kind="relay").action == '{"type":"Decline"}'


def test_who_wants_to_wait_for_those_before_is_asked_whatever_they_ordered():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first)
    preparing.file_answer(seat_id=third.pk, filed=Filed(factories.decision(third).key, ()), user_id=third.user_id, now=NOW)
    factories.send(second, Decline(), now=NOW + HOUR)
    advance.advance_table(table_id=third.table_id, now=NOW + HOUR)
    assert [asked.kind for asked in factories.waiting(third.table, third)] == ["relay"]
    assert (factories.decision(third).when, told(third)) == ("now", 1)


def test_a_pause_leaves_what_an_order_answers_as_it_is():
    first, second, third = saddled()
    given = order(third, JoinUpTo(1))
    offer(first)
    pausing.pause(factories.fresh(first.table), now=NOW + HOUR)
    remove(third, given, now=NOW + 2 * HOUR)
    assert factories.decision(third).due_at is None
    pausing.resume(factories.fresh(first.table), now=NOW + 3 * HOUR)
    assert factories.decision(third).due_at == NOW + 2 * HOUR + reply_time(third), "as if no order had spoken"
    factories.send(second, Decline(), now=NOW + 4 * HOUR)
    assert factories.decision(third).due_at == NOW + 4 * HOUR + reply_time(third)


def test_the_steward_is_asked_what_the_order_of_an_absent_player_would_have_answered():
    first, _second, third = saddled()
    order(third, JoinUpTo(1))
    offer(first)
    ending.resign(table_id=third.table_id, user=third.user, now=NOW)
    row = factories.decision(third)
    assert (row.answered_at, row.ordered_after, row.holder_id) == (None, None, None)


def test_who_comes_back_has_their_orders_speak_again():
    first, second, third = saddled()
    order(third, JoinUpTo(1))
    type(third.table).objects.filter(pk=third.table_id).update(excused=0)
    offer(first)
    seat = third
    seat.steward_since = NOW
    seat.save()
    seat.standing_orders.update(disarmed_at=NOW, disarmed_for=StandingOrder.LEFT)
    advance.advance_table(table_id=seat.table_id, now=NOW)
    assert factories.decision(seat).answered_at is None
    escalation.come_back(table_id=seat.table_id, user=seat.user, now=NOW + HOUR)
    assert factories.decision(seat).answered_at == NOW + HOUR
    factories.send(second, Decline(), now=NOW + 2 * HOUR)
    assert Move.objects.get(seat=seat, kind="relay").via == "order"


def test_a_withdrawn_answer_whose_time_ran_out_meanwhile_is_late():
    """The clock keeps running, so no player gains time by queueing a turn and withdrawing it."""
    first, second, third = saddled()
    offer(first)
    row = factories.decision(third)
    preparing.file_answer(seat_id=third.pk, filed=Filed(row.key, (Decline(),)), user_id=third.user_id, now=NOW)
    Decision.objects.filter(seat=second, closed_at=None).update(due_at=row.due_at + HOUR)
    absence.sweep(row.due_at)
    assert factories.decision(third).due_at is None
    preparing.withdraw_filed(seat_id=third.pk, key=row.key, now=row.due_at)
    assert factories.decision(third).due_at is None, "what others see of the clock does not change"
    factories.send(second, Decline(), now=row.due_at)
    assert Move.objects.get(seat=third, kind="relay").via == "deadline"
    row.refresh_from_db()
    assert row.result == "timed_out"
