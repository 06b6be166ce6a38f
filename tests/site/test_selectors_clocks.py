"""Clocks and consents as a table page asks for them."""

from datetime import UTC, timedelta

import pytest

from tables.clock import ALWAYS, HOUR, Calendar, Why
from tables.models import Consent, Decision
from tables.selectors import clocks
from tables.selectors.clocks import Clock
from tables.services import agreeing
from tables.services.agreeing import Matter, What
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOURS = timedelta(hours=1)
NIGHT = Calendar(UTC, (22 * HOUR, 8 * HOUR))


def test_clocks_are_those_of_what_is_open():
    table = factories.running_table(factories.person(), factories.person())
    later, closed = Decision.objects.filter(table=table)
    over = NOW + 24 * HOURS
    Decision.objects.filter(pk=later.pk).update(bank_at=NOW + 80 * HOURS, due_at=NOW + 90 * HOURS, rested_seconds=60)
    Decision.objects.filter(pk=closed.pk).update(closed_at=NOW)
    minute = timedelta(minutes=1)
    name = (later.seat_id, later.key)
    assert clocks.clocks(table).of == {name: Clock(over, NOW + 80 * HOURS, NOW + 90 * HOURS, NOW, minute)}
    Decision.objects.filter(pk=later.pk).update(bank_at=NOW + 90 * HOURS, extension_seconds=1)
    assert clocks.clocks(table).of == {name: Clock(over, None, NOW + 90 * HOURS, NOW, minute, True)}


def test_consents_come_along_in_the_same_query(django_assert_num_queries):
    people = [factories.person() for _each in range(3)]
    table = factories.running_table(*people)
    seats = {seat.user_id: seat.pk for seat in table.seats.all()}
    mine = factories.seat_of(table, people[0])
    key = factories.decision(mine).key
    for user in people[:2]:
        matter = Matter(What.EXTEND, mine.index, key)
        agreeing.consent(table_id=table.pk, user=user, matter=matter, now=NOW)
    agreeing.consent(table_id=table.pk, user=people[2], matter=Matter(What.PAUSE), now=NOW)
    with django_assert_num_queries(1):
        found = clocks.clocks(table)
    assert found.of[mine.pk, key].agreed == {seats[user.pk] for user in people[:2]}
    assert {name[0] for name, each in found.of.items() if each.agreed} == {mine.pk}
    assert found.pausing == {seats[people[2].pk]}
    Decision.objects.filter(seat=mine).update(asked_at=NOW + HOURS)
    assert clocks.clocks(table).of[mine.pk, key].agreed == set()
    assert Consent.objects.count() == 3


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
