"""Simultaneous requests in real threads and transactions: each takes effect once or is refused."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from engines.specimen.actions import SealRoad
from tables.errors import NotPending, Refusal, Stale
from tables.models import ChatMessage, Move, MoveComment, PlanNode, Rating, Submission, Table
from tables.selectors.planning import PlanRoot
from tables.services import planning, sweeping
from tables.services.archive import comments, rating
from tables.services.archive.verify import verify_table
from tables.services.lobby import tables
from tables.services.locking import lock
from tables.services.play import chat, ending, moves, preparing
from tables.services.play.locked_table import open_game
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
NOW = factories.NOW
DAY = timedelta(days=1)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run all calls at the same moment, each in its own thread. Return the result or refusal of each call."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(10)
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result(60) for future in [pool.submit(run, call) for call in calls]]


def sending(seat, road, *, token="", own_ply=0, key="saddle/1"):
    return lambda: moves.submit(
        table_id=seat.table_id,
        seat_id=seat.pk,
        key=key,
        own_ply=own_ply,
        actions=[SealRoad(road)],
        token=token,
        via=Move.Via.PAGE,
        user_id=seat.user_id,
        now=NOW,
    )


@pytest.fixture
def actors():
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    return table, factories.seat_of(table, player), factories.seat_of(table, opponent)


def is_sound(table):
    return all(finding.ok for finding in verify_table(factories.fresh(table)))


def test_two_simultaneous_sealed_plans_are_both_accepted(actors):
    table, mine, theirs = actors
    results = at_once(sending(mine, "valley"), sending(theirs, "river"))
    assert sorted(result.last_seq for result in results) == [1, 2]
    assert is_sound(table)


def test_a_double_click_plays_once_and_both_clicks_get_the_same_answer(actors):
    table, mine, _theirs = actors
    results = at_once(*[sending(mine, "valley", token="one-click") for _click in range(4)])
    assert {(result.first_seq, result.last_seq) for result in results} == {(1, 1)}
    assert sorted(result.replayed for result in results) == [False, True, True, True]
    assert Move.objects.filter(table=table).count() == 2
    assert Submission.objects.count() == 1


def test_of_two_windows_the_slower_one_is_stale(actors):
    table, mine, _theirs = actors
    results = at_once(sending(mine, "valley", token="window-1"), sending(mine, "river", token="window-2"))
    codes = sorted(result.code if isinstance(result, Refusal) else "played" for result in results)
    assert codes == ["played", "stale"]
    assert factories.fresh(table).seq == 1
    assert is_sound(table)


def test_two_joins_for_the_last_seat_seat_one_and_start_once():
    table = factories.open_table(factories.person())
    rivals = [factories.person() for _each in range(3)]
    results = at_once(
        *[lambda user=user: tables.join_table(table_id=table.pk, user=user, word="a word", now=NOW) for user in rivals]
    )
    codes = sorted(result.code if isinstance(result, Refusal) else "seated" for result in results)
    assert codes == ["full", "full", "seated"]
    assert Move.objects.filter(table=table, seq=0).count() == 1
    assert table.seats.filter(user__in=rivals).count() == 1
    assert is_sound(table)


def test_the_same_person_joining_twice_at_once_has_one_seat():
    table = factories.open_table(factories.person(), seats=3)
    user = factories.person()
    results = at_once(*[lambda: tables.join_table(table_id=table.pk, user=user, word="a word", now=NOW) for _click in range(2)])
    assert sum(isinstance(result, Refusal) and result.code == "already_seated" for result in results) == 1
    assert table.seats.filter(user=user).count() == 1


def test_a_timeout_racing_a_move_leaves_one_answer(actors):
    table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    row = factories.decision(mine)
    late = NOW + DAY
    results = at_once(sending(mine, "valley"), lambda: moves.time_out(decision_id=row.pk, now=late))
    assert Move.objects.filter(table=table, seat=mine, kind="saddle").count() == 1
    winner = Move.objects.get(table=table, seat=mine, kind="saddle").via
    refused = [result for result in results if isinstance(result, Refusal)]
    if winner == "deadline":
        assert [refusal.code for refusal in refused] == ["stale"]
    else:
        assert results[1] is False
    assert is_sound(table)


def test_a_draft_for_the_deadline_is_refused_once_the_deadline_has_answered(actors):
    _table, mine, _theirs = actors
    preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    assert moves.time_out(decision_id=factories.decision(mine).pk, now=NOW + DAY)
    with pytest.raises(NotPending):
        preparing.play_at_deadline(seat_id=mine.pk, key="saddle/1", plays=True)


def test_a_draft_chosen_in_time_is_sent_at_the_deadline(actors):
    table, mine, _theirs = actors
    preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    row = factories.decision(mine)
    results = at_once(
        lambda: preparing.play_at_deadline(seat_id=mine.pk, key="saddle/1", plays=True),
        lambda: moves.time_out(decision_id=row.pk, now=NOW + DAY),
    )
    is_own = Move.objects.get(table=table, seat=mine, kind="saddle").user_id == mine.user_id
    assert is_own is not isinstance(results[0], Refusal)


def test_a_draft_for_the_deadline_is_not_changed_while_the_deadline_answers(actors):
    """A draft cannot be changed while the deadline plays it.

    The change is refused, so the player knows that the new draft was not saved.
    """
    table, mine, theirs = actors
    factories.send(theirs, SealRoad("ridge"))
    preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    preparing.play_at_deadline(seat_id=mine.pk, key="saddle/1", plays=True)
    row, answering = factories.decision(mine), Barrier(2)

    def answer():
        with transaction.atomic():
            lock(table.pk)
            answering.wait(10)
            time.sleep(0.3)
            return moves.time_out(decision_id=row.pk, now=NOW + DAY)

    def change():
        answering.wait(10)
        return preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("river")], now=NOW)

    answered, changed = at_once(answer, change)
    assert answered
    assert isinstance(changed, NotPending)
    assert not mine.drafts.exists()


def test_two_sweeps_at_once_answer_each_deadline_once(actors):
    table, mine, theirs = actors
    at_once(*[lambda: sweeping.sweep(now=NOW + DAY) for _sweep in range(2)])
    for seat in (mine, theirs):
        assert Move.objects.filter(table=table, seat=seat, kind="saddle", via="deadline").count() == 1
    assert is_sound(table)


def test_conceding_while_the_other_one_moves_ends_the_game_once(actors):
    table, mine, theirs = actors
    at_once(sending(mine, "valley"), lambda: ending.concede(table_id=table.pk, user=theirs.user, now=NOW))
    found = factories.fresh(table)
    assert found.ended_by == "conceded"
    assert found.seq == Move.objects.filter(table=table).count() - 1
    assert is_sound(table)


def test_both_conceding_at_once_has_one_winner(actors):
    table, mine, theirs = actors
    results = at_once(
        *[lambda user=seat.user: ending.concede(table_id=table.pk, user=user, now=NOW) for seat in (mine, theirs)]
    )
    assert sum(isinstance(result, Refusal) and result.code == "ended" for result in results) == 1
    assert sorted(seat.place for seat in table.seats.all()) == [1, 2]


def test_the_record_holds_by_itself_where_rows_are_not_locked(actors):
    """The record stays valid without row locks: here a second writer read the table before the first writer saved it."""
    table, mine, theirs = actors
    early = open_game(factories.fresh(table), NOW)
    factories.send(theirs, SealRoad("ridge"))
    seat = early.seat(mine.pk)
    early.play(seat, early.pending_of(seat, "saddle/1"), SealRoad("valley"), via=Move.Via.PAGE, user_id=mine.user_id)
    with pytest.raises(Stale):
        early.save()
    assert factories.fresh(table).seq == 1
    assert is_sound(table)


def test_two_who_count_the_same_games_count_them_once(actors):
    table, _mine, theirs = actors
    ending.concede(table_id=table.pk, user=theirs.user, now=NOW)
    counted = at_once(*[lambda: rating.rate_finished(game="specimen")] * 3)
    assert sorted(counted) == [0, 0, 1]
    assert sorted(Rating.objects.values_list("games", "wins")) == [(1, 0), (1, 1)]


def test_a_comment_that_is_sent_twice_at_once_is_said_once(actors):
    table, mine, theirs = actors
    ending.concede(table_id=table.pk, user=theirs.user, now=NOW)
    said = {"table_id": table.pk, "seq": 0, "user": mine.user, "text": "How bold!", "now": NOW}
    results = at_once(*[lambda: comments.add_comment(**said)] * 4)
    assert {result.pk for result in results} == {MoveComment.objects.get().pk}


def test_a_form_sent_twice_at_one_moment_makes_one_thing_and_both_are_told_so(actors):
    table, mine, _theirs = actors
    token = "b" * 16
    said = {"table_id": table.pk, "user": mine.user, "text": "Hello", "token": token, "now": NOW}
    one, other = at_once(*[lambda: chat.say(**said)] * 2)
    assert one == other == ChatMessage.objects.get()
    new = tables.NewTable(game="specimen", seats=2, options={}, pace=factories.PLAIN)
    one, other = at_once(*[lambda: tables.create_table(new, host=mine.user, word="a", token=token, now=NOW)] * 2)
    assert one == other == Table.objects.exclude(pk=table.pk).get()


def test_a_step_tried_twice_at_one_moment_is_one(actors):
    table, mine, _theirs = actors
    root = PlanRoot(mine.user, factories.fresh(table), mine, 0, 0)
    [asked] = factories.waiting(table, mine)
    at_once(*[lambda: planning.try_out(root, after=None, pending=asked, actions=[SealRoad("valley")], now=NOW)] * 2)
    assert PlanNode.objects.count() == 1
