"""Several people at one screen: a round of each game, half-made choices, a hand on a phone, and accessible pages."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines import registry
from tables.models import Table
from tests.axe import faults
from tests.browser import test_accessible
from tests.browser.one_look import PHONE
from tests.screens import walk
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_PRESSES = 120


def begun(page: "Page", game: str, people: int) -> Table:
    """Open a table from a game's rules page, and return it."""
    page.goto(f"/rules/{game}/")
    page.locator(f'a[href="/practice/{game}/screen/"]').first.click()
    for number, name in enumerate(["Anna", "Bruno", "Chiara"][:people], 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#panel-title")).to_contain_text("Pass the device to")
    return Table.objects.get()


def takes_the_device(page: "Page") -> str:
    """Press the button with the next player's name, and return the name."""
    button = page.locator("#panel").get_by_role("button", name="I am").first
    name = button.inner_text().removeprefix("I am ").strip()
    button.click()
    expect(page.locator(".shown-seat")).to_contain_text(f"seat of {name}")
    return name


def does_what_the_hint_says(page: "Page") -> None:
    """Play the suggested move, and wait for the next page."""
    page.get_by_role("button", name="Play move").first.click()
    expect(page.get_by_role("button", name="Play move")).to_have_count(0)
    page.wait_for_load_state()
    expect(page.locator("#panel-title")).to_be_visible()


@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_a_round_at_one_screen(sit, game):
    page = sit(**PHONE if game == "gonzaga" else {})
    table = begun(page, game, min(registry.engine(game).seat_range))
    first, played = factories.fresh(table).round, set()
    for _press in range(MOST_PRESSES):
        if factories.fresh(table).round > first:
            break
        if not page.locator(".shown-seat").count():
            expect(page.locator("#hand > *:not(p)")).to_have_count(0)
            played.add(takes_the_device(page))
        page.goto(f"/t/{table.code}/hint/")
        does_what_the_hint_says(page)
    assert factories.fresh(table).round > first
    assert len(played) == min(registry.engine(game).seat_range)


def test_nobody_finds_what_another_has_half_chosen(sit):
    page = sit()
    begun(page, "gonzaga", 2)
    first = takes_the_device(page)
    page.locator(".play-card:has(input[name=region]:enabled)").first.click()
    expect(page.locator("input[name=region]:checked")).to_have_count(1)
    page.get_by_role("button", name="Hide seat").click()
    other = "Bruno" if first == "Anna" else "Anna"
    page.get_by_role("button", name=f"I am {other}").click()
    expect(page.locator(".shown-seat")).to_contain_text(other)
    expect(page.locator("input[name=region]:checked")).to_have_count(0)
    page.get_by_role("button", name="Hide seat").click()
    page.get_by_role("button", name=f"I am {first}").click()
    expect(page.locator("input[name=region]:checked")).to_have_count(1)


def test_a_hand_on_a_phone_follows_the_game_and_closes(sit):
    page, phone = sit(), sit(**PHONE)
    table = begun(page, "principato", 2)
    page.get_by_text("Hands on phones").click()
    page.get_by_role("button", name="Make code").first.click()
    code = page.locator("strong.code").inner_text()
    phone.goto("/hand/")
    phone.get_by_label("Code").fill(code)
    phone.get_by_role("button", name="Show hand").click()
    expect(phone.get_by_role("heading", name="Your goals")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    takes_the_device(page)
    page.goto(f"/t/{table.code}/hint/")
    shown = phone.locator("#pulse").get_attribute("hx-get")
    does_what_the_hint_says(page)
    expect(phone.locator("#pulse")).not_to_have_attribute("hx-get", shown)
    if page.get_by_role("button", name="Hide seat").count():
        page.get_by_role("button", name="Hide seat").click()
    page.get_by_role("button", name="Revoke access").click()
    expect(phone.get_by_label("Code")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("has been closed")


@pytest.mark.parametrize("screen", [test_accessible.DESK, test_accessible.PHONE], ids=["desk by day", "phone by lamplight"])
def test_its_pages_can_be_read_and_pressed_by_everybody(sit, screen):
    page, phone = sit(**screen), sit(**screen)
    found = []

    def look(at: "Page", what: str) -> None:
        assert at.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"], what
        found.extend((what, fault) for fault in [*faults(at), *walk.faults(at), *at.evaluate(test_accessible.NAMING)])

    page.goto("/practice/zena1814/screen/")
    look(page, "form")
    table = begun(page, "zena1814", 3)
    for summary in page.locator("#panel details > summary").all():
        summary.click()
    look(page, "between turns")
    page.get_by_role("button", name="Make code").first.click()
    look(page, "code")
    phone.goto("/hand/")
    phone.get_by_label("Code").fill("22222222")
    code = page.locator("strong.code").inner_text()
    phone.get_by_role("button", name="Show hand").click()
    look(phone, "wrong code")
    phone.get_by_label("Code").fill(code)
    phone.get_by_role("button", name="Show hand").click()
    look(phone, "hand")
    page.goto(f"/t/{table.code}/")
    takes_the_device(page)
    look(page, "seat")
    assert found == []
