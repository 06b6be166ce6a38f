"""Celery tasks: their names and effects, and sending them to the broker. A broker that is down loses no move."""

import time
from contextlib import suppress
from datetime import timedelta

import pytest
from celery.exceptions import NotRegistered
from django.db import transaction
from django.utils import timezone
from kombu import pools
from redis.connection import AbstractConnection

from config.celery import app
from engines.specimen.actions import SealRoad
from tables import tasks
from tables.errors import NotYours
from tables.models import Heartbeat, Move, Table
from tables.services import queue
from tests.site import factories

pytestmark = [pytest.mark.database]
DAY = timedelta(days=1)


@pytest.fixture
def dead_broker(monkeypatch):
    """Connect the app to a broker address without a server. After the test, connect it to its own broker again."""
    monkeypatch.setattr(app, "_down_until", 0.0)
    address = app.conf.broker_url
    _connect_to("redis+socket:///tmp/nobody-answers-here.sock")
    yield
    _connect_to(address)


def _connect_to(address):
    """Publish to this address from now on. Drop all connection pools, because a closed pool stays closed."""
    pools.reset()
    app._pool = None
    app.__dict__.pop("amqp", None)
    app.conf.broker_url = address


def test_every_task_is_registered_under_the_name_it_is_queued_by():
    for name in ("sweep", "think_bot", "advance_table", "rate_games", "deliver"):
        assert app.tasks[f"tables.tasks.{name}"].run == getattr(tasks, name).run


@pytest.mark.django_db
def test_a_name_that_no_task_has_is_refused_where_it_is_queued():
    """An unknown task name is refused when the task is queued. After the commit, only the log would show the error."""
    with pytest.raises(NotRegistered):
        queue.later("delivr", 4)


@pytest.mark.django_db
def test_the_sweep_task_answers_what_is_due(eager):
    now = timezone.now()
    table = factories.running_table(factories.person(), factories.person(), now=now - 2 * DAY)
    Heartbeat.objects.create(name="sweep", at=now - timedelta(minutes=1))
    tasks.sweep.delay()
    assert Move.objects.filter(table=table, via="deadline").count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_loses_no_move_and_keeps_nobody_waiting(dead_broker, caplog):
    players = [factories.person(), factories.person()]
    begun = time.perf_counter()
    table = factories.running_table(*players, bots=1)
    for player in players:
        factories.send(factories.seat_of(table, player), SealRoad("valley"))
    assert time.perf_counter() - begun < 3
    assert factories.fresh(table).seq == 2
    assert "was not published" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_was_not_published_is_found_by_the_sweep(dead_broker, monkeypatch):
    table = factories.open_table(factories.person(), seats=2, bots=1)
    assert not Move.objects.filter(table=table, via="bot").exists()
    app.conf.task_always_eager = True
    monkeypatch.setattr(app, "_down_until", 0.0)
    try:
        tasks.sweeping.sweep(now=factories.NOW + timedelta(minutes=5))
    finally:
        app.conf.task_always_eager = False
    assert Move.objects.filter(table=table, via="bot").count() == 1


@pytest.mark.django_db
def test_the_rest_of_the_prepared_answers_is_played_by_a_task(eager):
    table = factories.running_table(factories.person(), factories.person())
    Table.objects.filter(pk=table.pk).update(advance_at=factories.NOW)
    tasks.advance_table.delay(table.pk)
    assert factories.fresh(table).advance_at is None


@pytest.mark.django_db
def test_a_task_for_a_table_that_is_gone_does_nothing(eager):
    tasks.think_bot.delay(10**9, 10**9, "saddle/1")
    with pytest.raises(NotYours):
        tasks.advance_table.delay(10**9)


@pytest.fixture
def trips(monkeypatch):
    """Return a list that collects the data sent to the broker, with one entry for each send."""
    said = []
    send = AbstractConnection.send_packed_command

    def sent(self, command, *args, **options):
        said.append(command if isinstance(command, bytes) else b"".join(command))
        return send(self, command, *args, **options)

    monkeypatch.setattr(AbstractConnection, "send_packed_command", sent)
    return said


def _queued(said):
    """Return the number of tasks queued by each send that queued any."""
    return [count for command in said if (count := command.count(b"LPUSH"))]


@pytest.mark.django_db(transaction=True)
def test_what_a_transaction_has_to_say_goes_to_the_broker_in_one_trip(trips):
    with transaction.atomic():
        for number in range(3):
            queue.later("deliver", number)
        queue.later("rate_games", "specimen", after=timedelta(minutes=1))
        assert _queued(trips) == []
    assert _queued(trips) == [4]
    queue.later("deliver", 4)
    assert _queued(trips) == [4, 1]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_says_nothing(trips):
    with transaction.atomic():
        queue.later("deliver", 100)
        with suppress(NotYours), transaction.atomic():
            queue.later("deliver", 101)
            raise NotYours
        with transaction.atomic():
            queue.later("deliver", 102)
            with suppress(NotYours), transaction.atomic():
                queue.later("deliver", 103)
                raise NotYours
            queue.later("deliver", 104)
        queue.later("deliver", 105)
    with suppress(NotYours), transaction.atomic():
        queue.later("deliver", 106)
        raise NotYours
    assert sum(_queued(trips)) == 4
    said = b"".join(trips)
    assert [number for number in range(100, 107) if f'argsrepr": "({number},)'.encode() in said] == [100, 102, 104, 105]
