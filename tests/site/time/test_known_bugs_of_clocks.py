"""Known clock bugs of other sites. Each test has the name of one bug."""

from datetime import UTC, datetime, timedelta

import pytest

from engines.contract import Filed
from engines.specimen.actions import Decline, OfferNothing, Rest, SealRoad
from tables import clock
from tables.errors import Refusal
from tables.models import Decision, Heartbeat, Move, SiteEvent, Table
from tables.services import sweeping
from tables.services.play import preparing
from tables.services.time import agreeing, calendars
from tables.services.time.agreeing import Topic, What
from tests.site import factories
from tests.site.play.test_services_races import at_once, sending
from tests.site.time.test_services_deadlines import relay_of_three

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
NOW = factories.NOW
MINUTE, HOURS, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben")]


def sweep(now):
    """Run one sweep, as if beat had also started one a minute earlier. Return its result."""
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - MINUTE})
    return sweeping.sweep(now=now)


def due(seat, key=None):
    return factories.decision(seat, key).due_at


def test_an_extension_submitted_twice(people):
    """An extension submitted twice counts once.

    On another site an impatient player's repeated clicks moved a deadline 85 days out.
    """
    table = factories.running_table(*people)
    mine = factories.seat_of(table, people[0])
    before = due(mine)
    matter = Topic(What.EXTEND, mine.index, factories.decision(mine).key)

    def press(user):
        return lambda: agreeing.consent(table_id=table.pk, user=user, topic=matter, now=NOW)

    press(people[0])()
    answers = at_once(*[press(user) for user in people * 3])
    assert answers.count(True) == 1
    assert due(mine) == before + DAY
    assert SiteEvent.objects.filter(table=table, kind="extended").count() == 1
    for user in people:
        with pytest.raises(Refusal, match="extended"):
            press(user)()
    assert due(mine) == before + DAY


def test_deadlines_drifting_after_an_early_resolution(people):
    """Deadlines do not drift after an early resolution.

    If all players answer early, the next deadline counts from the last answer, not from the unused deadline.
    """
    table = factories.running_table(*people)
    mine, theirs = (factories.seat_of(table, user) for user in people)
    factories.send(mine, SealRoad("valley"), now=NOW + HOURS)
    unmoved = due(theirs)
    factories.send(mine, SealRoad("river"), key="saddle/1", now=NOW + 2 * HOURS)
    assert due(theirs) == unmoved == NOW + DAY
    factories.send(theirs, SealRoad("ridge"), now=NOW + 3 * HOURS)
    asked = Decision.objects.get(table=table, closed_at=None, when="now")
    assert (asked.asked_at, asked.due_at) == (NOW + 3 * HOURS, NOW + 3 * HOURS + DAY)


def test_a_weekend_pause_that_makes_a_game_endless(people):
    """A weekend pause does not make a game endless.

    With weekends off, and with quiet hours of both players, each decision still ends within a known time.
    """
    pace = clock.Pace("workdays", clock.DAY, clock.DAY, weekends=False)
    for number, user in enumerate(people):
        calendars.set_quiet_hours(user=user, quiet=(number * 720, (number * 720 + 720) % clock.DAY), now=NOW)
    table = factories.running_table(*people, pace=pace, options={"nights": 1}, excused=5)
    now = NOW
    while factories.fresh(table).status == Table.Status.RUNNING:
        waited = Decision.objects.filter(table=table, closed_at=None, due_at__isnull=False).order_by("due_at").first()
        assert waited.due_at - waited.asked_at <= DAY + clock.LONGEST_REST
        # The clock needs 24 hours of running time. Half of each day is quiet, and two days a week are off.
        assert waited.due_at - waited.asked_at <= 5 * DAY
        now = max(waited.due_at, now)
        sweep(now)
    assert now - NOW < 60 * DAY


def test_a_clock_rests_for_sixty_days_in_all_whatever_is_made_of_it(people):
    """A clock is stopped for at most sixty days in total.

    The absences of two years follow each other across New Year, and the user also has quiet hours.
    """
    december = datetime(2026, 11, 20, tzinfo=UTC)
    mine = factories.seat_of(factories.running_table(*people, now=december), people[0])
    for start, end in ((0, 28), (28, 42), (42, 70), (70, 84)):
        calendars.announce_absence(user=people[0], starts_at=december + start * DAY, ends_at=december + end * DAY, now=december)
    calendars.set_quiet_hours(user=people[0], quiet=(0, 720), now=december)
    assert due(mine) == december + DAY + clock.LONGEST_REST
    assert sweep(december + DAY + clock.LONGEST_REST).timed_out


def test_a_vacation_that_never_ends_or_disqualifies(people):
    """A vacation ends automatically. The absent player misses no deadline and uses neither time nor time bank."""
    table = factories.running_table(*people, pace=factories.BANKED)
    mine = factories.seat_of(table, people[0])
    factories.send(factories.seat_of(table, people[1]), SealRoad("ridge"))
    calendars.announce_absence(user=people[0], starts_at=NOW + HOURS, ends_at=NOW + 20 * DAY, now=NOW)
    for day in range(1, 20):
        swept = sweep(NOW + day * DAY)
        assert (swept.timed_out, swept.reminded) == (0, 0)
    assert due(mine) == NOW + 20 * DAY + 23 * HOURS + HOURS
    factories.send(mine, SealRoad("valley"), now=NOW + 20 * DAY + 2 * HOURS)
    mine.refresh_from_db()
    assert (mine.defaults_in_a_row, mine.steward_since, mine.bank_seconds) == (0, None, 90 * 60)
    row = Decision.objects.get(seat=mine, key="saddle/1")
    assert (row.result, row.used_seconds) == ("in_time", 3 * 3600)


def test_a_vacation_is_over_even_if_its_owner_stays_away(people):
    table = factories.running_table(*people)
    mine = factories.seat_of(table, people[0])
    calendars.announce_absence(user=people[0], starts_at=NOW + HOURS, ends_at=NOW + 20 * DAY, now=NOW)
    assert sweep(due(mine)).timed_out
    assert Move.objects.get(table=table, seat=mine).at == NOW + 20 * DAY + 23 * HOURS


def test_a_confirmed_empty_plan_counted_as_a_miss(people):
    """A confirmed empty plan is no missed deadline.

    An empty plan that a player sends or queues is the player's own answer, even if the default move is the same.
    """
    table = factories.running_table(*people)
    for user in people:
        factories.send(factories.seat_of(table, user), SealRoad("valley"))
    asked = factories.waiting(table)[0]
    mine = table.seats.get(index=asked.seat)
    factories.send(mine, OfferNothing(), Rest(), now=NOW + HOURS)
    mine.refresh_from_db()
    row = Decision.objects.get(seat=mine, key=asked.key)
    assert (mine.defaults_in_a_row, row.result) == (0, "in_time")


def test_a_confirmed_empty_answer_filed_ahead_counted_as_a_miss():
    first, second = relay_of_three()[1:]
    key = factories.decision(second).key
    preparing.file_answer(seat_id=second.pk, filed=Filed(key, (), otherwise="fallback"), now=NOW + HOURS)
    factories.send(first, Decline(), now=NOW + 2 * HOURS)
    second.refresh_from_db()
    assert Move.objects.get(seat=second, key=key).via == Move.Via.ORDER
    assert (second.defaults_in_a_row, Decision.objects.get(seat=second, key=key).result) == (0, "in_time")


def test_two_simultaneous_plans_one_rejected(people):
    """Two simultaneous plans are both accepted. Both clocks stop, and neither time bank is charged."""
    table = factories.running_table(*people, pace=factories.BANKED)
    mine, theirs = (factories.seat_of(table, user) for user in people)
    answers = at_once(sending(mine, "valley"), sending(theirs, "ridge"))
    assert not any(isinstance(answer, Refusal) for answer in answers)
    assert sorted(Move.objects.filter(table=table, kind="saddle").values_list("seat_id", flat=True)) == sorted(
        [mine.pk, theirs.pk]
    )
    assert set(Decision.objects.filter(key="saddle/1").values_list("result", "due_at")) == {("in_time", None)}
    assert set(table.seats.values_list("bank_seconds", flat=True)) == {90 * 60}


def test_somebody_asked_again_at_their_place_has_a_fresh_reply_time():
    first, second = relay_of_three()[1:]
    row = factories.decision(second)
    preparing.file_answer(seat_id=second.pk, filed=Filed(row.key, ()), now=NOW + HOURS)
    at = NOW + 11 * HOURS
    factories.send(first, Decline(), now=at)
    row.refresh_from_db()
    assert (row.when, row.answered_at, row.asked_at, row.due_at) == ("now", None, at, at + 12 * HOURS)
