"""More time, a pause and the end of a pause, agreed by all players."""

import json
from datetime import timedelta

import pytest

from engines.specimen.actions import Decline, SealRoad
from tables.errors import Refusal
from tables.models import Consent, Decision, Heartbeat, Move, Notification, SiteEvent, Table
from tables.selectors.play.pulse import pulse
from tables.services import sweeping
from tables.services.play import ending, moves
from tables.services.site_events import Operator
from tables.services.time import agreeing, calendars, clocks, pausing
from tables.services.time.agreeing import Topic, What
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MINUTE, HOURS, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PAUSE, RESUME = Topic(What.PAUSE), Topic(What.RESUME)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Cleo")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, pace=factories.BANKED)


def more_time(seat):
    return Topic(What.EXTEND, seat.index, factories.decision(seat).key)


def agree(table, user, matter, now=NOW):
    return agreeing.consent(table_id=table.pk, user=user, topic=matter, now=now)


def all_agree(table, people, matter, now=NOW):
    return [agree(table, user, matter, now) for user in people]


def refused(table, user, matter, now=NOW):
    with pytest.raises(Refusal) as refusal:
        agree(table, user, matter, now)
    return refusal.value.code


def due(seat):
    return factories.decision(seat).due_at


def sweep(now):
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - MINUTE})
    return sweeping.sweep(now=now)


def test_the_last_consent_adds_the_decisions_own_time_once_more(table, people):
    mine = factories.seat_of(table, people[0])
    before, other = due(mine), due(factories.seat_of(table, people[1]))
    assert all_agree(table, people, more_time(mine), NOW + HOURS) == [False, False, True]
    assert due(mine) == before + DAY
    assert due(factories.seat_of(table, people[1])) == other
    assert factories.decision(mine).extension_seconds == DAY.total_seconds()


def test_more_time_comes_before_the_reserve(table, people):
    mine = factories.seat_of(table, people[0])
    all_agree(table, people, more_time(mine))
    factories.send(mine, SealRoad("valley"), now=NOW + 47 * HOURS)
    mine.refresh_from_db()
    assert mine.bank_seconds == 90 * 60


def test_more_time_is_given_once(table, people):
    mine = factories.seat_of(table, people[0])
    wanted = more_time(mine)
    all_agree(table, people, wanted)
    once = due(mine)
    assert [refused(table, user, wanted) for user in people] == ["extended"] * 3
    assert due(mine) == once
    row = factories.decision(mine)
    with pytest.raises(Refusal, match="extended"):
        agreeing.extend(table, row, now=NOW)
    assert due(mine) == once


def test_agreeing_twice_counts_once(table, people):
    mine = factories.seat_of(table, people[0])
    assert all_agree(table, [people[0]] * 3, more_time(mine)) == [False] * 3
    assert Consent.objects.count() == 1


def test_a_consent_can_be_taken_back(table, people):
    wanted = more_time(factories.seat_of(table, people[0]))
    all_agree(table, people[:2], wanted)
    heard = [factories.fresh(table).changes]
    for _time in range(2):
        agreeing.withdraw(table_id=table.pk, user=people[0], topic=wanted)
        heard.append(factories.fresh(table).changes)
    assert (heard[1] - heard[0], heard[2] - heard[1]) == (1, 0), "open pages learn of it once"
    assert not agree(table, people[2], wanted)
    assert agree(table, people[0], wanted)


def test_bots_and_the_steward_have_nothing_against_it_and_who_left_has_no_say(people):
    table = factories.running_table(*people, bots=1, game="gonzaga")
    ending.resign(table_id=table.pk, user=people[2], now=NOW)
    assert refused(table, people[2], PAUSE) == "not_seated"
    assert all_agree(table, people[:2], PAUSE) == [False, True]
    absent = factories.seat_of(table, people[1])
    absent.steward_since = NOW
    absent.save(update_fields=["steward_since"])
    assert refused(table, people[1], RESUME) == "steward_plays"
    assert agree(table, people[0], RESUME)


def test_a_stranger_has_no_say(table):
    assert refused(table, factories.person("Stranger"), PAUSE) == "not_seated"


def test_consents_for_a_decision_are_worth_nothing_once_it_is_answered(table, people):
    mine = factories.seat_of(table, people[0])
    wanted = more_time(mine)
    all_agree(table, people[:2], wanted)
    factories.send(mine, SealRoad("valley"))
    assert refused(table, people[2], wanted) == "not_pending"
    other = factories.seat_of(table, people[1])
    assert not agree(table, people[2], more_time(other))
    for user in people[1:]:
        factories.send(factories.seat_of(table, user), SealRoad("ridge"))
    agree(table, people[0], PAUSE)
    assert Consent.objects.get().what == What.PAUSE


def test_consents_for_an_asking_do_not_count_for_the_next_one(table, people):
    mine = factories.seat_of(table, people[0])
    wanted = more_time(mine)
    all_agree(table, people[1:], wanted, NOW)
    Decision.objects.filter(seat=mine, closed_at=None).update(asked_at=NOW + HOURS)
    assert all_agree(table, people, wanted, NOW + 2 * HOURS) == [False, False, True]


def test_what_is_not_asked_cannot_be_extended(table, people):
    for matter in (Topic(What.EXTEND, 0, "nothing/1"), Topic(What.EXTEND, 9, "saddle/1"), Topic(What.EXTEND)):
        assert refused(table, people[0], matter) == "not_pending"


def test_an_answer_that_may_still_be_replaced_needs_no_more_time(table, people):
    mine = factories.seat_of(table, people[0])
    wanted = more_time(mine)
    factories.send(mine, SealRoad("valley"))
    assert refused(table, people[1], wanted) == "not_pending"


def test_more_time_is_in_the_log_and_on_every_open_page(table, people, django_capture_on_commit_callbacks):
    mine = factories.seat_of(table, people[0])
    before = factories.fresh(table).changes
    with django_capture_on_commit_callbacks(execute=True):
        all_agree(table, people, more_time(mine))
    event = SiteEvent.objects.get(table=table)
    assert (event.kind, event.seat, event.user) == ("extended", mine, people[0])
    assert json.loads(event.facts) == {"seat": mine.index, "hours": 24}
    assert factories.fresh(table).changes == pulse(table.pulse).changes == before + 3


def test_a_deadline_that_is_about_to_strike_leaves_who_got_more_time_alone(table, people):
    mine = factories.seat_of(table, people[0])
    row = factories.decision(mine)
    Decision.objects.filter(pk=row.pk).update(claimed_until=row.due_at + 5 * MINUTE)
    all_agree(table, people, more_time(mine), row.due_at)
    assert not moves.time_out(decision_id=row.pk, now=row.due_at + MINUTE)
    assert sweep(row.due_at + DAY).timed_out == 3


def test_a_pause_stops_all_clocks_and_nobody_is_reminded_or_timed_out(table, people):
    mine = factories.seat_of(table, people[0])
    assert all_agree(table, people, PAUSE, NOW + 10 * HOURS) == [False, False, True]
    assert factories.fresh(table).paused_at == NOW + 10 * HOURS
    row = factories.decision(mine)
    assert (row.due_at, row.remind_at, row.over_at, row.bank_at, row.counted_at) == (None,) * 5
    swept = sweep(NOW + 20 * DAY)
    assert (swept.timed_out, swept.reminded) == (0, 0)
    assert factories.fresh(table).seq == 0


def test_after_a_pause_everybody_has_left_what_they_had(table, people):
    all_agree(table, people, PAUSE, NOW + 10 * HOURS)
    assert all_agree(table, people, RESUME, NOW + 9 * DAY) == [False, False, True]
    assert {due(seat) for seat in table.seats.all()} == {NOW + 9 * DAY + 14 * HOURS + HOURS}
    assert factories.fresh(table).paused_at is None
    assert sweep(NOW + 9 * DAY + 15 * HOURS).timed_out == 3


def test_moves_stay_possible_during_a_pause_and_what_is_asked_then_begins_after_it(table, people):
    all_agree(table, people, PAUSE, NOW + HOURS)
    for user in people:
        factories.send(factories.seat_of(table, user), SealRoad("valley"), now=NOW + 5 * DAY)
    asked = factories.waiting(table)[0]
    seat = table.seats.get(index=asked.seat)
    assert due(seat) is None
    assert Decision.objects.filter(seat=seat, kind="saddle").get().used_seconds == 3600
    all_agree(table, people, RESUME, NOW + 6 * DAY)
    assert due(seat) == NOW + 6 * DAY + DAY + timedelta(seconds=table.seats.get(pk=seat.pk).bank_seconds)


def test_an_answer_given_before_the_pause_gets_no_clock_after_it(table, people):
    mine = factories.seat_of(table, people[0])
    factories.send(mine, SealRoad("valley"))
    all_agree(table, people, PAUSE)
    all_agree(table, people, RESUME)
    assert due(mine) is None


def test_an_answer_replaced_during_a_pause_is_still_no_miss(table, people):
    mine = factories.seat_of(table, people[0])
    all_agree(table, people, PAUSE)
    for road in ("valley", "ridge"):
        factories.send(mine, SealRoad(road), key="saddle/1")
    mine.refresh_from_db()
    assert (mine.defaults_in_a_row, factories.decision(mine).result) == (0, "in_time")


def test_a_pause_ends_after_a_month_by_itself(table, people):
    all_agree(table, people, PAUSE)
    sweep(NOW + pausing.LONGEST - MINUTE)
    assert factories.fresh(table).paused_at
    sweep(NOW + pausing.LONGEST)
    assert factories.fresh(table).paused_at is None
    assert due(factories.seat_of(table, people[0])) == NOW + pausing.LONGEST + DAY + HOURS
    assert list(SiteEvent.objects.values_list("kind", flat=True)) == ["paused", "resumed"]


def test_a_table_that_ended_while_paused_is_left_alone(table, people):
    all_agree(table, people, PAUSE)
    for user in people:
        ending.agree_to_end(table_id=table.pk, user=user, now=NOW)
    sweep(NOW + 40 * DAY)
    assert factories.fresh(table).status == Table.Status.ENDED
    assert list(SiteEvent.objects.values_list("kind", flat=True)) == ["paused"]
    assert refused(table, people[0], RESUME) == "ended"


def test_what_is_already_so_cannot_be_agreed_to(table, people):
    assert refused(table, people[0], RESUME) == "not_paused"
    wanted = more_time(factories.seat_of(table, people[0]))
    all_agree(table, people, PAUSE)
    assert refused(table, people[0], PAUSE) == "paused"
    assert refused(table, people[0], wanted) == "paused"


def test_consents_to_a_pause_are_used_up_by_it(table, people):
    all_agree(table, people, PAUSE)
    all_agree(table, people, RESUME)
    assert not agree(table, people[0], PAUSE)
    assert not Consent.objects.exclude(what=What.PAUSE).exists()


def test_an_absence_announced_during_a_pause_counts_after_it(table, people):
    mine = factories.seat_of(table, people[0])
    all_agree(table, people, PAUSE, NOW + HOURS)
    calendars.announce_absence(user=people[0], starts_at=NOW + 2 * DAY, ends_at=NOW + 12 * DAY, now=NOW + DAY)
    assert due(mine) is None
    all_agree(table, people, RESUME, NOW + 3 * DAY)
    assert due(mine) == NOW + 12 * DAY + 24 * HOURS


def test_a_pause_uses_up_nothing_of_how_long_a_clock_may_rest(table, people):
    mine = factories.seat_of(table, people[0])
    all_agree(table, people, PAUSE, NOW + HOURS)
    all_agree(table, people, RESUME, NOW + 29 * DAY)
    row = factories.decision(mine)
    assert (row.spent_seconds, row.rested_seconds) == (3600, 0)


def test_filed_ahead_during_a_pause_and_withdrawn_after_it_has_its_clock_back():
    people = [factories.person() for _each in range(3)]
    table = factories.running_table(*people)
    by_index = {seat.index: seat for seat in table.seats.all()}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    offerer = by_index[asked.seat]
    factories.send(offerer, next(each for each in factories.legal(offerer, asked) if type(each).__name__ == "Offer"))
    ahead = Decision.objects.get(table=table, closed_at=None, when="ahead")
    all_agree(table, people, PAUSE)
    all_agree(table, people, RESUME, NOW + DAY)
    ahead.refresh_from_db()
    assert ahead.due_at == NOW + DAY + 12 * HOURS
    first = by_index[(asked.seat + 1) % 3]
    factories.send(first, Decline(), now=NOW + DAY)
    ahead.refresh_from_db()
    assert (ahead.when, ahead.due_at) == ("now", NOW + DAY + 12 * HOURS)


def test_an_operators_pause_says_so(table):
    pausing.pause(factories.fresh(table), operator=Operator(None, "All are at a wedding."), now=NOW)
    told = SiteEvent.objects.get()
    assert (told.by_operator, told.facts) == (True, '{"reason": "All are at a wedding."}')


def test_nobody_is_told_again_that_it_is_their_turn(table, people):
    before = Notification.objects.count()
    all_agree(table, people, PAUSE)
    all_agree(table, people, RESUME, NOW + DAY)
    all_agree(table, people, more_time(factories.seat_of(table, people[0])), NOW + DAY)
    assert Notification.objects.count() == before
    assert not Move.objects.filter(table=table, seq__gt=0).exists()
    assert clocks.pace_of(table).decision == 24 * 60
