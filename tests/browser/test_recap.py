"""Events since my last move in a browser: replayed by keys, by touch and without scripts; and the feed."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Seat
from tests.axe import faults
from tests.site import archiving, factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def behind(game: str = "gonzaga", most: int = 6) -> Seat:
    """Return a seat at a table for three: the seat of the player who has not looked for the longest time."""
    people = [factories.person(name) for name in ("Elena", "Franco", "Maximiliana von Habsburg")]
    table = archiving.witnessed(people, game=game, most=most).table
    return Seat.objects.filter(table=table).select_related("table", "user").order_by("seen_seq").first()


def at_step(page: "Page", step: int, last: int) -> None:
    expect(page.locator("#step-words")).to_have_text(f"Step {step} of {last}")
    expect(page).to_have_url(re.compile(rf"/recap/\?step={step}$"))
    expect(page.locator(".replay-log .here .log-step")).to_have_text(str(step))


def test_from_the_table_page_through_the_gap_by_keys(sit, transactional_db):
    seat = behind()
    page = sit(seat.user)
    page.goto(seat.table.get_absolute_url())
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("link", name=re.compile("^Since your last move: ")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Since your last move")
    expect(page.locator("#step-words")).to_have_text("All steps")
    # Until the styles are loaded, every element counts as visible and no key has an effect.
    expect(page.locator("html.has-keys .replay-keys")).to_be_visible()
    last = page.locator(".replay-log .log-step").count()
    assert last > 1
    expect(page.locator(".tallies dd").first).to_be_visible()
    fresh = page.locator(".replay-main .fresh").count()
    assert fresh
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).to_have_text("All steps")
    for step in range(last, 0, -1):
        page.keyboard.press("ArrowLeft")
        at_step(page, step, last)
    page.keyboard.press("ArrowLeft")
    at_step(page, 1, last)
    assert page.locator(".replay-main .fresh").count() < fresh
    for step in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        at_step(page, step, last)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).to_have_text("All steps")
    page.go_back()
    at_step(page, last, last)


@pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])
@pytest.mark.parametrize(("device", "scheme"), [(PHONE, "dark"), ({}, "light")], ids=["phone", "desk"])
def test_the_recap_is_sound(sit, transactional_db, game, device, scheme):
    seat = behind(game, most=14)
    page = sit(seat.user, color_scheme=scheme, **device)
    for address in (seat.table.get_absolute_url(), f"/t/{seat.table.code}/recap/", f"/t/{seat.table.code}/recap/?step=1"):
        page.goto(address)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def test_it_needs_no_script(sit, transactional_db):
    seat = behind()
    page = sit(seat.user, java_script_enabled=False)
    page.goto(f"/t/{seat.table.code}/recap/?step=1")
    last = page.locator(".replay-log .log-step").count()
    page.get_by_role("link", name="Next step").click()
    at_step(page, 2, last)
    page.locator(".replay-log .log-step").first.click()
    at_step(page, 1, last)
    page.get_by_role("link", name="All steps").click()
    expect(page.locator("#step-words")).to_have_text("All steps")


def test_a_feed_is_made_and_taken_away(sit, transactional_db):
    page = sit(factories.person("Elena"))
    page.goto("/my/")
    page.get_by_role("link", name="Follow your games in a feed reader or calendar").click()
    page.get_by_role("button", name="Create feed and calendar").click()
    address = page.get_by_label("Address for your feed reader")
    expect(address).to_have_value(re.compile(r"/my/feed/[\w-]{22}/$"))
    assert faults(page) == []
    page.get_by_role("button", name="Delete both").click()
    expect(page.get_by_text("You have no feed or calendar yet.")).to_be_visible()
