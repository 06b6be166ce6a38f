"""Summary of a new event: it follows the form with scripts, and the preview button shows it without them."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tables.models import Event
from tests.site.events.running_events import operator

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ADDRESS = "/events/open/?game=gonzaga"


def test_the_summary_follows_the_form(sit: Any) -> None:
    page = sit(operator())
    page.goto(ADDRESS)
    summary = page.locator("#summary")
    expect(summary).to_contain_text("Cup with 4 players at a table")

    page.get_by_label("Pairs: two games").check()
    expect(summary.locator(".errorlist")).to_contain_text("Players at a table")
    page.get_by_label("Players at a table").select_option("2")
    expect(summary).to_contain_text("Pairs: two games with exchanged seats.")
    page.get_by_label("Same deal for all tables of a round").check()
    expect(summary).to_contain_text("Nobody sees another table of the round")
    assert page.url.endswith(ADDRESS)
    assert not Event.objects.exists()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_preview_button_shows_the_same_without_scripts(sit: Any, width: int) -> None:
    page = sit(operator(), java_script_enabled=False, viewport={"width": width, "height": 844})
    page.goto(ADDRESS)
    page.get_by_label("Players at a table").select_option("3")

    page.get_by_role("button", name="Preview").click()

    expect(page.locator("#summary")).to_contain_text("Cup with 3 players at a table")
    expect(page.locator("#summary-title")).to_be_in_viewport()
    expect(page.get_by_label("Players at a table")).to_have_value("3")
    page.get_by_label("Name of the event").fill("Cup of the couriers")
    page.get_by_role("button", name="Open event").click()
    expect(page.get_by_role("heading", name="Cup of the couriers")).to_be_visible()
