"""Turns of several choices sent separately: one clock, one notification and one answer for the turn [decision 0005]."""

from datetime import timedelta

import pytest

from engines.contract import encode
from engines.principato.actions import EndTurn, StationCubes
from tables.models import Decision, Heartbeat, Notification, Table
from tables.services import sweeping
from tables.services.play import advance
from tests.principato.positions import position, realm
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOVE = StationCubes("food", "militia", 1)


@pytest.fixture
def seats():
    people = [factories.person() for _seat in range(2)]
    table = factories.running_table(*people, game="principato", pace=factories.BANKED)
    rewrite(Table.objects.filter(pk=table.pk), state=encode(position(realm(militia=2), realm())).decode())
    advance.advance_table(table_id=table.pk, now=NOW)
    return list(table.seats.select_related("table", "user").order_by("index"))


def fresh(seat):
    seat.refresh_from_db()
    return seat


def test_a_step_sent_alone_brings_no_new_time(seats):
    mine = seats[0]
    before = factories.decision(mine)
    factories.send(mine, MOVE, now=NOW + 20 * HOUR)
    after = factories.decision(mine)
    assert after.key != before.key
    assert (after.asked_at, after.due_at, after.remind_at) == (before.asked_at, before.due_at, before.remind_at)
    assert fresh(mine).bank_seconds == factories.BANKED.bank * 60


def test_a_step_sent_alone_is_no_news(seats):
    mine = seats[0]
    told = Notification.objects.filter(recipient=mine.user, kind="turn").count()
    factories.send(mine, MOVE, now=NOW + HOUR)
    assert Notification.objects.filter(recipient=mine.user, kind="turn").count() == told


def test_the_turn_is_answered_once_and_in_the_time_of_all_its_steps(seats):
    mine = seats[0]
    factories.send(mine, MOVE, now=NOW + HOUR)
    factories.send(fresh(mine), EndTurn(), now=NOW + 3 * HOUR)
    rows = Decision.objects.filter(seat=mine, kind="turn").exclude(result="")
    assert [(row.result, row.used_seconds) for row in rows] == [("in_time", 3 * 3600)]
    assert fresh(mine).bank_seconds == (factories.BANKED.bank + factories.BANKED.increment) * 60


def test_the_next_player_has_their_full_time(seats):
    mine, theirs = seats
    factories.send(mine, MOVE, now=NOW + HOUR)
    factories.send(fresh(mine), EndTurn(), now=NOW + 3 * HOUR)
    assert factories.decision(theirs).asked_at == NOW + 3 * HOUR


def test_at_the_deadline_of_the_turn_what_is_left_of_it_is_ended(seats):
    mine, theirs = seats
    factories.send(mine, MOVE, now=NOW + HOUR)
    due = factories.decision(mine).due_at
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": due})
    assert sweeping.sweep(now=due).timed_out == 1
    assert factories.decision(theirs).asked_at == due
