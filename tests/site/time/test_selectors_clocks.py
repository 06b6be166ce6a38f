"""Clocks and consents that a table page shows."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tables import paces
from tables.clock import ALWAYS, HOUR, PACES, Calendar, Why
from tables.models import Decision
from tables.selectors.play import waiting
from tables.selectors.time import calendars, clocks
from tables.selectors.time.clocks import Clock
from tables.services.time import agreeing
from tables.services.time import calendars as services
from tables.services.time.agreeing import Topic, What
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOURS = timedelta(hours=1)
NIGHT = Calendar(ZoneInfo("UTC"), (22 * HOUR, 8 * HOUR))


def test_clocks_are_those_of_what_is_open():
    table = factories.running_table(factories.person(), factories.person())
    later, closed = Decision.objects.filter(table=table)
    over = NOW + 24 * HOURS
    Decision.objects.filter(pk=later.pk).update(bank_at=NOW + 80 * HOURS, due_at=NOW + 90 * HOURS, rested_seconds=60)
    Decision.objects.filter(pk=closed.pk).update(closed_at=NOW)
    minute = timedelta(minutes=1)
    [found] = waiting.waits([table])[table.pk]
    assert (found.seat_id, found.key) == (later.seat_id, later.key)
    assert found.clock == Clock(over, NOW + 80 * HOURS, NOW + 90 * HOURS, NOW, minute, asked_at=NOW)
    Decision.objects.filter(pk=later.pk).update(bank_at=NOW + 90 * HOURS, extension_seconds=1)
    [found] = waiting.waits([table])[table.pk]
    assert found.clock == Clock(over, None, NOW + 90 * HOURS, NOW, minute, True, NOW)


def test_consents_name_who_agrees_to_what():
    people = [factories.person() for _each in range(2)]
    table = factories.running_table(*people)
    mine, theirs = (factories.seat_of(table, user) for user in people)
    key = factories.decision(mine).key
    given = [(0, Topic(What.EXTEND, mine.index, key)), (1, Topic(What.PAUSE)), (1, Topic(What.PACE, pace=PACES["week"]))]
    for number, matter in given:
        agreeing.consent(table_id=table.pk, user=people[number], topic=matter, now=NOW)
    assert set(clocks.consents(table)) == {
        (mine.pk, "extend", mine.pk, key, NOW, ""),
        (theirs.pk, "pause", None, "", NOW, ""),
        (theirs.pk, "pace", None, "", NOW, paces.to_text(PACES["week"])),
    }


def test_calendars_are_asked_for_once_for_each_row_in_hand(django_assert_num_queries):
    people = [factories.person() for _each in range(2)]
    table = factories.fresh(factories.running_table(*people))
    services.set_quiet_hours(user=people[0], quiet=NIGHT.quiet, now=NOW)
    with django_assert_num_queries(1):
        for _each in range(2):
            found = calendars.calendars(table, [user.pk for user in people])
    assert found == {people[0].pk: NIGHT, people[1].pk: Calendar(NIGHT.zone)}
    again = factories.fresh(table)
    with django_assert_num_queries(2):
        assert calendars.calendars(again, [people[0].pk, None]) == {people[0].pk: NIGHT}
        assert calendars.calendars(again, [user.pk for user in people]) == found


def test_a_clock_rests_and_says_for_how_long_it_has():
    begun = NOW.replace(hour=20)
    found = Clock(due_at=begun + 48 * HOURS, counted_at=begun)
    assert found.rest(NIGHT, begun) is None
    rest = found.rest(NIGHT, begun + 5 * HOURS)
    assert (rest.why, rest.end) == (Why.QUIET, begun + 12 * HOURS)
    assert found.rested_by(NIGHT, begun + 5 * HOURS) == 3 * HOURS
    assert found.rested_by(NIGHT, begun + 13 * HOURS) == 10 * HOURS
    assert found.rest(ALWAYS, begun + 5 * HOURS) is None


def test_a_clock_that_has_run_out_or_does_not_run_rests_no_more():
    midnight = NOW.replace(hour=23)
    assert Clock(due_at=midnight, counted_at=NOW).rest(NIGHT, midnight) is None
    assert Clock().rest(NIGHT, midnight) is None
    assert Clock(due_at=midnight + HOURS, counted_at=NOW, rested=timedelta(days=60)).rest(NIGHT, midnight) is None


@pytest.mark.parametrize(
    ("over", "bank", "due", "has"), [(1, 2, 3, True), (2, 2, 3, False), (1, None, 3, True), (3, None, 3, False)]
)
def test_a_grace_lies_between_own_time_and_the_reserve_or_the_end(over, bank, due, has):
    moments = [None if hours is None else NOW + hours * HOURS for hours in (over, bank, due)]
    assert Clock(*moments).has_grace is has
