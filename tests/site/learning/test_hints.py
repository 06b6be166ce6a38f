"""Hints for decisions: shown in a user's first three plays of a game, or as the user has set."""

import pytest

from accounts.models import User
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db
MARK = 'tabindex="0" data-asked="plan" class="hinted"'


def is_marked(user: User, table: object) -> bool:
    """Return whether the user's page of the table contains a hint."""
    return MARK in page_of(signed_in(user), f"/t/{table.code}/")


def test_it_stands_there_in_the_first_three_games_and_no_longer():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    factories.running_table(anna, ben)
    tables = [factories.running_table(anna, ben, game="gonzaga") for _each in range(4)]
    assert [is_marked(anna, table) for table in tables] == [True, True, True, False]
    newcomer = factories.person("Carla")
    table = factories.running_table(anna, newcomer, game="gonzaga")
    assert not is_marked(anna, table)
    assert is_marked(newcomer, table)


@pytest.mark.parametrize(("hints", "marked"), [("always", [True] * 4), ("never", [False] * 4)])
def test_it_is_switched_on_the_page_of_the_profile(hints, marked):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    tables = [factories.running_table(anna, ben, game="gonzaga") for _each in range(4)]
    profile = {"display_name": "Anna", "language": "en", "time_zone": "Europe/Rome", "hints": hints}
    assert signed_in(anna).post("/accounts/profile/", profile).status_code == 302
    assert [is_marked(anna, table) for table in tables] == marked
    assert is_marked(ben, tables[0])


def test_onlookers_and_bots_have_none():
    anna = factories.person("Anna")
    table = factories.running_table(anna, game="gonzaga", bots=1)
    assert not is_marked(factories.person("Carla"), table)
    assert list(table.seats.exclude(bot="").values_list("is_early", flat=True)) == [False]
