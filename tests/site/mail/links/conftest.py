"""Fixtures: a player with a decision at a private table, and the email links for it."""

import pytest

from tests.site import factories
from tests.site.factories import NOW


@pytest.fixture
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def table(anna):
    return factories.running_table(anna, factories.person("Berto"), name="Via Emilia", visibility="private")


@pytest.fixture
def seat(table, anna):
    return factories.seat_of(table, anna)
