"""Deadlines, reminders, lost tasks and outages."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engines.contract import Filed
from engines.specimen.actions import Decline, Offer, OfferNothing, SealRoad
from tables.errors import NotRunning, Refusal
from tables.models import Decision, FiledAnswer, Heartbeat, Move, Notification, Table
from tables.services import quarantine, sweeping
from tables.services.play import advance, moves, preparing
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def actors():
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent, pace=factories.BANKED)
    return table, factories.seat_of(table, player), factories.seat_of(table, opponent)


def sweep(now):
    """Run one sweep, as if beat had also started one a minute earlier. Return its result."""
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - MINUTE})
    return sweeping.sweep(now=now)


def bank(seat):
    seat.refresh_from_db()
    return timedelta(seconds=seat.bank_seconds)


def test_a_deadline_is_the_decisions_time_and_the_bank(actors):
    _table, mine, _theirs = actors
    row = factories.decision(mine)
    assert (row.remind_at, row.bank_at, row.due_at) == (NOW + 0.8 * DAY, NOW + DAY, NOW + DAY + HOUR)


def test_before_the_deadline_nothing_is_played(actors):
    table, _mine, _theirs = actors
    assert sweep(NOW + DAY + HOUR - MINUTE).timed_out == 0
    assert factories.fresh(table).seq == 0


def test_at_the_deadline_the_fallback_is_played_and_everybody_can_see_by_whom(actors):
    table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    assert sweep(NOW + DAY + HOUR).timed_out == 1
    move = Move.objects.get(table=table, seq=2)
    assert (move.via, move.seat, move.user) == ("deadline", mine, None)
    assert Notification.objects.filter(recipient=mine.user, kind="timed_out").count() == 1
    mine.refresh_from_db()
    assert (mine.defaults_in_a_row, mine.plies) == (1, 1)


def test_what_was_answered_is_not_answered_again_by_the_deadline(actors):
    table, mine, theirs = actors
    row = factories.decision(mine)
    factories.send(mine, SealRoad("valley"))
    factories.send(theirs, SealRoad("ridge"))
    seq = factories.fresh(table).seq
    assert not moves.time_out(decision_id=row.pk, now=NOW + 9 * DAY)
    assert factories.fresh(table).seq == seq


def test_a_decision_that_is_gone_is_answered_by_nobody(actors):
    """A deadline does nothing if its decision has been deleted. An admin may have removed the table."""
    table, mine, _theirs = actors
    row = factories.decision(mine)
    Decision.objects.filter(pk=row.pk).delete()
    assert moves.time_out(decision_id=row.pk, now=NOW + 9 * DAY) is False
    assert factories.fresh(table).seq == table.seq


def test_a_sealed_answer_that_may_be_replaced_has_no_deadline(actors):
    _table, mine, _theirs = actors
    factories.send(mine, SealRoad("valley"))
    row = factories.decision(mine)
    assert (row.when, row.due_at, row.remind_at, row.answered_at) == ("may", None, None, NOW)


def test_deadlines_do_not_drift_after_an_early_answer(actors):
    _table, mine, theirs = actors
    factories.send(mine, SealRoad("valley"), now=NOW + HOUR)
    factories.send(mine, SealRoad("river"), key="saddle/1", now=NOW + 2 * HOUR)
    factories.send(theirs, SealRoad("ridge"), now=NOW + 3 * HOUR)
    asked = Decision.objects.get(table=mine.table, closed_at=None, when="now")
    assert asked.asked_at == NOW + 3 * HOUR
    assert asked.bank_at == NOW + 3 * HOUR + DAY


def test_a_deadline_is_not_moved_by_what_others_do_or_by_sending_twice(actors):
    _table, mine, theirs = actors
    before = factories.decision(theirs).due_at
    factories.send(mine, SealRoad("valley"), now=NOW + HOUR)
    for road in ("river", "ridge", "valley"):
        factories.send(mine, SealRoad(road), key="saddle/1", now=NOW + 2 * HOUR)
    assert factories.decision(theirs).due_at == before


def test_an_answer_in_time_earns_the_increment_once(actors):
    _table, mine, _theirs = actors
    factories.send(mine, SealRoad("valley"), now=NOW + HOUR)
    assert bank(mine) == 90 * MINUTE
    factories.send(mine, SealRoad("river"), key="saddle/1", now=NOW + HOUR)
    assert bank(mine) == 90 * MINUTE


def test_an_answer_on_the_bank_costs_what_it_took(actors):
    _table, mine, _theirs = actors
    factories.send(mine, SealRoad("valley"), now=NOW + DAY + 20 * MINUTE)
    assert bank(mine) == 40 * MINUTE


def test_a_timeout_empties_the_bank(actors):
    _table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    sweep(NOW + DAY + HOUR)
    assert bank(mine) == timedelta(0)


def test_a_reply_has_less_time(actors):
    table, mine, theirs = actors
    replier = open_relay(table, mine, theirs)
    row = factories.decision(replier, "relay/1/" + str(1 - replier.index))
    assert row.reply
    assert row.bank_at - row.asked_at == 12 * HOUR


def open_relay(table, *seats):
    """Let all seats choose a road, and let the first to act offer a letter. Return a seat that may join."""
    for seat in seats:
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    offerer = next(seat for seat in seats if seat.index == asked.seat)
    offer = next(action for action in factories.legal(offerer, asked) if isinstance(action, Offer))
    factories.send(offerer, offer)
    return next(seat for seat in seats if seat.index != asked.seat)


def test_a_reminder_goes_out_once_and_before_the_bank_is_touched(actors):
    table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    assert sweep(NOW + 0.79 * DAY).reminded == 0
    assert sweep(NOW + 0.8 * DAY).reminded == 1
    assert sweep(NOW + 0.9 * DAY).reminded == 0
    reminders = Notification.objects.filter(table=table, kind="reminder")
    assert [reminder.recipient for reminder in reminders] == [mine.user]


def test_who_answered_is_not_reminded(actors):
    _table, mine, theirs = actors
    for seat in (mine, theirs):
        factories.send(seat, SealRoad("ridge"))
    sweep(NOW + 0.9 * DAY)
    reminded = Notification.objects.filter(kind="reminder").values_list("decision_key", flat=True)
    assert "saddle/1" not in reminded


def test_two_sweeps_at_once_play_one_fallback(actors):
    table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    due = NOW + DAY + HOUR
    Decision.objects.filter(seat=mine, closed_at=None).update(claimed_until=due + MINUTE)
    assert sweep(due).timed_out == 0
    assert sweep(due + MINUTE).timed_out == 1
    assert Move.objects.filter(table=table, via="deadline").count() == 1


def test_a_claim_of_a_sweep_that_died_while_its_clock_was_ahead_delays_no_deadline(actors):
    _table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    due = NOW + DAY + HOUR
    Decision.objects.filter(seat=mine, closed_at=None).update(claimed_until=due + DAY + sweeping.LEASE)
    assert sweep(due).timed_out == 1


def test_a_crash_looping_table_does_not_block_the_sweep(actors, caplog):
    table, _mine, _theirs = actors
    healthy = factories.running_table(factories.person(), factories.person(), pace=factories.BANKED, now=NOW + MINUTE)
    rewrite(Table.objects.filter(pk=table.pk), state="{}")
    sweep(NOW + DAY + 2 * HOUR)
    assert Move.objects.filter(table=healthy, via="deadline").count() == 2
    broken = factories.fresh(table)
    assert broken.quarantined_at
    assert broken.quarantine_reason.startswith("ValidationError")
    assert "quarantined" in caplog.text
    assert sweep(NOW + DAY + 3 * HOUR).timed_out == 0


def test_a_released_table_gives_everybody_their_full_time_again(actors, django_capture_on_commit_callbacks):
    table, mine, _theirs = actors
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    with pytest.raises(NotRunning):
        factories.send(mine, SealRoad("valley"))
    later = NOW + 5 * DAY
    quarantine.release(table_id=table.pk, now=later)
    advance.advance_table(table_id=table.pk, now=later)
    assert factories.decision(mine).due_at == later + DAY + HOUR
    assert factories.fresh(table).advance_at is None
    assert factories.send(mine, SealRoad("valley"), now=later).last_seq == 1


def test_after_an_outage_clocks_are_moved_on_and_nobody_is_punished(actors, caplog):
    table, mine, _theirs = actors
    due = NOW + DAY + HOUR
    Heartbeat.objects.create(name="sweep", at=due - 2 * HOUR)
    swept = sweeping.sweep(now=due + 4 * HOUR)
    assert (swept.timed_out, factories.fresh(table).seq) == (0, 0)
    assert factories.decision(mine).due_at == due + 6 * HOUR
    assert factories.decision(mine).bank_at == due - HOUR + 6 * HOUR
    assert "2 deadlines were moved on" in caplog.text
    assert sweep(due + 6 * HOUR).timed_out == 2


def test_an_outage_moves_every_clock_that_ran_even_if_it_would_run_out_later(actors):
    _table, mine, _theirs = actors
    Heartbeat.objects.create(name="sweep", at=NOW)
    sweeping.sweep(now=NOW + 5 * HOUR)
    row = factories.decision(mine)
    assert (row.bank_at, row.due_at) == (NOW + DAY + 5 * HOUR, NOW + DAY + 6 * HOUR)


def test_an_outage_of_the_sweep_alone_does_not_move_what_was_asked_meanwhile(actors):
    _table, mine, _theirs = actors
    Heartbeat.objects.create(name="sweep", at=NOW - HOUR)
    sweeping.sweep(now=NOW + 5 * HOUR)
    assert factories.decision(mine).due_at == NOW + DAY + HOUR


def test_the_sweep_leaves_its_heartbeat():
    sweeping.sweep(now=NOW)
    sweeping.sweep(now=NOW + MINUTE)
    assert Heartbeat.objects.get(name="sweep").at == NOW + MINUTE


def test_the_time_of_a_decision_asked_ahead_runs_out_before_its_place_comes():
    seats = relay_of_three()
    first, second = seats[1], seats[2]
    row = factories.decision(second)
    assert row.when == "ahead"
    Decision.objects.filter(seat=first, closed_at=None).update(due_at=row.due_at + DAY)
    sweep(row.due_at)
    row.refresh_from_db()
    assert (row.due_at, row.answered_at is not None, row.closed_at) == (None, True, None)
    asked = factories.waiting(first.table, first)[0]
    factories.send(first, decline(first, asked), now=NOW + 2 * DAY)
    late = Move.objects.get(table=first.table, seat=second, kind="relay")
    assert (late.via, late.user) == ("deadline", None)
    assert Notification.objects.filter(recipient=second.user, kind="timed_out", decision_key=row.key).exists()


def relay_of_three():
    """Start a table of three couriers and return their seats in turn order.

    The first has offered a letter, the second must decide now, and the third may decide in advance.
    """
    people = [factories.person() for _each in range(3)]
    table = factories.running_table(*people)
    by_index = {seat.index: seat for seat in table.seats.all()}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    offerer = by_index[asked.seat]
    factories.send(offerer, next(each for each in factories.legal(offerer, asked) if not isinstance(each, OfferNothing)))
    return [by_index[(asked.seat + place) % 3] for place in range(3)]


def decline(seat, asked):
    return next(action for action in factories.legal(seat, asked) if type(action).__name__ == "Decline")


def test_an_answer_filed_in_time_outlives_the_deadline():
    seats = relay_of_three()
    first, second = seats[1], seats[2]
    row = factories.decision(second)
    preparing.file_answer(seat_id=second.pk, filed=Filed(row.key, (Decline(),)), now=NOW + HOUR)
    Decision.objects.filter(seat=first, closed_at=None).update(due_at=row.due_at + DAY)
    sweep(row.due_at)
    assert FiledAnswer.objects.get(seat=second, status="active").reason == ""
    asked = factories.waiting(first.table, first)[0]
    factories.send(first, decline(first, asked), now=NOW + 2 * DAY)
    move = Move.objects.get(table=first.table, seat=second, kind="relay")
    assert (move.via, move.user) == ("order", second.user)


def test_once_the_time_is_over_nothing_is_filed_instead_of_the_fallback():
    seats = relay_of_three()
    row = factories.decision(seats[2])
    Decision.objects.filter(seat=seats[1], closed_at=None).update(due_at=row.due_at + DAY)
    sweep(row.due_at)
    with pytest.raises(Refusal):
        preparing.file_answer(seat_id=seats[2].pk, filed=Filed(row.key, (Decline(),)), now=row.due_at)
    with pytest.raises(Refusal):
        preparing.withdraw_filed(seat_id=seats[2].pk, key=row.key, now=row.due_at)


def test_the_sweep_finds_bots_whose_task_was_lost(django_capture_on_commit_callbacks, eager):
    table = factories.running_table(factories.person(), bots=1)
    bot = table.seats.exclude(bot="").get()
    assert Move.objects.filter(table=table, seat=bot).count() == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep(NOW + 2 * MINUTE).bots == 1
    assert Move.objects.filter(table=table, seat=bot, via="bot").count() == 1


def test_a_sweep_sends_no_mail_itself(actors):
    sweep(NOW + 3 * DAY)
    assert mail.outbox == []


@pytest.mark.parametrize("live", [3, 30])
def test_what_a_sweep_asks_of_the_database_does_not_grow_with_the_live_tables(live, django_assert_max_num_queries):
    for _each in range(live):
        factories.running_table(factories.person(), factories.person())
    sweeping.sweep(now=NOW)
    with django_assert_max_num_queries(27):
        sweeping.sweep(now=NOW + MINUTE)


def test_every_question_of_the_sweep_is_answered_from_an_index():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL plans by statistics, which an empty table has none of")
    Heartbeat.objects.create(name="sweep", at=NOW)
    with CaptureQueriesContext(connection) as asked:
        sweeping.sweep(now=NOW + MINUTE)
    selects = [query["sql"] for query in asked if query["sql"].startswith("SELECT")]
    with connection.cursor() as cursor:
        plans = [row[3] for sql in selects for row in cursor.execute("EXPLAIN QUERY PLAN " + sql)]
    assert plans
    assert [plan for plan in plans if plan.startswith("SCAN") and "INDEX" not in plan] == []
