"""Header menus, which Escape or a touch elsewhere closes, and forms that hide irrelevant fields."""

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


def test_a_table_by_invitation_is_not_asked_whether_it_is_rated(sit):
    page = sit(factories.person("Anna"))
    page.goto("/tables/new/?game=gonzaga&for=friends")
    expect(page.locator("[name=visibility][value=private]")).to_be_checked()
    expect(page.locator("[name=rated]")).to_be_hidden()
    page.locator("[name=visibility][value=public]").check()
    expect(page.locator("[name=rated]")).to_be_visible()
