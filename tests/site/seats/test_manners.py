"""Leaving rated games: the games that count, the pause from new rated games, its lifting, and the notes for hosts."""

from datetime import timedelta
from itertools import count

import pytest
from django.urls import reverse

from accounts import leaving
from accounts.models import User
from tables.errors import Refusal
from tables.models import LiftedPause, Seat, Table
from tables.selectors.seats import manners, reliability
from tables.services.lobby import rematch, tables
from tables.services.play import ending
from tables.services.seats import escalation, substitutes
from tables.services.site_events import Operator
from tables.services.staff import lifting, operating
from tests.site import absence, factories
from tests.site.absence import DAY, NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SECOND = timedelta(seconds=1)
_moments = count(1)


@pytest.fixture
def anna():
    return factories.person("Anna")


def others(number=2):
    return [factories.person("Other") for _each in range(number)]


def later():
    """Return a time one minute later than on the previous call."""
    return NOW + next(_moments) * timedelta(minutes=1)


def left(user, *, at=NOW, **more):
    """Start a rated three-player game, and let the user leave it at this time. Return its table."""
    table = factories.running_table(user, *others(), **more)
    ending.resign(table_id=table.pk, user=user, now=at)
    return factories.fresh(table)


def finished(user, *, at=NOW):
    """Start a rated two-player game, and let the other player concede at this time. Return its table."""
    table = factories.running_table(user, *others(1))
    ending.concede(table_id=table.pk, user=table.seats.exclude(user=user).get().user, now=at)
    return table


def in_a_row(user, number=manners.IN_A_ROW):
    """Let the user leave this many games, one hour apart, the last one at NOW. Return their tables."""
    return [left(user, at=NOW - hours * absence.HOUR) for hours in reversed(range(number))]


def lefts(user, now=NOW):
    return len(manners.record(user, now).left)


def refusal_of(call, **more):
    with pytest.raises(Refusal) as refused:
        call(**more)
    return refused.value


# Games that count as left


def test_resigning_and_being_put_out_count_and_coming_back_undoes_it(anna):
    table = left(anna)
    assert lefts(anna) == 1
    escalation.come_back(table_id=table.pk, user=anna, now=NOW)
    assert lefts(anna) == 0
    table = factories.running_table(anna, *others())
    now = absence.miss(factories.seat_of(table, anna), table.excused + 1)
    assert factories.seat_of(table, anna).steward_since
    assert lefts(anna, now) == 1
    escalation.come_back(table_id=table.pk, user=anna, now=now)
    assert lefts(anna, now) == 0


def test_what_is_no_leaving(anna):
    people = others()
    conceded = factories.running_table(anna, people[0])
    ending.concede(table_id=conceded.pk, user=anna, now=NOW)
    agreed = factories.running_table(anna, *people)
    for user in (anna, *people):
        ending.agree_to_end(table_id=agreed.pk, user=user, now=NOW)
    alone = factories.running_table(anna, seats=3, bots=2, rated=True)
    ending.resign(table_id=alone.pk, user=anna, now=NOW)
    by_operator = factories.running_table(anna, *people)
    seat = factories.seat_of(by_operator, anna)
    operating.put_steward(table_id=by_operator.pk, seat_id=seat.pk, operator=Operator(None, "asked for it"), now=NOW)
    assert [factories.fresh(table).ended_by for table in (conceded, agreed, alone)] == ["conceded", "agreed", "abandoned"]
    assert lefts(anna) == 0


def test_the_last_one_to_go_leaves_nobody_and_those_before_did(anna):
    people = others()
    table = factories.running_table(anna, *people)
    for user in (*people, anna):
        ending.resign(table_id=table.pk, user=user, now=later())
    assert [lefts(user, later()) for user in (*people, anna)] == [1, 1, 0]


@pytest.mark.parametrize(
    "fields", [{"rated": False}, {"practice": True}, {"imported_at": NOW}, {"visibility": "private"}, {"ended_by": "cancelled"}]
)
def test_unrated_practice_imported_private_and_cancelled_games_do_not_count(anna, fields):
    table = left(anna)
    Table.objects.filter(pk=table.pk).update(**fields)
    assert lefts(anna) == 0


def test_whose_account_is_deleted_leaves_no_trace_in_the_count_of_others(anna):
    table = factories.running_table(anna, *(people := others()))
    leaving.delete_account(user_id=people[0].pk, now=NOW)
    ending.resign(table_id=table.pk, user=anna, now=NOW)
    assert lefts(anna) == 1
    number = anna.pk
    leaving.delete_account(user_id=number, now=NOW)
    assert manners.records([number], NOW)[number] == manners.Record()


# Three in a row


def test_two_in_a_row_are_excused_and_three_pause_for_a_week(anna):
    in_a_row(anna, 2)
    assert manners.paused_until(anna, NOW) is None
    left(anna, at=NOW)
    assert manners.paused_until(anna, NOW) == NOW + manners.PAUSE
    assert manners.paused_until(anna, NOW + manners.PAUSE - SECOND) == NOW + manners.PAUSE
    assert manners.paused_until(anna, NOW + manners.PAUSE) is None


def test_a_finished_one_between_breaks_the_row_and_one_after_them_ends_the_pause(anna):
    for hours in (3, 2):
        left(anna, at=NOW - hours * absence.HOUR)
    finished(anna, at=NOW - absence.HOUR)
    left(anna)
    assert manners.paused_until(anna, NOW) is None
    record = manners.Record(left=(NOW - 3 * DAY, NOW - 2 * DAY, NOW - DAY), finished=(NOW,))
    assert record.paused_until() == NOW - DAY + manners.PAUSE, "what is finished later does not shorten it"


def test_a_further_one_begins_the_week_anew():
    record = manners.Record(left=(NOW - 3 * DAY, NOW - 2 * DAY, NOW - DAY, NOW))
    assert record.paused_until() == NOW + manners.PAUSE
    assert record.paused_until(lifted_at=NOW - DAY) is None


def test_while_paused_no_rated_game_is_opened_joined_taken_over_or_played_again(anna):
    over = finished(anna, at=NOW - DAY)
    in_a_row(anna)
    opened = factories.open_table(factories.person("Host"), seats=3)
    _table, seat = absence.left_table(*others(3))
    calls = [
        (factories.open_table, {"host": anna}),
        (tables.join_table, {"table_id": opened.pk, "user": anna, "word": "x", "now": NOW}),
        (substitutes.take_seat, {"table_id": seat.table_id, "seat_id": seat.pk, "user": anna, "now": NOW}),
        (rematch.offer_rematch, {"table_id": over.pk, "user": anna, "now": NOW}),
    ]
    before = Table.objects.count()
    for call, more in calls:
        refused = refusal_of(call, **more)
        assert (refused.code, refused.params["until"]) == ("rated_paused", NOW + manners.PAUSE)
    assert Table.objects.count() == before
    assert not opened.seats.filter(user=anna).exists()
    factories.open_table(anna, rated=False)
    factories.open_table(anna, visibility="private")
    unrated = factories.open_table(factories.person("Host"), rated=False)
    tables.join_table(table_id=unrated.pk, user=anna, word="x", now=NOW)
    tables.join_table(table_id=opened.pk, user=anna, word="x", now=NOW + manners.PAUSE)


def test_who_is_asked_by_name_is_paused_too(anna):
    friend = factories.person("Friend")
    over = factories.running_table(anna, friend)
    ending.concede(table_id=over.pk, user=friend, now=NOW - DAY)
    in_a_row(anna)
    again = rematch.offer_rematch(table_id=over.pk, user=friend, now=NOW)
    assert refusal_of(tables.join_table, table_id=again.pk, user=anna, word="x", now=NOW).code == "rated_paused"


def test_the_page_says_until_when_and_leads_to_the_rules(anna, time_machine):
    time_machine.move_to(NOW, tick=False)
    in_a_row(anna)
    opened = factories.open_table(factories.person("Host"), seats=3)
    client = signed_in(anna)
    answer = client.post(reverse("tables:join", args=[opened.code]), {"word": "x"}, follow=True)
    page = answer.content.decode()
    assert "until Wed 11 Mar, 12:00" in page
    assert '<a href="/manners/">Code of conduct</a>' in page
    assert "Until Wed 11 Mar, 12:00" in page_of(client, "/manners/")
    assert "Until Wed" not in page_of(signed_in(), "/manners/")


# Admins


def test_an_operator_lifts_a_pause_with_a_reason_and_what_comes_after_counts_anew(anna, time_machine):
    time_machine.move_to(NOW, tick=False)
    in_a_row(anna)
    staff = factories.person("Staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    address = reverse("staff:person", args=[anna.pk])
    assert signed_in(anna).get(address).status_code == 404
    client = signed_in(User.objects.get(pk=staff.pk))
    assert client.post(address, {"reason": " "}).status_code == 422
    assert manners.paused_until(anna, NOW)
    assert client.post(address, {"reason": "was in hospital"}).status_code == 302
    assert (LiftedPause.objects.get().by_id, LiftedPause.objects.get().reason) == (staff.pk, "was in hospital")
    assert manners.paused_until(anna, NOW) is None
    factories.open_table(anna)
    assert "was in hospital" in page_of(client, address)
    assert lefts(anna) == 3, "its reliability stays as it is"
    again = refusal_of(lifting.lift_pause, user=anna, operator=Operator(staff.pk, "x"), now=NOW)
    assert again.code == "not_paused_here"
    for minutes in (1, 2):
        left(anna, at=NOW + minutes * absence.MINUTE)
    assert manners.paused_until(anna, NOW + DAY) is None


# Reliability


def test_a_game_left_costs_and_a_game_taken_over_and_finished_gains(anna):
    left(anna)
    left(anna)
    assert reliability.share_in_time(anna, NOW) == 0
    bea = factories.person("Bea")
    for _time in range(2):
        table, seat = absence.left_table(*others(3))
        absence.substituted(seat, bea)
        ended = factories.play_to_end(table)
        assert ended.ended_by == "finished"
    found = reliability.reliability(bea, ended.ended_at)
    assert found.record.taken_over == 2
    assert found.share == 100
    assert found.record.counted == found.record.in_time == 2 * manners.TAKING_OVER_GAINS
    assert reliability.standings([bea.pk, anna.pk], ended.ended_at) == {bea.pk: (100, 0), anna.pk: (0, 2)}


def test_a_substitute_who_leaves_too_gains_nothing_and_has_left(anna):
    table, seat = absence.left_table(*others(3))
    absence.substituted(seat, anna)
    ending.resign(table_id=table.pk, user=anna, now=NOW)
    factories.play_to_end(table)
    assert (lefts(anna), manners.record(anna, NOW).taken_over) == (1, 0)
    assert Seat.objects.get(pk=seat.pk).resigned_at


def test_only_the_last_twelve_months_count(anna):
    left(anna, at=NOW - manners.PERIOD)
    left(anna, at=NOW - manners.PERIOD + SECOND)
    assert lefts(anna) == 1


def test_hosts_see_how_many_were_left_in_the_waiting_room_and_on_the_profile(anna, time_machine):
    time_machine.move_to(NOW, tick=False)
    left(anna)
    table = factories.open_table(factories.person("Host"), seats=3)
    tables.join_table(table_id=table.pk, user=anna, word="x", now=NOW)
    assert "left\xa01\xa0rated\xa0game" in page_of(signed_in(table.host), table.get_absolute_url())
    page = page_of(signed_in(table.host), reverse("tables:person", args=[anna.pk]))
    assert "<dt>Rated games left</dt><dd>1</dd>" in page


def test_the_rules_are_those_of_the_code():
    page = page_of(signed_in(), "/manners/")
    said = [
        f"After leaving {manners.IN_A_ROW} rated games in a row",
        f"can’t open or join rated games for {manners.PAUSE.days} days",
        f"like {manners.LEAVING_COSTS} missed deadlines",
        f"like {manners.TAKING_OVER_GAINS} decisions in time",
        f"abandoned after {escalation.ABANDONED_AFTER.days} days",
        f"shown once you have made {reliability.ENOUGH} decisions",
    ]
    text = " ".join(page.split())
    assert [sentence for sentence in said if sentence not in text] == []
    for address in ("/about/", "/tables/"):
        assert 'href="/manners/"' in page_of(signed_in(), address)
