"""Explanations shown at a resting mouse, a long touch or keyboard focus, but not at focus set by the page."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_gonzaga_map import at_turn
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BOX = "#explained:popover-open"


def middle(page: "Page", selector: str) -> dict[str, float]:
    """Return the middle of the first element that matches ``selector``."""
    box = page.locator(selector).first.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def rest(page: "Page", selector: str) -> None:
    """Move the mouse onto an element and leave it there."""
    at = middle(page, selector)
    page.mouse.move(at["x"] - 2, at["y"])
    page.mouse.move(at["x"], at["y"])


def test_a_mouse_that_rests_and_the_keyboard_are_told_what_things_are(sit):
    table, me = at_turn("hispania")
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    expect(page.locator("#explained")).to_have_count(1)
    rest(page, '.hx[aria-label^="Toledo"]')
    expect(page.locator(BOX)).to_contain_text("Toledo")
    expect(page.locator(f"{BOX} dt")).to_contain_text(["city", "Hispania", "flourishing"])
    rest(page, '.hx[aria-label^="Edinburgh"]')
    expect(page.locator(f"{BOX} .why")).to_contain_text("Edinburgh is occupied")
    rest(page, "[data-turn-piece]")
    expect(page.locator(f"{BOX} .why").first).to_contain_text("No other position")
    rest(page, ".ring-row")
    expect(page.locator(f"{BOX} dt")).to_have_text(["Rings left"])
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_have_count(0)

    page.mouse.move(5, 5)
    page.locator("[data-mode=donate]").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(BOX)).to_contain_text("What to do")
    expect(page.locator("[data-mode=donate]")).to_have_accessible_description(re.compile("Place the fief"))
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_have_count(0)
    expect(page.locator("[data-mode=donate]")).to_be_focused()


def test_a_finger_that_stays_is_told_and_one_that_taps_plays(sit):
    table, me = at_turn("hispania")
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    touch = page.context.new_cdp_session(page)
    expect(page.locator("#explained")).to_have_count(1)
    page.locator(".hx.lit").first.scroll_into_view_if_needed()
    at = middle(page, ".hx.lit")
    said = page.locator("[data-pick]").inner_text()

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(f"{BOX} dt").first).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(f"{BOX} dt").first).to_be_visible()
    assert page.locator("[data-pick]").inner_text() == said

    page.touchscreen.tap(**at)
    expect(page.locator(BOX)).to_have_count(0)
    expect(page.locator("[data-pick] strong")).to_be_visible()


def test_what_is_asked_is_marked_and_explained_on_a_phone_too(sit):
    table, me = at_turn("hispania")
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    expect(page.locator("#explained")).to_have_count(1)
    page.locator("#status .hinted").tap()
    expect(page.locator(f"{BOX} dt").first).to_have_text("Place a fief")
    page.touchscreen.tap(195, 300)
    expect(page.locator(BOX)).to_have_count(0)


def test_where_the_page_goes_by_itself_nothing_opens(sit):
    """Focus set by the page opens no explanation.

    After a move the next decision is focused, and an explanation would cover it.
    """
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="principato")
    asked = factories.waiting(table)[0]
    page = sit(table.seats.get(index=asked.seat).user)
    page.goto(f"/t/{table.code}/")
    expect(page.locator("#explained")).to_have_count(1)
    page.get_by_role("button", name="Take a favour into the church").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title:focus")).to_have_count(1)
    page.wait_for_timeout(1000)
    expect(page.locator(BOX)).to_have_count(0)
