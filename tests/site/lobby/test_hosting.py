"""Rights of a host before the game starts."""

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import Table
from tables.services.archive.verify import verify_table
from tables.services.lobby import hosting, rematch, tables
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def waiting(people):
    """Return a table for four with three players."""
    return factories.filled(factories.open_table(people[0], seats=4, game="gonzaga"), *people)


def removes(table, host, position):
    return hosting.remove_player(table_id=table.pk, host=host, position=position, now=NOW)


def starts(table, host):
    return hosting.start_now(table_id=table.pk, host=host, now=NOW)


def joins(table, user):
    return tables.join_table(table_id=table.pk, user=user, word="x", invite=table.invite, now=NOW)


def code_of(call, *args):
    with pytest.raises(Refusal) as refused:
        call(*args)
    return refused.value.code


def there(table):
    return [seat.user for seat in table.seats.order_by("position")]


def test_who_is_sent_away_loses_the_seat_and_cannot_come_back(people, waiting):
    anna, ben, carla = people
    assert removes(waiting, anna, 1) == ben
    assert there(waiting) == [anna, carla, None, None]
    assert code_of(joins, waiting, ben) == "removed"
    dora = factories.person("Dora")
    joins(waiting, dora)
    assert there(waiting) == [anna, carla, dora, None]


def test_nobody_but_the_host_sends_anybody_away_and_not_once_it_runs(people, waiting):
    anna, ben, _carla = people
    assert code_of(removes, waiting, ben, 2) == "not_host"
    assert removes(waiting, anna, 0) is None
    assert removes(waiting, anna, 3) is None
    assert removes(waiting, anna, 77) is None
    starts(waiting, anna)
    assert code_of(removes, waiting, anna, 1) == "already_started"


def test_the_game_starts_with_those_who_are_there(people, waiting):
    table = starts(waiting, people[0])
    assert (table.status, table.seat_count) == (Table.Status.RUNNING, 3)
    assert sorted(table.seats.values_list("index", flat=True)) == [0, 1, 2]
    ended = factories.play_to_end(table)
    assert ended.status == Table.Status.ENDED
    assert all(finding.ok for finding in verify_table(ended))


def test_not_with_fewer_than_play_it(people):
    alone = factories.open_table(people[0], seats=4, game="gonzaga")
    assert code_of(starts, alone, people[0]) == "too_few"
    assert code_of(starts, alone, people[1]) == "not_host"


def test_a_rematch_starts_without_those_who_do_not_answer(people):
    anna, ben, carla = people
    ended = factories.running_table(*people, game="gonzaga")
    Table.objects.filter(pk=ended.pk).update(status=Table.Status.ENDED, ended_at=NOW)
    again = rematch.offer_rematch(table_id=ended.pk, user=anna, now=NOW)
    joins(again, carla)
    before = [seat.user for seat in again.seats.order_by("position") if seat.user]
    table = starts(again, anna)
    assert [seat.user for seat in table.seats.order_by("index")] == before
    assert not table.notifications.filter(recipient=ben, superseded_at=None).exists()
    assert factories.play_to_end(table).status == Table.Status.ENDED
    assert all(finding.ok for finding in verify_table(factories.fresh(table)))


def test_the_pages_ask_once_more(client, people, waiting):
    anna, ben, carla = people
    client.force_login(anna)
    page = client.get(waiting.get_absolute_url()).text
    remove, start = reverse("tables:remove", args=[waiting.code, 1]), reverse("tables:start", args=[waiting.code])
    assert remove in page
    assert start in page
    assert f"Remove {ben}?" in client.get(remove).text
    assert f"{ben} no longer sits" in client.post(remove, follow=True).text
    assert client.get(remove).status_code == 200  # Carla has moved to the removed player's position.
    assert client.get(reverse("tables:remove", args=[waiting.code, 9])).status_code == 302
    assert "Start with 2 players?" in client.get(start).text
    client.post(start)
    assert factories.fresh(waiting).status == Table.Status.RUNNING
    assert "already started" in client.post(start, follow=True).text
    client.force_login(carla)
    assert client.get(start).status_code == client.post(remove).status_code == 404
    client.force_login(ben)
    assert client.get(waiting.get_absolute_url()).status_code == 200


def test_who_was_sent_away_reads_why_the_seat_is_not_theirs(client, people, waiting):
    anna, ben, _carla = people
    removes(waiting, anna, 1)
    client.force_login(ben)
    page = client.post(reverse("tables:join", args=[waiting.code]), {"word": "x"}, follow=True)
    assert "prefers to play without you" in page.text
