"""Signing up for an event, taking the entry back and withdrawing: in place with scripts, by loading pages without them."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables.models import Entry, Event
from tables.services.events import opening
from tests.site import factories
from tests.site.events.running_events import advance, open_event, with_players

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    return open_event(now=timezone.now())


def is_same_page(page: "Page") -> bool:
    """Return whether the page has not been loaded again since ``mark``."""
    return bool(page.evaluate("window.isMarked === true"))


def opened(sit: Any, event: Event, user: Any, **more: Any) -> "Page":
    page: Page = sit(user, **more)
    page.goto(event.get_absolute_url())
    if more.get("java_script_enabled", True):
        page.evaluate("window.isMarked = true")
    return page


def test_signing_up_and_taking_it_back_happen_in_place(sit: Any, event: Event) -> None:
    anna = factories.person("Anna")
    page = opened(sit, event, anna)

    page.get_by_role("button", name="Sign up for the event").click()
    expect(page.get_by_role("button", name="Take back my entry")).to_be_visible()
    expect(page.locator("#players")).to_contain_text(str(anna))
    expect(page.locator("#messages")).to_have_text("You have signed up.")
    expect(page.locator("#entry-title")).to_be_focused()

    page.get_by_role("button", name="Take back my entry").press("Enter")
    expect(page.locator("#messages")).to_have_text("You have taken back your entry.")
    expect(page.locator("#players")).not_to_contain_text(str(anna))
    assert is_same_page(page)
    assert not Entry.objects.exists()


def test_a_refusal_is_announced_in_place(sit: Any, event: Event) -> None:
    page = opened(sit, event, factories.person("Anna"))
    assert event.host is not None
    opening.cancel_event(event_id=event.pk, by=event.host, reason="Rain", now=timezone.now())

    page.get_by_role("button", name="Sign up for the event").click()

    expect(page.locator("#messages .error")).to_be_visible()
    expect(page.locator("#messages")).to_have_attribute("aria-live", "polite")
    expect(page.locator("#entry")).to_contain_text("This event was cancelled.")
    assert is_same_page(page)


def test_a_site_that_cannot_be_reached_is_announced(sit: Any, event: Event) -> None:
    page = opened(sit, event, factories.person("Anna"))
    page.route("**/enter/", lambda route: route.fulfill(status=500, body="x"))

    page.get_by_role("button", name="Sign up for the event").click()

    expect(page.locator("#notice")).to_contain_text("Something went wrong")


def test_withdrawing_asks_first_in_place(sit: Any, event: Event) -> None:
    people = with_players(event, 3, now=timezone.now())
    Event.objects.filter(pk=event.pk).update(closes_at=timezone.now() - timedelta(minutes=1))
    advance(event, timezone.now())
    page = opened(sit, event, people[0])

    page.get_by_role("link", name="Withdraw").click()
    expect(page.get_by_role("heading", name="Withdraw from Cup of the couriers?")).to_be_focused()
    page.get_by_role("button", name="Withdraw").click()

    expect(page.locator("#messages")).to_have_text("You have withdrawn from the event.")
    expect(page.locator("#entry .notice")).to_be_focused()
    expect(page.locator(".notes")).to_contain_text("has withdrawn")
    assert is_same_page(page)


@pytest.mark.parametrize("width", [390, 1280])
def test_without_scripts_the_same_buttons_load_pages(sit: Any, event: Event, width: int) -> None:
    anna = factories.person("Anna")
    page = opened(sit, event, anna, java_script_enabled=False, viewport={"width": width, "height": 844})

    page.get_by_role("button", name="Sign up for the event").click()
    expect(page.locator("#messages")).to_have_text("You have signed up.")
    page.get_by_role("button", name="Take back my entry").click()
    expect(page.locator("#messages")).to_have_text("You have taken back your entry.")
