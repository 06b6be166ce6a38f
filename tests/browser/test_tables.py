"""The pages around a table as a finger and a slow typist meet them."""

import pytest

from engines.specimen.actions import SealRoad
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOUCH = 44
PHONE = {"viewport": {"width": 390, "height": 844}}


def heights(page, selector):
    return [box["height"] for each in page.locator(selector).all() if (box := each.bounding_box())]


def test_receipts_and_titles_are_wide_enough_for_a_finger(sit):
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    for user in (player, opponent):
        factories.send(factories.seat_of(table, user), SealRoad("ridge"))
    factories.open_table(opponent)
    page = sit(player, **PHONE)
    for address, selector, least in (
        (f"/t/{table.code}/", "summary:text('Receipt'), summary:text('Check the receipts')", 3),
        ("/tables/", ".row-title a", 1),
        ("/my/", ".table-main h3 a", 1),
    ):
        page.goto(address)
        found = heights(page, selector)
        assert len(found) >= least, address
        assert min(found) >= TOUCH, address
