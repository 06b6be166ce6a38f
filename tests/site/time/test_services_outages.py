"""Outages of the sweep or of the web processes: deadlines are extended once by the length of the outage."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection

from engines.specimen.actions import SealRoad
from tables.models import Decision, Heartbeat, Move, Outage, SiteEvent
from tables.services import sweeping
from tables.services.time import outages
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
DUE = NOW + DAY + HOUR
AWAY = 80 * MINUTE


@pytest.fixture
def table():
    return factories.running_table(factories.person(), factories.person(), pace=factories.BANKED)


def sweep_each_minute(start, end):
    """Run a sweep every minute from ``start`` to ``end``, including both."""
    at = start
    while at <= end:
        sweeping.sweep(now=at)
        at += MINUTE


def clocks(table):
    return {(row.bank_at, row.due_at) for row in Decision.objects.filter(table=table, closed_at=None)}


def events(table):
    return list(SiteEvent.objects.filter(table=table, kind="outage").values_list("facts", flat=True))


def test_while_there_are_no_pages_nobody_is_timed_out_and_clocks_are_moved_on_by_as_long(table):
    gone = DUE - 70 * MINUTE
    outages.note_web(now=gone)
    Heartbeat.objects.create(name="sweep", at=gone)
    back = gone + AWAY
    sweep_each_minute(gone + MINUTE, back - MINUTE)
    assert Move.objects.filter(table=table, via="deadline").count() == 0
    outages.note_web(now=back)
    assert sweeping.sweep(now=back).timed_out == 0
    assert clocks(table) == {(DUE - HOUR + AWAY, DUE + AWAY)}
    assert events(table) == ['{"minutes": 80}']
    Heartbeat.objects.update(at=DUE + AWAY)
    assert sweeping.sweep(now=DUE + AWAY).timed_out == 2
    assert events(table) == ['{"minutes": 80}']


def test_a_silence_of_web_that_no_sweep_saw_at_its_full_length_is_noted_by_web(table):
    gone = DUE - 5 * MINUTE
    outages.note_web(now=gone)
    sweeping.sweep(now=gone + 4 * MINUTE)
    back = gone + 8 * MINUTE
    outages.note_web(now=back)
    assert sweeping.sweep(now=back).timed_out == 0
    # The time bank was already in use when the outage began.
    assert clocks(table) == {(back, DUE + 8 * MINUTE)}
    assert events(table) == ['{"minutes": 8}']


def test_when_both_were_silent_it_is_one_outage_in_either_order(table):
    gone = DUE - 5 * MINUTE
    outages.note_web(now=gone)
    Heartbeat.objects.create(name="sweep", at=gone - 2 * MINUTE)
    outages.note_web(now=gone + HOUR)
    outages.note_web(now=gone + HOUR)
    assert sweeping.sweep(now=gone + HOUR + MINUTE).timed_out == 0
    [outage] = Outage.objects.all()
    assert (outage.since, outage.until) == (gone - 2 * MINUTE, gone + HOUR + MINUTE)
    assert clocks(table) == {(outage.until, DUE + HOUR + 3 * MINUTE)}
    outages.note_web(now=gone + HOUR + 2 * MINUTE)
    sweeping.sweep(now=gone + HOUR + 2 * MINUTE)
    assert Outage.objects.count() == 1


def test_reminders_wait_for_pages_too(table):
    outages.note_web(now=NOW)
    Heartbeat.objects.create(name="sweep", at=NOW)
    sweep_each_minute(NOW + 4 * MINUTE, NOW + 8 * MINUTE)
    Decision.objects.filter(table=table).update(remind_at=NOW + 8 * MINUTE)
    assert sweeping.sweep(now=NOW + 9 * MINUTE).reminded == 0


def test_a_deadline_strikes_only_if_there_were_pages_until_then(table):
    """A deadline expires only if web pages were available until then.

    A restart of the web processes is no outage, but the deadline waits until pages are back.
    """
    outages.note_web(now=DUE - MINUTE)
    Heartbeat.objects.create(name="sweep", at=DUE)
    assert sweeping.sweep(now=DUE + MINUTE).timed_out == 0
    outages.note_web(now=DUE + 2 * MINUTE)
    assert sweeping.sweep(now=DUE + 2 * MINUTE).timed_out == 2
    assert Outage.objects.count() == 0


def test_who_is_asked_while_there_are_no_pages_has_the_full_time_afterwards(table):
    mine, theirs = table.seats.order_by("index")
    outages.note_web(now=NOW)
    Heartbeat.objects.create(name="sweep", at=NOW)
    factories.send(mine, SealRoad("valley"), now=NOW + MINUTE)
    sweep_each_minute(NOW + 5 * MINUTE, NOW + HOUR)
    factories.send(theirs, SealRoad("ridge"), now=NOW + HOUR)  # represents a move by a deadline, an order or a bot
    sweep_each_minute(NOW + HOUR, NOW + 2 * HOUR)
    outages.note_web(now=NOW + 2 * HOUR)
    sweeping.sweep(now=NOW + 2 * HOUR)
    asked = Decision.objects.get(table=table, closed_at=None, when="now")
    assert asked.bank_at == NOW + 2 * HOUR + DAY


def test_a_site_on_which_no_web_process_ever_was_is_judged_by_its_sweep(table):
    Heartbeat.objects.create(name="sweep", at=DUE - MINUTE)
    assert sweeping.sweep(now=DUE).timed_out == 2


def test_the_first_start_and_pages_before_the_first_sweep_are_no_outage(table):
    outages.note_web(now=NOW)
    sweeping.sweep(now=NOW + MINUTE)
    assert Outage.objects.count() == 0


def test_any_web_process_counts_for_all(table):
    Heartbeat.objects.create(name="sweep", at=NOW)
    for number in range(20):
        outages.note_web(now=NOW + number * MINUTE)
        sweeping.sweep(now=NOW + number * MINUTE)
    assert Heartbeat.objects.filter(name="web").count() == 1
    assert Outage.objects.count() == 0


def test_a_machine_that_was_off_is_one_outage(table):
    outages.note_web(now=NOW + 20 * timedelta(seconds=1))
    Heartbeat.objects.create(name="sweep", at=NOW)
    back = NOW + AWAY
    sweeping.sweep(now=back)
    outages.note_web(now=back + MINUTE)
    sweeping.sweep(now=back + MINUTE)
    assert clocks(table) == {(DUE - HOUR + AWAY + MINUTE, DUE + AWAY + MINUTE)}
    assert events(table) == ['{"minutes": 81}']


def test_clocks_that_ran_ahead_and_came_back_are_no_outage(table):
    outages.note_web(now=NOW + HOUR)
    Heartbeat.objects.create(name="sweep", at=NOW + HOUR)
    sweeping.sweep(now=NOW)
    assert Outage.objects.count() == 0
    assert clocks(table) == {(DUE - HOUR, DUE)}


def test_an_outage_is_noted_although_the_clock_ran_ahead_before_it(table):
    """An outage that a fast clock has recorded ends in the future; it must not hide the real ones until then."""
    outages.note_web(now=NOW)
    Heartbeat.objects.create(name="sweep", at=NOW)
    for at in (NOW + DAY, NOW + MINUTE):
        outages.note_web(now=at)
        sweeping.sweep(now=at)
    other = factories.running_table(factories.person(), factories.person(), pace=factories.BANKED, now=NOW + MINUTE)
    back = NOW + MINUTE + AWAY
    outages.note_web(now=back)
    sweeping.sweep(now=back)
    assert clocks(other) == {(back + DAY, back + DAY + HOUR)}
    assert clocks(table) == {(NOW + 2 * DAY, NOW + 2 * DAY + HOUR)}


def test_a_clock_that_comes_back_before_the_sweep_leaves_no_outage_with_a_negative_length(table):
    outages.note_web(now=NOW + HOUR)
    outages.note_web(now=NOW + 2 * HOUR)
    sweeping.sweep(now=NOW + 30 * MINUTE)
    assert Outage.objects.count() == 0
    assert clocks(table) == {(DUE - HOUR, DUE)}
    assert events(table) == []


class Dead(BaseException):
    """Exception that simulates the death of the worker."""


def dies_after(tables):
    """Return a context in which the worker dies once it has moved the clocks of this many tables."""
    done = []

    def execute(execute, sql, *rest):
        if sql.startswith('INSERT INTO "tables_siteevent"'):
            if len(done) == tables:
                raise Dead
            done.append(sql)
        return execute(sql, *rest)

    return connection.execute_wrapper(execute)


def test_what_dies_in_the_middle_goes_on_where_it_stopped_and_nothing_strikes_before():
    games = [factories.running_table(factories.person(), factories.person(), pace=factories.BANKED) for _each in range(5)]
    Heartbeat.objects.create(name="sweep", at=DUE - HOUR)
    back = DUE + HOUR
    with dies_after(2), pytest.raises(Dead):
        sweeping.sweep(now=back)
    assert sorted(len(events(table)) for table in games) == [0, 0, 0, 1, 1]
    assert Move.objects.filter(via="deadline").count() == 0
    assert sweeping.sweep(now=back + MINUTE).timed_out == 0
    assert [clocks(table) for table in games] == [{(DUE + HOUR, DUE + 2 * HOUR)}] * 5
    assert [events(table) for table in games] == [['{"minutes": 120}']] * 5
    assert Outage.objects.get().settled_at == back + MINUTE


def test_sweeps_at_once_move_no_clock_twice(table):
    Heartbeat.objects.create(name="sweep", at=DUE - HOUR)
    sweeping.sweep(now=DUE + HOUR)
    Outage.objects.update(settled_at=None)
    Heartbeat.objects.update(at=DUE - HOUR)  # the value read by a sweep that began at the same time
    sweeping.sweep(now=DUE + HOUR)
    assert clocks(table) == {(DUE + HOUR, DUE + 2 * HOUR)}
    assert len(events(table)) == 1


def test_a_table_that_the_database_refuses_is_moved_on_next_time_and_until_then_nothing_strikes():
    first, second = (
        factories.running_table(factories.person(), factories.person(), pace=factories.BANKED) for _each in range(2)
    )
    Decision.objects.filter(table=second).update(due_at=DUE + 2 * HOUR)
    Heartbeat.objects.create(name="sweep", at=DUE - HOUR)

    def refuse(execute, sql, params, *rest):
        if sql.startswith('INSERT INTO "tables_siteevent"') and first.pk in params:
            raise OperationalError("canceling statement due to lock timeout")
        return execute(sql, params, *rest)

    with connection.execute_wrapper(refuse):
        assert sweeping.sweep(now=DUE + HOUR).timed_out == 0
    assert (events(first), len(events(second))) == ([], 1)
    assert clocks(first) == {(DUE - HOUR, DUE)}
    sweeping.sweep(now=DUE + HOUR + MINUTE)
    assert clocks(first) == {(DUE + HOUR, DUE + 2 * HOUR)}
