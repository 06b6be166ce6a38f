"""Repeatedly leaving, returning or taking over a seat: it gains no time, and others are not notified each time."""

from datetime import timedelta

import pytest

from tables.models import Notification, Seat, SiteEvent
from tables.services.play import ending
from tables.services.seats import escalation
from tables.services.site_events import Operator
from tables.services.staff import operating
from tables.services.time import calendars, pausing
from tests.site import absence, factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
OPERATOR = Operator(None, "They asked for it.")


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Cleo")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, pace=factories.BANKED)


def leaves_and_returns(table, user, now):
    ending.resign(table_id=table.pk, user=user, now=now)
    escalation.come_back(table_id=table.pk, user=user, now=now + SECOND)


def is_replaced_and_given_back(table, user, now):
    seat = factories.seat_of(table, user)
    operating.put_steward(table_id=table.pk, seat_id=seat.pk, operator=OPERATOR, now=now)
    operating.give_back(table_id=table.pk, seat_id=seat.pk, operator=OPERATOR, now=now + SECOND)


def is_paused_and_resumed(table, _user, now):
    pausing.pause(factories.fresh(table), now=now)
    pausing.resume(factories.fresh(table), now=now + SECOND)


def announces_an_absence_and_takes_it_back(_table, user, now):
    away = calendars.announce_absence(user=user, starts_at=now, ends_at=now + DAY, now=now)
    calendars.end_absence(user=user, ends_at=away.ends_at, now=now + SECOND)


@pytest.mark.parametrize(
    "toggle",
    [leaves_and_returns, is_replaced_and_given_back, is_paused_and_resumed, announces_an_absence_and_takes_it_back],
)
def test_time_that_was_used_stays_used(table, people, toggle):
    seat = factories.seat_of(table, people[0])
    due, bank = factories.decision(seat).due_at, seat.bank_seconds
    for times in range(1, 4):
        toggle(table, people[0], NOW + times * HOUR)
        row = factories.decision(seat)
        assert due <= row.due_at <= due + times * SECOND
        assert (row.holder, row.asked_at) == (people[0], NOW)
    seat.refresh_from_db()
    assert seat.bank_seconds == bank


def test_more_time_that_was_given_is_still_given_and_not_given_again(table, people):
    seat = factories.seat_of(table, people[0])
    row = factories.decision(seat)
    operating.extend(table_id=table.pk, decision_id=row.pk, hours=5, operator=OPERATOR, now=NOW)
    leaves_and_returns(table, people[0], NOW + HOUR)
    row.refresh_from_db()
    assert (row.extension_seconds, row.due_at) == (5 * 3600, NOW + DAY + 6 * HOUR + SECOND)


def test_a_substitute_has_the_full_time(table, people):
    seat = factories.seat_of(table, people[0])
    ending.resign(table_id=table.pk, user=people[0], now=NOW + HOUR)
    absence.substituted(seat, factories.person("Dora"), now=NOW + 2 * HOUR)
    row = factories.decision(seat)
    assert (row.due_at, row.asked_at) == (NOW + 2 * HOUR + DAY + HOUR, NOW + 2 * HOUR)


def take_turns(table, seat, people, now, times):
    """Let users leave and take over the seat in turn, one takeover an hour. Yield the seat's decision after each takeover."""
    for number in range(times):
        ending.resign(table_id=table.pk, user=people[number % len(people)], now=now + number * HOUR)
        absence.substituted(seat, people[(number + 1) % len(people)], now=now + number * HOUR)
        yield factories.decision(seat)


@pytest.mark.parametrize("names", [("Dora",), ("Dora", "Emil"), ("Dora", "Emil", "Fritz", "Gerda", "Hugo")])
def test_one_decision_gives_the_full_time_to_one_substitute_only(table, people, names):
    seat = factories.seat_of(table, people[0])
    turns = [people[0], *(factories.person(name) for name in names)]
    rows = list(take_turns(table, seat, turns, NOW + HOUR, 6))
    assert {row.due_at for row in rows} == {NOW + HOUR + DAY + HOUR}
    assert {row.asked_at for row in rows} == {NOW + HOUR}
    assert rows[-1].holder == turns[6 % len(turns)]


def test_the_next_decision_gives_a_substitute_the_full_time_again(table, people):
    seat = factories.seat_of(table, people[0])
    dora, emil = factories.person("Dora"), factories.person("Emil")
    assert len(list(take_turns(table, seat, [people[0], dora, emil], NOW, 2))) == 2
    for moment in factories.moments(NOW + 2 * HOUR):
        asked = factories.waiting(table)[0]
        if asked.seat == seat.index and factories.decision(seat).asked_at > NOW + HOUR:
            break
        mover = Seat.objects.select_related("table").get(table=table, index=asked.seat)
        factories.send(mover, factories.legal(mover, asked)[0], key=asked.key, now=moment)
    ending.resign(table_id=table.pk, user=emil, now=moment + HOUR)
    absence.substituted(seat, factories.person("Fritz"), now=moment + 2 * HOUR)
    assert factories.decision(seat).due_at == moment + 2 * HOUR + DAY + HOUR


def test_who_has_played_a_seat_before_finds_its_bank_as_it_is(table, people):
    seat = factories.seat_of(table, people[0])
    dora = factories.person("Dora")
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    absence.substituted(seat, dora, now=NOW)
    Seat.objects.filter(pk=seat.pk).update(bank_seconds=7)
    ending.resign(table_id=table.pk, user=dora, now=NOW)
    assert absence.substituted(seat, people[0], now=NOW).bank_seconds == 7


def test_the_others_are_told_once_and_the_log_says_it_once(table, people):
    for times in range(1, 6):
        leaves_and_returns(table, people[0], NOW + times * HOUR)
    assert Notification.objects.filter(kind="opened", recipient=people[1]).count() == 1
    kinds = list(SiteEvent.objects.filter(table=table).order_by("pk").values_list("kind", flat=True))
    assert kinds == ["left", "opened", "returned"]
    ending.resign(table_id=table.pk, user=people[0], now=NOW + 2 * DAY)
    assert Notification.objects.filter(kind="opened", recipient=people[1]).count() == 2


@pytest.mark.parametrize("names", [("Dora",), ("Dora", "Emil", "Fritz")])
def test_of_people_who_take_a_seat_from_each_other_the_others_are_told_once_a_day(table, people, names):
    seat = factories.seat_of(table, people[0])
    turns = [people[0], *(factories.person(name) for name in names)]
    told = Notification.objects.filter(kind="opened", recipient=people[1])
    assert len(list(take_turns(table, seat, turns, NOW, 4))) == 4
    assert told.count() == 1
    assert len(list(take_turns(table, seat, turns, NOW + DAY, 4))) == 4
    assert told.count() == 2


def test_of_each_seat_that_is_open_the_others_are_told(table, people):
    for person in people[:2]:
        ending.resign(table_id=table.pk, user=person, now=NOW + HOUR)
    assert Notification.objects.filter(kind="opened", recipient=people[2]).count() == 2
