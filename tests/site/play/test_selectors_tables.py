"""Tables visible to each user, and the tables that are waiting for that user."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from engines.specimen.actions import SealRoad
from tables.models import Decision
from tables.present.lobby.cards import TableCard
from tables.selectors.play import state, tables
from tables.services import quarantine
from tables.services.lobby import tables as lobby
from tables.services.play import ending
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)


def sees(user, table, **more):
    try:
        return tables.visible_table(user=user, code=table.code, **more) == table
    except tables.NotVisible:
        return False


def test_a_public_table_is_everybodys_to_see():
    table = factories.running_table(factories.person(), factories.person())
    assert all(sees(user, table) for user in (None, AnonymousUser(), factories.person()))


def test_a_private_table_is_invisible_to_strangers():
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent, visibility="private")
    assert sees(player, table)
    assert sees(opponent, table)
    assert not any(sees(user, table) for user in (None, AnonymousUser(), factories.person()))
    assert sees(None, table, invite=table.invite)
    assert not any(sees(None, table, invite=invite) for invite in ("", "x" * 22, "é", table.code))


def test_there_is_no_difference_between_a_private_table_and_none():
    with pytest.raises(tables.NotVisible):
        tables.visible_table(user=factories.person(), code="nowhere2")


def test_an_invitation_finds_its_table():
    table = factories.open_table(factories.person(), visibility="private")
    assert tables.invited_table(table.invite, None) == table
    assert tables.invited_table("x" * 22, None) is None


def test_the_own_seat():
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent)
    assert tables.own_seat(table, player) == factories.seat_of(table, player)
    assert [tables.own_seat(table, user) for user in (None, AnonymousUser(), factories.person())] == [None] * 3


def test_each_viewer_gets_only_their_own_hand():
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent, game="gonzaga")
    mine, theirs = factories.seat_of(table, player), factories.seat_of(table, opponent)
    assert state.seen(table, mine).hand != state.seen(table, theirs).hand
    assert state.seen(table, None).hand is None
    assert state.seen(table, mine).public == state.seen(table, None).public


def test_a_seat_at_another_table_opens_no_hand():
    player = factories.person()
    table = factories.running_table(player, factories.person())
    other = factories.running_table(player, factories.person())
    assert state.seen(table, factories.seat_of(other, player)).hand is None


def test_before_the_start_there_is_nothing_to_see():
    with pytest.raises(state.NotStarted):
        state.seen(factories.open_table(factories.person()), None)


def test_the_lobby_lists_public_tables_with_free_seats():
    host = factories.person()
    wanted = factories.open_table(host, seats=3)
    factories.open_table(host, visibility="private")
    factories.running_table(host, factories.person())
    cancelled = factories.open_table(host)
    lobby.cancel_table(table_id=cancelled.pk, user=host, now=NOW)
    full = factories.open_table(host)
    full.seats.filter(user=None).update(bot="the mule")
    [found] = tables.lobby_tables(None)
    assert (found, TableCard(found).free_seats) == (wanted, 2)


def test_the_lobby_can_be_narrowed():
    host = factories.person()
    three = factories.open_table(host, seats=3, pace="day")
    two = factories.open_table(host, seats=2, pace="week", game="gonzaga")
    assert tables.lobby_tables(None, seats=3) == [three]
    assert tables.lobby_tables(None, pace="week") == [two]
    assert tables.lobby_tables(None, game="gonzaga") == [two]
    assert tables.lobby_tables(None, game="gonzaga", seats=3) == []


def test_lists_carry_no_secrets_and_no_positions():
    player = factories.person()
    factories.open_table(factories.person(), seats=3)
    factories.running_table(player, factories.person())
    for table in [*tables.lobby_tables(None), *tables.tables_awaiting(player)]:
        assert {"secret", "state"} <= table.get_deferred_fields()


def test_what_waits_for_me_has_the_first_end_of_own_time_on_top():
    player = factories.person()
    late = factories.running_table(player, factories.person(), now=NOW + 2 * HOUR)
    soon = factories.running_table(player, factories.person(), now=NOW)
    rich = factories.running_table(player, factories.person(), now=NOW + HOUR)
    # A long time bank does not move a table down the list.
    Decision.objects.filter(table=rich).update(due_at=NOW + 240 * HOUR)
    assert tables.tables_awaiting(player) == [soon, rich, late]
    assert tables.next_table_for(player, soon) == rich
    assert tables.awaiting_count(player) == 3


def test_what_i_answered_waits_for_others():
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent)
    factories.send(factories.seat_of(table, player), SealRoad("valley"))
    assert (tables.tables_awaiting(player), tables.tables_waiting_for_others(player)) == ([], [table])
    assert (tables.tables_awaiting(opponent), tables.tables_waiting_for_others(opponent)) == ([table], [])
    assert tables.awaiting_count(player) == 0


def test_a_table_that_fills_up_waits_for_others():
    player = factories.person()
    table = factories.open_table(player)
    assert tables.tables_waiting_for_others(player) == [table]


def test_finished_games_are_found_and_cancelled_ones_never_were_games():
    player, opponent = factories.person(), factories.person()
    table = factories.running_table(player, opponent)
    ending.concede(table_id=table.pk, user=opponent, now=NOW)
    lobby.cancel_table(table_id=factories.open_table(player).pk, user=player, now=NOW)
    assert tables.recently_finished(player) == [table]
    assert tables.tables_awaiting(player) == tables.tables_waiting_for_others(player) == []


def test_a_game_i_left_no_longer_waits_for_me():
    player = factories.person()
    table = factories.running_table(player, factories.person(), factories.person())
    ending.resign(table_id=table.pk, user=player, now=NOW)
    assert tables.tables_awaiting(player) == tables.tables_waiting_for_others(player) == []
    assert sees(player, table)


def test_the_next_game_that_waits_is_another_one():
    player = factories.person()
    first = factories.running_table(player, factories.person())
    second = factories.running_table(player, factories.person(), now=NOW + HOUR)
    assert tables.next_table_for(player) == first
    assert tables.next_table_for(player, after=first) == second
    assert tables.next_table_for(factories.person()) is None


def test_a_table_under_repair_waits_for_nobody():
    player = factories.person()
    table = factories.running_table(player, factories.person())
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    assert tables.awaiting_count(player) == 0
    assert tables.tables_awaiting(player) == []


def test_strangers_have_no_games():
    for user in (None, AnonymousUser()):
        assert tables.tables_awaiting(user) == tables.tables_waiting_for_others(user) == tables.recently_finished(user) == []
        assert tables.awaiting_count(user) == 0


@pytest.mark.parametrize("count", [1, 6])
def test_lists_take_as_many_queries_for_many_tables_as_for_one(count, django_assert_max_num_queries):
    player = factories.person()
    for _each in range(count):
        factories.running_table(player, factories.person())
        factories.open_table(player)
    for found, limit in ((tables.tables_awaiting, 3), (tables.tables_waiting_for_others, 2), (tables.lobby_tables, 4)):
        with django_assert_max_num_queries(limit):
            for table in found(player):
                assert [str(seat.user) for seat in table.seats.all()]
                assert table.host.display_name
