"""Reliability of a player: the decisions that count, the period, and the effect on joining tables."""

from datetime import timedelta
from itertools import count

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engines.specimen.actions import SealRoad
from tables.errors import Refusal
from tables.models import Decision, Table
from tables.selectors.seats import reliability
from tables.services.lobby import admission, tables
from tables.services.play import ending
from tables.services.seats import escalation
from tests.site import absence, factories
from tests.site.absence import DAY, HOUR, NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
_keys = count(1)


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def seat(anna):
    return factories.seat_of(factories.running_table(anna, factories.person("Berto"), pace=factories.BANKED), anna)


def answered(seat, *used, result="in_time", closed_at=NOW - DAY, **fields):
    """Create closed decisions of a seat, by default of its holder and in time. ``used`` lists their seconds."""
    for seconds in used:
        Decision.objects.create(
            table=seat.table,
            seat=seat,
            key=f"x/{next(_keys)}",
            kind="x",
            when="now",
            asked_at=closed_at - HOUR,
            closed_at=closed_at,
            result=result,
            used_seconds=seconds,
            **{"holder": seat.user} | fields,
        )


def of(user, now=NOW):
    return reliability.reliability(user, now)


def test_answers_in_time_and_too_late_make_the_share(seat, anna):
    answered(seat, *[60] * 9)
    answered(seat, *[60] * 2, result="timed_out")
    assert (of(anna).answers, of(anna).share) == (11, 81)
    assert reliability.share_in_time(anna, NOW) == 81


def test_fewer_than_ten_answers_are_too_few_to_tell(seat, anna):
    answered(seat, *[60] * 9, result="timed_out")
    found = of(anna)
    assert (found.answers, found.share, found.times) == (9, None, None)
    assert reliability.share_in_time(anna, NOW) is None


def test_only_the_last_twelve_months_count(seat, anna):
    answered(seat, *[60] * 10)
    answered(seat, *[60] * 10, result="timed_out", closed_at=NOW - timedelta(days=366))
    assert (of(anna).answers, of(anna).share) == (10, 100)
    assert of(anna, NOW + timedelta(days=370)).answers == 0


def test_what_others_answered_or_nobody_counts_for_nobody(seat, anna):
    answered(seat, *[60] * 10, holder=factories.person())
    answered(seat, *[60] * 10, holder=None)
    answered(seat, None, result="")
    assert of(anna).answers == 0


def test_median_and_quartiles_of_the_answer_time(seat, anna):
    answered(seat, *(hours * 3600 for hours in range(1, 14)))
    assert of(anna).times == (4 * 3600, 7 * 3600, 10 * 3600)


def test_an_answer_on_the_bank_is_in_time_and_one_by_the_deadline_is_not(seat, anna):
    table = seat.table
    factories.send(seat, SealRoad("valley"), now=NOW + DAY + HOUR / 2)
    row = Decision.objects.get(seat=seat, key="saddle/1")
    assert (row.result, row.holder, row.used_seconds) == ("in_time", anna, 24 * 3600 + 1800)
    berto = table.seats.exclude(pk=seat.pk).get()
    absence.let_time_run_out(berto, now=NOW + DAY + HOUR)
    row = Decision.objects.get(seat=berto, key="saddle/1")
    assert (row.result, row.used_seconds) == ("timed_out", 25 * 3600)


def test_the_answer_that_ends_the_game_counts_too(anna):
    other = factories.person()
    table = factories.play_to_end(factories.running_table(anna, other, options={"version": "1", "nights": 1}))
    assert table.ended_by == "finished"
    last = table.moves.order_by("-seq").first()
    row = Decision.objects.get(seat=last.seat_id, key=last.key)
    assert (row.result, row.holder_id) == ("in_time", last.user_id)


def test_what_the_steward_answers_counts_for_nobody():
    people = [factories.person() for _each in range(3)]
    table, seat = absence.left_table(*people)
    factories.play_to_end(table)
    assert Decision.objects.filter(seat=seat).exists()
    assert of(people[0]).answers == 0


# Games


def games(user):
    found = of(user)
    return found.finished, found.left


def test_a_game_played_to_its_end_is_finished_and_one_still_played_is_nothing(anna):
    factories.running_table(anna, factories.person())
    factories.play_to_end(factories.running_table(anna, factories.person()))
    assert games(anna) == (1, 0)


def test_conceding_is_an_end_and_leaving_is_none(anna):
    table = factories.running_table(anna, factories.person())
    ending.concede(table_id=table.pk, user=anna, now=NOW)
    absence.left_table(anna, factories.person(), factories.person())
    assert games(anna) == (1, 1)


def test_a_player_who_came_back_has_not_left(anna):
    table, _seat = absence.left_table(anna, factories.person(), factories.person())
    assert games(anna) == (0, 1)
    escalation.come_back(table_id=table.pk, user=anna, now=NOW)
    assert games(anna) == (0, 0)
    factories.play_to_end(table)
    assert games(anna) == (1, 0)


def test_the_game_of_a_substitute_is_left_by_one_and_finished_by_the_other(anna):
    bea = factories.person("Bea")
    table, seat = absence.left_table(anna, factories.person(), factories.person())
    absence.substituted(seat, bea)
    factories.play_to_end(table)
    assert (games(anna), games(bea)) == ((0, 1), (1, 0))


def test_an_abandoned_game_was_left_by_all(anna):
    table = factories.running_table(anna, seats=3, bots=2)
    ending.resign(table_id=table.pk, user=anna, now=NOW)
    assert factories.fresh(table).ended_by == "abandoned"
    assert games(anna) == (0, 1)


# Joining


@pytest.fixture
def strict():
    return factories.open_table(factories.person("Host"), seats=3, min_reliability=90)


def refusal_of(table, user):
    with pytest.raises(Refusal) as refused:
        tables.join_table(table_id=table.pk, user=user, word="x", now=NOW)
    return refused.value.code, refused.value.params


def test_somebody_below_the_condition_is_refused_with_both_numbers(strict, seat, anna):
    answered(seat, *[60] * 8)
    answered(seat, *[60] * 2, result="timed_out")
    assert refusal_of(strict, anna) == ("unreliable", {"share": 80, "least": 90})
    assert not strict.seats.filter(user=anna).exists()


def test_newcomers_and_reliable_players_are_let_in(strict, seat, anna):
    answered(seat, *[60] * 9)
    answered(seat, 60, result="timed_out")
    for user in (anna, factories.person("New")):
        tables.join_table(table_id=strict.pk, user=user, word="x", now=NOW)
    assert Table.objects.get(pk=strict.pk).status == "running"


@pytest.mark.parametrize("share", [-1, 50, 100])
def test_only_the_offered_conditions_can_be_asked_for(share):
    assert share not in admission.CONDITIONS
    with pytest.raises(Refusal) as refused:
        factories.open_table(factories.person(), min_reliability=share)
    assert refused.value.code == "bad_condition"


# Database cost


def test_it_is_read_by_its_index(seat, anna):
    answered(seat, *[60] * 20)
    with CaptureQueriesContext(connection) as asked:
        of(anna)
        reliability.share_in_time(anna, NOW)
    assert len(asked) == 7
    if connection.vendor != "sqlite":
        return
    answers = [query["sql"] for query in asked if "tables_decision" in query["sql"]]
    with connection.cursor() as cursor:
        plans = [" ".join(row[3] for row in cursor.execute("EXPLAIN QUERY PLAN " + sql)) for sql in answers]
    assert len(plans) == 2
    assert all("decision_of_holder" in plan for plan in plans)
