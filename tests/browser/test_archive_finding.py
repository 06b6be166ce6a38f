"""Search for finished games in a browser: by game and filters, on a phone, in dark mode, without scripts."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.axe import faults
from tests.site import archiving, factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
def games(transactional_db):
    """Create a duel of Gonzaga and, dated a day earlier, a longer game."""
    people = [factories.person(name) for name in ("Gino", "Hilda")]
    archiving.finished(*people, name="Winter")
    archiving.conceded(*people, name="Duel", game="gonzaga", now=factories.NOW + timedelta(days=1))


def is_sound(page: "Page") -> None:
    """Assert that axe finds no fault, nothing extends beyond the screen and targets are large enough to touch."""
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    small = "[...document.querySelectorAll('#finding :is(button, select, input, summary, .asked a)')]"
    assert page.evaluate(f"{small}.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).length") == 0


def titles(page: "Page", *names: str) -> None:
    expect(page.locator(".row-title")).to_have_text(list(names))


@pytest.mark.usefixtures("games")
def test_names_and_orders(sit):
    page = sit()
    page.goto("/archive/")
    titles(page, "Duel", "Winter")
    page.get_by_label("Played by").fill("gino")
    page.get_by_label("Sort order").select_option("longest")
    page.get_by_role("button", name="Show", exact=True).click()
    titles(page, "Winter", "Duel")
    expect(page).to_have_url(re.compile(r"/archive/\?player=gino&order=longest$|/archive/\?order=longest&player=gino$"))
    expect(page.locator("#finding-said")).to_have_text("2 games")
    page.get_by_role("link", name="Show all").click()
    titles(page, "Duel", "Winter")
    page.go_back()
    titles(page, "Winter", "Duel")
    expect(page.get_by_label("Sort order")).to_have_value("longest")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(("device", "scheme"), [(PHONE, "dark"), ({}, "light")], ids=["phone", "desk"])
def test_choosing_a_game_brings_its_own_filters(sit, device, scheme):
    page = sit(color_scheme=scheme, **device)
    page.goto("/archive/")
    is_sound(page)
    page.get_by_label("Game", exact=True).focus()
    page.get_by_label("Game", exact=True).select_option("gonzaga")
    rounds = page.get_by_label("Rounds (minimum)")
    expect(rounds).to_be_visible()
    expect(page.get_by_label("Game", exact=True)).to_be_focused()
    page.get_by_text("More filters").click()
    is_sound(page)
    rounds.fill("1")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".asked li")).to_have_count(2)
    titles(page, "Duel")
    is_sound(page)
    page.get_by_role("link", name="Game: Gonzaga").click()
    titles(page, "Duel", "Winter")
    expect(page).to_have_url(re.compile(r"/archive/$"))


@pytest.mark.usefixtures("games")
def test_without_javascript(sit):
    page = sit(java_script_enabled=False)
    page.goto("/archive/")
    page.get_by_label("Game", exact=True).select_option("gonzaga")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_text("Game events").click()
    page.get_by_label("Rounds (minimum)").fill("9")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".empty")).to_contain_text("No finished games match these filters.")
    page.get_by_role("link", name="Rounds (minimum): 9").click()
    titles(page, "Duel")
    expect(page).to_have_url(re.compile(r"/archive/\?game=gonzaga$"))


@pytest.mark.usefixtures("games")
def test_what_is_wrong_is_said_where_it_is_wrong(sit):
    page = sit()
    page.goto("/archive/?moves_from=9&moves_to=3")
    expect(page.get_by_label("Maximum moves", exact=True)).to_be_visible()
    expect(page.locator(".errorlist")).to_have_text("This can’t be below the start of the range.")
    is_sound(page)
