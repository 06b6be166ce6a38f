"""Somebody who is asked at a private table, and reads it in a mail."""

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
