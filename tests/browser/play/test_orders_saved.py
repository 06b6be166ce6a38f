"""Saved standing orders: the confirmation appears and gets the focus in the drawer, the panel or the form that was used."""

import pytest
from playwright.sync_api import expect

from tests.browser.one_look import DESK, PHONE
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_it_is_said_in_the_drawer_and_removed_in_the_panel(sit, transactional_db, screen):
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="gonzaga")
    page = sit(people[0], **screen)
    page.goto(f"/t/{table.code}/#orders")
    page.locator("#orders").get_by_role("button", name="Add order").click()
    expect(page.locator("#orders #saved")).to_be_focused()
    expect(page.locator("#orders #saved")).to_be_in_viewport(ratio=1)
    page.locator('#tabs [data-tab="turn"]').click()
    page.get_by_text("Active standing orders: 1").click()
    remove = page.locator("#panel .orders-active").get_by_role("button", name="Remove")
    remove.scroll_into_view_if_needed()
    remove.click()
    expect(page.locator("#panel #saved")).to_be_focused()
    expect(page.locator("#panel #saved")).to_be_in_viewport(ratio=1)
    expect(page.locator("#panel").get_by_role("button", name="Remove")).to_have_count(0)


def test_on_the_page_of_all_orders_the_form_is_open_with_it(sit, transactional_db):
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="principato")
    page = sit(people[0], **PHONE)
    page.goto(f"/t/{table.code}/orders/")
    page.get_by_text("Giving back units").click()
    page.locator("#form-release").get_by_role("button", name="Save").click()
    expect(page.locator("#form-release #saved")).to_be_focused()
    expect(page.locator("#form-release #saved")).to_be_in_viewport(ratio=1)
