"""The menus of the header: opened by their button, closed by Escape and by a touch anywhere else."""

import pytest
from playwright.sync_api import expect

from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_escape_closes_a_menu_and_gives_its_button_the_focus(sit):
    page = sit(factories.person("Anna"))
    page.goto("/tables/")
    menu = page.locator("details.menu").last
    menu.locator("summary").click()
    page.keyboard.press("Tab")
    expect(menu.locator(".sheet a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu.locator(".sheet")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()


def test_a_touch_elsewhere_closes_a_menu_and_another_menu_too(sit):
    page = sit(factories.person("Anna"))
    page.goto("/tables/")
    first, second = page.locator("details.menu").all()
    first.locator("summary").click()
    second.locator("summary").click()
    expect(first.locator(".sheet")).to_be_hidden()
    page.locator("h1").click()
    expect(second.locator(".sheet")).to_be_hidden()
