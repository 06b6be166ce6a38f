"""notify.py: each notification goes to the right people, once for each event."""

from datetime import timedelta

import pytest
from django.db import transaction

from config.celery import app as celery_app
from tables.models import Decision, Delivery, Notification, Seat
from tables.services.mail import notify
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"))


def ask(table):
    notify.notify_turns(table=table, decisions=Decision.objects.filter(table=table), now=NOW)


def test_each_person_asked_gets_one_row_however_often_it_is_told(table, anna):
    ask(table)
    ask(table)
    decision = mailing.decision_of(table, anna)
    assert mailing.keys(anna) == [f"turn:{table.code}:{decision.key}:0"]
    assert [delivery.channel for delivery in mailing.waiting(anna)] == ["email"]


def test_a_row_remembers_the_record_as_it_stood(table, anna):
    table.seats.filter(user=anna).update(seen_seq=1)
    table.seq = 4
    ask(table)
    told = Notification.objects.get(recipient=anna)
    assert (told.since_seq, told.upto_seq, told.created_at) == (1, 4, NOW)


def test_what_nobody_waits_for_is_not_told(table, anna):
    Decision.objects.filter(table=table).update(when="may")
    ask(table)
    assert mailing.keys(anna) == []


@pytest.mark.parametrize(
    "change", [{"user": None, "bot": "Ercole"}, {"steward_since": NOW}, {"resigned_at": NOW}, {"user": None}]
)
def test_a_seat_that_no_person_plays_is_not_asked_by_mail(table, anna, change):
    table.seats.filter(user=anna).update(**change)
    ask(table)
    assert mailing.keys(anna) == []


def test_somebody_whose_seat_the_steward_takes_is_told_each_time_it_happens(table, anna):
    seat = mailing.seat_of(table, anna)
    for since in (NOW, NOW, NOW + timedelta(days=3)):
        seat.steward_since = since
        notify.notify_steward(seat=seat, now=since)
    assert [told.kind for told in Notification.objects.filter(recipient=anna)] == ["steward", "steward"]


def test_a_seat_that_opens_is_told_to_everybody_still_at_the_table_each_time(table, anna):
    [berto] = [seat.user for seat in table.seats.exclude(user=anna)]
    carla = mailing.person("Carla")
    Seat.objects.create(table=table, position=2, index=2, user=carla, joined_at=NOW, resigned_at=NOW)
    seat = mailing.seat_of(table, anna)
    notify.notify_opened(seat=seat, now=NOW)
    assert not Notification.objects.exists()
    for since in (NOW, NOW, NOW + timedelta(days=3)):
        seat.opened_at = since
        notify.notify_opened(seat=seat, now=since)
    assert [len(mailing.keys(user)) for user in (anna, berto, carla)] == [2, 2, 0]


def test_somebody_whose_deadline_passed_is_told_even_if_the_steward_plays_already(table, anna):
    seat = mailing.seat_of(table, anna)
    seat.steward_since = NOW
    notify.notify_timed_out(table=table, seat=seat, decision_key="saddle/1", now=NOW)
    assert mailing.keys(anna) == [f"timed_out:{table.code}:saddle/1:0"]


def test_a_reminder_comes_once(table, anna):
    decision = mailing.decision_of(table, anna)
    for hours in (19, 20, 30):
        notify.notify_reminder(decision=decision, now=NOW + timedelta(hours=hours))
    assert mailing.keys(anna) == [f"reminder:{table.code}:{decision.key}:0"]


def test_everybody_hears_of_start_and_end(table, anna):
    notify.notify_started(table=table, now=NOW)
    notify.notify_finished(table=table, now=NOW)
    assert Notification.objects.filter(table=table).count() == 4
    assert mailing.keys(anna) == [f"started:{table.code}", f"finished:{table.code}"]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_was_never_told(anna):
    table = mailing.running_table(anna, mailing.person("Berto"))
    with transaction.atomic():
        ask(table)
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


@pytest.fixture
def no_broker():
    """Use the address of a broker that does not exist."""
    there = celery_app.conf.broker_url
    _connect("redis+socket:///nobody/answers/here.sock")
    yield
    _connect(there)


def _connect(broker):
    """Use this broker. Drop pooled connections, which would lead to the old broker."""
    celery_app.conf.broker_url, celery_app.amqp._producer_pool, celery_app._pool = broker, None, None


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_loses_nothing_and_raises_nothing(anna, no_broker):
    table = mailing.running_table(anna, mailing.person("Berto"))
    with transaction.atomic():
        ask(table)
    assert [delivery.status for delivery in mailing.waiting(anna)] == ["queued"]
