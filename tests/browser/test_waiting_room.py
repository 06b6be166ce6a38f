"""Waiting room before a game: shared chat, an address to copy, and a scenario for the number of players.

The count of waiting tables is updated on return to a page.
"""

import pytest
from playwright.sync_api import expect

from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COME_BACK = "window.dispatchEvent(new FocusEvent('focus'))"


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben")]


def test_those_who_wait_hear_each_other(sit, people):
    anna, ben = people
    table = factories.filled(factories.open_table(anna, seats=3), anna, ben)
    mine, theirs = sit(anna), sit(ben, viewport={"width": 390, "height": 844})
    for page in (mine, theirs):
        page.goto(table.get_absolute_url())
    mine.get_by_label("Message to the table").fill("Shall we begin on Monday?")
    mine.get_by_role("button", name="Send").click()
    expect(mine.locator("#chat-lines")).to_contain_text("Shall we begin on Monday?")
    expect(mine.get_by_label("Message to the table")).to_have_value("")
    theirs.get_by_label("Message to the table").fill("Yes, and")
    theirs.evaluate("htmx.trigger(document.body, 'table-changed')")
    expect(theirs.locator("#chat-lines")).to_contain_text("Shall we begin on Monday?")
    # An update keeps the text that the user is typing.
    expect(theirs.get_by_label("Message to the table")).to_have_value("Yes, and")


def test_the_address_of_an_invitation_is_copied(sit, people):
    table = factories.open_table(people[0])
    page = sit(people[0], permissions=["clipboard-read", "clipboard-write"])
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/i/{table.invite}/")


def test_the_number_at_my_games_is_counted_anew_on_coming_back(sit, people):
    page = sit(people[0])
    page.goto("/about/")
    expect(page.locator("#waiting-count .badge")).to_have_count(0)
    factories.running_table(*people)
    page.evaluate(COME_BACK)
    expect(page.locator("#waiting-count .badge")).to_contain_text("1")
    # The second return checks that the element that came with the first response updates itself again.
    factories.running_table(*people)
    page.evaluate(COME_BACK)
    expect(page.locator("#waiting-count .badge")).to_contain_text("2")


def test_a_scenario_for_others_cannot_be_chosen(sit, people):
    page = sit(people[0])
    page.goto("/tables/new/?game=gonzaga")
    scenario, seats = page.get_by_label("Scenario"), page.get_by_label("Seats", exact=True)
    three = scenario.locator("option[value=colombo]")
    expect(three).to_be_disabled()
    seats.select_option("3")
    expect(three).to_be_enabled()
    scenario.select_option("colombo")
    seats.select_option("2")
    expect(three).to_be_disabled()
    expect(scenario).to_have_value("")
