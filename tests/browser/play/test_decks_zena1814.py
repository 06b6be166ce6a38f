"""Deck that an expert draws from: chosen once in a draft, shown in the panel, and changed there by one touch."""

import pytest
from playwright.sync_api import expect

from engines.zena1814.state import DrawCards
from tests.browser.test_zena1814 import IDLE, is_sound, raise_sheet, seats_of, show, table_at
from tests.zena1814.positions import family, position, with_public

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}


@pytest.mark.parametrize("window", [DESK, PHONE, PHONE | {"java_script_enabled": False}], ids=["desk", "phone", "no scripts"])
def test_the_deck_is_named_once_and_changed_by_one_touch(sit, transactional_db, window):
    state = position(family(), family(), seats=3)
    table = table_at(with_public(state, agenda=(DrawCards(1, 3), *state.public.agenda)))
    page = show(sit(seats_of(table)[1].user, **window), table)
    raise_sheet(page)
    expect(page.locator("#panel")).to_contain_text("Later cards come from the same deck, and you won’t be asked again.")
    page.get_by_role("button", name="From the goal deck").click()
    page.locator("#panel .send-bar .button").click()
    expect(page.locator("#panel-title")).to_have_text(IDLE)
    expect(page.locator("#deck-words")).to_have_text("You draw from the goal deck.")
    if window.get("java_script_enabled", True):
        is_sound(page)
    raise_sheet(page)
    page.locator("#panel").get_by_role("button", name="Always the action deck").press("Enter")
    expect(page.locator("#deck-words")).to_have_text("You draw from the action deck.")
    expect(page.locator("#panel .saved")).to_be_visible()
