"""Pulse of a table: its cost, its changes after a move and at the end, and its secrecy."""

import pytest
from django.core.cache import cache

from engines.specimen.actions import SealRoad
from tables.selectors.play import pulse
from tables.services.play import ending
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def table():
    return factories.running_table(factories.person(), factories.person())


def test_a_pulse_costs_one_cache_read(table, django_assert_num_queries):
    pulse.pulse(table.pulse)
    with django_assert_num_queries(0):
        assert pulse.pulse(table.pulse) == (table.changes, False)


def test_without_the_cache_it_comes_from_the_table(table, django_assert_num_queries):
    cache.clear()
    with django_assert_num_queries(1):
        assert pulse.pulse(table.pulse) == (table.changes, False)


def test_a_move_shows_at_once_after_its_commit(table, django_capture_on_commit_callbacks):
    before = pulse.pulse(table.pulse)
    seat = table.seats.first()
    with django_capture_on_commit_callbacks(execute=True):
        factories.send(seat, SealRoad("valley"))
        assert pulse.pulse(table.pulse) == before
    assert pulse.pulse(table.pulse).changes == before.changes + 1


def test_the_end_shows(table, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        ending.concede(table_id=table.pk, user=table.seats.first().user, now=factories.NOW)
    assert pulse.pulse(table.pulse).ended


def test_an_unknown_address_has_no_pulse():
    assert pulse.pulse("x" * 22) is None


def test_what_was_sealed_does_not_change_the_pulse(django_capture_on_commit_callbacks):
    found = []
    for road in ("valley", "river"):
        table = factories.running_table(factories.person(), factories.person())
        with django_capture_on_commit_callbacks(execute=True):
            factories.send(table.seats.first(), SealRoad(road))
        found.append(pulse.pulse(table.pulse))
    assert found[0] == found[1]
