"""Fixtures: two people who can reply to the site's emails."""

import pytest

from tests.site import factories
from tests.site.factories import NOW
from tests.site.replying import INBOUND


@pytest.fixture
def noon(time_machine, settings):
    time_machine.move_to(NOW, tick=False)
    settings.INBOUND = INBOUND


@pytest.fixture
def anna():
    user = factories.person("Anna")
    user.email = "anna@posteo.example"
    user.save()
    return user


@pytest.fixture
def berto():
    return factories.person("Berto")
