"""Taking over an open seat: the permitted users, the data they get, and the data that stays with the former holder."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection

from engines.contract import Filed
from engines.specimen.actions import Decline, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import NotRunning, NotYours, Refusal
from tables.models import Decision, FiledAnswer, Notification, Seat, SiteEvent, Table, Tenure
from tables.selectors.play import tables as selector
from tables.selectors.seats import handover
from tables.services import ordering
from tables.services.play import ending, preparing
from tables.services.seats import escalation, substitutes
from tests.rows import rewrite
from tests.site import absence, factories
from tests.site.absence import DAY, NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PAST, FAR = NOW - timedelta(days=1), "relay/9/0"


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Chiara")]


@pytest.fixture
def bea():
    return factories.person("Bea")


def refusal_of(seat, user, **more):
    with pytest.raises(Refusal) as refused:
        substitutes.take_seat(**{"table_id": seat.table_id, "seat_id": seat.pk, "user": user, "now": NOW} | more)
    return refused.value.code


def test_the_substitute_plays_on_with_a_full_bank_and_a_fresh_clock(people, bea):
    _table, seat = absence.left_table(*people, pace=factories.BANKED)
    Seat.objects.filter(pk=seat.pk).update(bank_seconds=7)
    later = NOW + DAY
    seat = absence.substituted(seat, bea, now=later)
    assert (seat.user, seat.bank_seconds, seat.taken_over_at) == (bea, 60 * 60, later)
    assert (seat.opened_at, seat.steward_since, seat.resigned_at, seat.defaults_in_a_row) == (None, None, None, 0)
    row = factories.decision(seat)
    assert (row.holder, row.asked_at, row.bank_at) == (bea, later, later + DAY)
    assert Notification.objects.filter(recipient=bea, kind="turn", decision_key=row.key).count() == 1
    assert factories.send(seat, SealRoad("valley"), now=later).last_seq == 1


def test_log_and_tenures_say_who_sat_there_when(people, bea):
    table, seat = absence.left_table(*people)
    seat = absence.substituted(seat, bea)
    kinds = SiteEvent.objects.filter(table=table).order_by("pk").values_list("kind", "user")
    assert list(kinds) == [("left", people[0].pk), ("opened", people[0].pk), ("substitute", bea.pk)]
    found = Tenure.objects.filter(seat=seat).order_by("pk").values_list("user", "bot", "first_seq", "last_seq")
    assert list(found) == [(people[0].pk, "", 1, 0), (None, "steward", 1, 0), (bea.pk, "", 1, None)]


def test_the_word_for_the_shuffle_stays_or_the_chance_could_not_be_checked(people, bea):
    _table, seat = absence.left_table(*people)
    assert absence.substituted(seat, bea).word == "first"


def test_a_seat_on_the_steward_can_be_taken_and_its_holder_is_out_then(people, bea):
    table = factories.running_table(*people)
    seat = factories.seat_of(table, people[0])
    now = absence.miss(seat, 3)
    absence.substituted(seat, bea, now=now)
    with pytest.raises(Refusal) as refused:
        escalation.come_back(table_id=table.pk, user=people[0], now=now)
    assert refused.value.code == "not_seated"
    key = absence.asked(seat, now=now).key
    with pytest.raises(NotYours):
        factories.send(seat, SealRoad("valley"), key=key, user_id=people[0].pk, now=now)


def test_the_substitute_gets_the_place_the_seat_has_earned(people, bea):
    table, seat = absence.left_table(*people)
    absence.substituted(seat, bea)
    ended = factories.play_to_end(table)
    outcome = factories.registry.engine(table.game).outcome(factories.state.seen(ended, None).public)
    seat.refresh_from_db()
    own = next(place for place, group in enumerate(outcome.ranking) if seat.index in group)
    assert seat.place == 1 + sum(map(len, outcome.ranking[:own]))


# Users who may not take a seat


def test_a_seat_that_is_not_open_is_not_taken(people, bea):
    table, seat = absence.left_table(*people)
    assert refusal_of(table.seats.get(user=people[1]), bea) == "seat_closed"
    escalation.come_back(table_id=table.pk, user=people[0], now=NOW)
    assert refusal_of(seat, bea) == "seat_closed"


def test_a_player_takes_no_second_seat_and_a_former_player_comes_back_instead(people):
    _table, seat = absence.left_table(*people)
    assert [refusal_of(seat, user) for user in people] == ["already_seated"] * 3


def test_people_who_have_seen_another_hand_take_no_seat(people, bea):
    table, seat = absence.left_table(*people)
    absence.substituted(seat, bea)
    ending.resign(table_id=table.pk, user=people[1], now=NOW)
    assert refusal_of(factories.seat_of(table, people[1]), people[0]) == "knows_hands"


def test_a_player_who_lost_a_seat_may_take_that_very_seat_again(people, bea):
    table, seat = absence.left_table(*people)
    absence.substituted(seat, bea)
    ending.resign(table_id=table.pk, user=bea, now=NOW)
    assert absence.substituted(seat, people[0]).user == people[0]


def test_at_a_private_table_it_takes_the_invitation(people, bea):
    table, seat = absence.left_table(*people, visibility=Table.Visibility.PRIVATE)
    for invite in (None, "", "wrong"):
        assert refusal_of(seat, bea, invite=invite) == "not_invited"
    assert refusal_of(seat, bea, invite=table.invite + "x") == "not_invited"
    assert absence.substituted(seat, bea).user == bea


def test_a_game_that_is_over_takes_nobody(people, bea):
    table, seat = absence.left_table(*people)
    for user in people[1:]:
        ending.agree_to_end(table_id=table.pk, user=user, now=NOW)
    with pytest.raises(NotRunning):
        substitutes.take_seat(table_id=table.pk, seat_id=seat.pk, user=bea, now=NOW)


def test_a_seat_of_another_table_is_not_taken_by_a_mixed_up_address(people, bea):
    _table, seat = absence.left_table(*people)
    other = factories.running_table(factories.person(), factories.person())
    assert refusal_of(seat, bea, table_id=other.pk) == "not_yours"


def test_an_unreliable_player_takes_no_seat_where_reliable_ones_are_asked_for(people, bea):
    table, seat = absence.left_table(*people, min_reliability=90)
    for number in range(10):
        result = "in_time" if number < 8 else "timed_out"
        fields = {"key": f"x/{number}", "kind": "x", "when": "now", "asked_at": PAST, "closed_at": NOW - DAY}
        Decision.objects.create(table=table, seat=seat, holder=bea, result=result, **fields)
    assert refusal_of(seat, bea) == "unreliable"
    Decision.objects.filter(holder=bea, key="x/9").update(result="in_time")
    assert absence.substituted(seat, bea).user == bea


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_gets_the_seat(people):
    table, seat = absence.left_table(*people)
    rivals = [factories.person(name) for name in ("Dora", "Elio", "Fosca")]
    barrier = Barrier(len(rivals))

    def take(user):
        try:
            barrier.wait(10)
            return absence.substituted(seat, user).user
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(rivals)) as pool:
        results = list(pool.map(take, rivals))
    assert sorted(map(str, results))[-2:] == ["seat_closed"] * 2
    seat.refresh_from_db()
    assert seat.user in results
    assert Tenure.objects.filter(seat=seat, last_seq=None).count() == 1
    assert factories.fresh(table).site_events.filter(kind="substitute").count() == 1


# Plans


@pytest.fixture
def planned(people):
    """Return Anna's seat with a standing order, a draft, a queued turn and notes. She has not left yet."""
    table = factories.running_table(*people)
    seat = factories.seat_of(table, people[0])
    ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(2), user_id=seat.user_id, now=PAST)
    preparing.save_draft(seat_id=seat.pk, key="saddle/1", actions=[SealRoad("valley")], now=PAST)
    text = handover.coding.to_text(Filed(FAR, (Decline(),)))
    FiledAnswer.objects.create(table=table, seat=seat, key=FAR, kind="relay", body=text, filed_at=PAST)
    rewrite(Seat.objects.filter(pk=seat.pk), notes="never trust Berto")
    return seat


def test_plans_are_the_leavers_own_and_are_forgotten(planned, bea):
    ending.resign(table_id=planned.table_id, user=planned.user, now=NOW)
    seat = absence.substituted(planned, bea)
    assert not handover.plans(seat, seat.table.game)
    assert [rows.count() for rows in (seat.drafts, seat.filed_answers, seat.standing_orders)] == [0, 0, 0]
    assert seat.notes == ""


def test_plans_are_passed_on_by_choice_and_answer_for_nobody(planned, bea):
    ending.resign(table_id=planned.table_id, user=planned.user, passes_plans=True, now=NOW)
    seat = absence.substituted(planned, bea)
    plans = handover.plans(seat, seat.table.game)
    assert (plans.filed, plans.orders, plans.has_draft, plans.notes) == (
        [Filed(FAR, (Decline(),))],
        [JoinUpTo(2)],
        True,
        "never trust Berto",
    )
    assert not seat.standing_orders.filter(paused=False).exists()
    assert not seat.filed_answers.filter(status="active").exists()
    assert not seat.passes_plans


def test_an_absent_player_passes_plans_on_later_and_may_think_again(planned, bea):
    absence.miss(planned, 3)
    for passes in (True, False, True):
        escalation.pass_plans(table_id=planned.table_id, user=planned.user, passes=passes)
    seat = absence.substituted(planned, bea, now=NOW + 9 * DAY)
    assert handover.plans(seat, seat.table.game).notes == "never trust Berto"


def test_who_plays_a_seat_has_nothing_to_pass_on(planned):
    with pytest.raises(Refusal):
        escalation.pass_plans(table_id=planned.table_id, user=planned.user, passes=True)
    planned.refresh_from_db()
    assert not planned.passes_plans


def test_what_the_substitute_plans_is_no_plan_of_the_leaver(planned, bea):
    ending.resign(table_id=planned.table_id, user=planned.user, now=NOW)
    seat = absence.substituted(planned, bea)
    ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(1), user_id=bea.pk, now=NOW + DAY)
    assert not handover.plans(seat, seat.table.game)


# The list of open seats


def test_open_seats_of_public_games_are_listed_for_those_who_do_not_sit_there(people, bea):
    _table, seat = absence.left_table(*people)
    absence.left_table(*(factories.person() for _each in range(3)), visibility=Table.Visibility.PRIVATE)
    assert selector.open_seats(bea) == selector.open_seats(None) == [seat]
    assert [selector.open_seats(user) for user in people] == [[], [], []]
    assert selector.open_seats(bea, game="gonzaga") == []


def test_a_seat_leaves_the_list_with_its_table(people, bea):
    table, _seat = absence.left_table(*people)
    Table.objects.filter(pk=table.pk).update(quarantined_at=NOW)
    assert selector.open_seats(bea) == []
    Table.objects.filter(pk=table.pk).update(quarantined_at=None)
    factories.play_to_end(table)
    assert selector.open_seats(bea) == []
    assert not Seat.objects.filter(table=table, opened_at__isnull=False).exists()
