"""Tables that are rated, the lists of who plays best, and what a game changed."""

import pytest

from tables.models import Table
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
FIELDS = {
    "game": "specimen",
    "seats": "2",
    "bots": "0",
    "pace": "day",
    "visibility": "public",
    "nights": "2",
    "word": "horn",
}


@pytest.fixture
def anna():
    return factories.person("Anna")


# Opening a rated table


@pytest.mark.parametrize(
    ("fields", "rated"),
    [({"rated": "on"}, True), ({}, False), ({"rated": "on", "visibility": "private"}, False)],
)
def test_a_table_is_rated_if_its_host_says_so_and_everybody_may_join(anna, fields, rated):
    assert signed_in(anna).post("/tables/new/", FIELDS | fields).status_code == 302
    assert Table.objects.get().rated is rated


def test_the_form_offers_it_and_says_what_is_never_rated(anna):
    page = page_of(signed_in(anna), "/tables/new/?game=specimen")
    assert '<input type="checkbox" name="rated"' in page
    assert "Tables by invitation are never rated." in page


@pytest.mark.parametrize(("rated", "said"), [(True, "rated"), (False, "unrated")])
def test_the_lobby_and_the_table_say_it(anna, rated, said):
    table = factories.open_table(anna, seats=3, rated=rated)
    assert f"· {said}" in page_of(signed_in(), "/tables/")
    assert f"<dd>{said}</dd>" in page_of(signed_in(), table.get_absolute_url())
    running = factories.running_table(anna, factories.person(), rated=rated)
    assert f"· {said}</p>" in page_of(signed_in(), running.get_absolute_url())


def test_a_table_by_invitation_is_unrated_whatever_its_row_says(anna):
    table = factories.running_table(anna, factories.person(), visibility="private")
    Table.objects.update(rated=True)
    assert "· unrated</p>" in page_of(signed_in(anna), table.get_absolute_url())
