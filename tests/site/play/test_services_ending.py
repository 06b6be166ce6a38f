"""Conceding, leaving and ending a game by agreement: the effects on the table, its seats and their finishing places."""

import pytest

from tables.errors import NotYours, Refusal
from tables.models import Agreement, Decision, Notification, Tenure
from tables.services.lobby import tables
from tables.services.play import bots, ending
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


def code_of(call, table, user):
    with pytest.raises(Refusal) as refused:
        call(table_id=table.pk, user=user, now=NOW)
    return refused.value.code


def places(table):
    return {seat.user_id: seat.place for seat in table.seats.all()}


def people(count):
    return [factories.person() for _each in range(count)]


@pytest.mark.parametrize("call", [ending.concede, ending.resign])
def test_at_two_seats_leaving_concedes(call):
    player, opponent = people(2)
    table = factories.running_table(player, opponent)
    call(table_id=table.pk, user=player, now=NOW)
    table = factories.fresh(table)
    assert (table.status, table.ended_by, table.ended_at, table.outcome) == ("ended", "conceded", NOW, "")
    assert places(table) == {player.pk: 2, opponent.pk: 1}
    assert not Decision.objects.filter(table=table, closed_at=None).exists()
    assert Notification.objects.filter(table=table, kind="finished").count() == 2


@pytest.mark.parametrize("call", [ending.concede, ending.resign, ending.agree_to_end, ending.withdraw_agreement])
def test_a_stranger_ends_nothing(call):
    table = factories.running_table(*people(2))
    assert code_of(call, table, factories.person()) == "not_seated"
    assert factories.fresh(table).status == "running"


@pytest.mark.parametrize("call", [ending.concede, ending.resign, ending.agree_to_end, ending.withdraw_agreement])
def test_nothing_ends_twice(call):
    player, opponent = people(2)
    table = factories.running_table(player, opponent)
    ending.concede(table_id=table.pk, user=player, now=NOW)
    assert code_of(call, table, opponent) == "ended"
    assert places(factories.fresh(table))[opponent.pk] == 1


def test_a_table_that_has_not_started_cannot_be_conceded():
    host = factories.person()
    table = factories.open_table(host)
    assert code_of(ending.concede, table, host) == "not_running"


def test_a_larger_game_cannot_be_conceded():
    player, *others = people(3)
    table = factories.running_table(player, *others)
    assert code_of(ending.concede, table, player) == "two_seats_only"


def test_the_steward_plays_on_for_a_seat_that_was_left():
    player, *others = people(3)
    table = factories.running_table(player, *others)
    ending.resign(table_id=table.pk, user=player, now=NOW)
    seat = factories.seat_of(table, player)
    assert (seat.resigned_at, seat.steward_since, seat.user) == (NOW, NOW, player)
    row = factories.decision(seat)
    assert row.due_at is None
    assert row.think_at is not None
    assert bots.think(table_id=table.pk, seat_id=seat.pk, key=row.key, now=NOW) == 1
    move = table.moves.get(seq=1)
    assert (move.via, move.user, move.seat) == ("steward", None, seat)


def test_who_left_cannot_move_any_more():
    from engines.specimen.actions import SealRoad

    player, *others = people(3)
    table = factories.running_table(player, *others)
    ending.resign(table_id=table.pk, user=player, now=NOW)
    with pytest.raises(NotYours):
        factories.send(factories.seat_of(table, player), SealRoad("valley"))
    assert code_of(ending.resign, table, player) == "not_seated"


def test_tenures_say_who_played_from_when():
    player, *others = people(3)
    table = factories.running_table(player, *others)
    ending.resign(table_id=table.pk, user=player, now=NOW)
    found = list(Tenure.objects.filter(seat__user=player).order_by("pk").values_list("user", "bot", "first_seq", "last_seq"))
    assert found == [(player.pk, "", 1, 0), (None, "steward", 1, None)]


def test_a_seat_that_was_left_ranks_last_whatever_its_points():
    player, *others = people(3)
    table = factories.running_table(player, *others)
    ending.resign(table_id=table.pk, user=player, now=NOW)
    table = factories.play_to_end(table)
    assert table.ended_by == "finished"
    assert places(table)[player.pk] == 3
    assert sorted(places(table)[other.pk] for other in others)[0] == 1


@pytest.mark.parametrize(
    ("ranking", "resigned", "expected"),
    [
        ([[0], [1], [2]], set(), {0: 1, 1: 2, 2: 3}),
        ([[0, 1], [2]], set(), {0: 1, 1: 1, 2: 3}),
        ([[0], [1], [2]], {0}, {1: 1, 2: 2, 0: 3}),
        ([[0, 1], [2]], {0}, {1: 1, 2: 2, 0: 3}),
        ([[0], [1, 2], [3]], {0, 1}, {2: 1, 3: 2, 0: 3, 1: 4}),
    ],
)
def test_places_of_a_ranking(ranking, resigned, expected):
    assert ending.places_of(ranking, resigned) == expected


def test_with_no_person_left_the_table_is_abandoned():
    player = factories.person()
    table = factories.running_table(player, bots=2, seats=3)
    ending.resign(table_id=table.pk, user=player, now=NOW)
    table = factories.fresh(table)
    assert (table.status, table.ended_by) == ("ended", "abandoned")
    assert places(table)[player.pk] is None


def test_all_persons_can_agree_to_end_without_a_result():
    player, opponent = people(2)
    table = factories.running_table(player, opponent, bots=1)
    assert not ending.agree_to_end(table_id=table.pk, user=player, now=NOW)
    assert factories.fresh(table).status == "running"
    assert ending.agree_to_end(table_id=table.pk, user=opponent, now=NOW)
    table = factories.fresh(table)
    assert (table.ended_by, set(places(table).values())) == ("agreed", {None})


def test_agreeing_twice_counts_once():
    player, *others = people(3)
    table = factories.running_table(player, *others)
    for _time in range(3):
        ending.agree_to_end(table_id=table.pk, user=player, now=NOW)
    assert Agreement.objects.filter(table=table).count() == 1
    assert factories.fresh(table).status == "running"


def test_open_pages_learn_of_consents():
    """The table's pages update after a consent is given or withdrawn, but not after a withdrawal without a consent."""
    player, *others = people(3)
    table = factories.running_table(player, *others)
    found = []
    for call in (ending.agree_to_end, ending.withdraw_agreement, ending.withdraw_agreement):
        call(table_id=table.pk, user=player, now=NOW)
        found.append(factories.fresh(table).changes - table.changes)
    assert found == [1, 2, 2]


def test_a_consent_can_be_taken_back():
    player, opponent = people(2)
    table = factories.running_table(player, opponent)
    ending.agree_to_end(table_id=table.pk, user=player, now=NOW)
    ending.withdraw_agreement(table_id=table.pk, user=player, now=NOW)
    assert not ending.agree_to_end(table_id=table.pk, user=opponent, now=NOW)


def test_the_last_one_who_did_not_agree_leaves_and_the_game_ends_agreed():
    player, second, third = people(3)
    table = factories.running_table(player, second, third)
    for user in (second, third):
        ending.agree_to_end(table_id=table.pk, user=user, now=NOW)
    ending.resign(table_id=table.pk, user=player, now=NOW)
    assert factories.fresh(table).ended_by == "agreed"


def test_an_ended_table_takes_no_players():
    player, opponent = people(2)
    table = factories.running_table(player, opponent)
    ending.concede(table_id=table.pk, user=player, now=NOW)
    with pytest.raises(Refusal) as refused:
        tables.join_table(table_id=table.pk, user=factories.person(), word="late", now=NOW)
    assert refused.value.code == "not_open"
