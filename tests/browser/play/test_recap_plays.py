"""Recap on the table page: it plays by itself, by buttons and keys, without motion and without scripts."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Seat
from tests.axe import faults
from tests.browser.one_look import DESK, PHONE
from tests.browser.test_recap import behind

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAMES = ("gonzaga", "principato", "zena1814")
SINCE = re.compile("^Since your last move: ")
# For each sentence, the script returns the number of elements on the page that the sentence refers to.
SPOTS = """() => [...document.querySelectorAll(".telling [data-spot]")]
    .map((line) => document.querySelectorAll(`#table-page :is(${line.dataset.spot})`).length)"""


def at(page: "Page") -> tuple[int, int]:
    now, last = page.locator("[data-tell-count]").inner_text().split(" / ")
    return int(now), int(last)


def opened(sit, seat: Seat, **more) -> "Page":
    page = sit(seat.user, **more)
    page.goto(seat.table.get_absolute_url())
    return page


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_by_itself_and_moves_nothing(sit, transactional_db, game):
    page = opened(sit, behind(game, most=20), **DESK)
    expect(page.locator(".telling li:visible")).to_have_count(1)
    first = page.locator(".telling li:visible").inner_text()
    where = page.locator("#seats").bounding_box()
    expect(page.locator(".telling li:visible")).not_to_have_text(first)
    page.locator("#seats").click(position={"x": 2, "y": 2})
    expect(page.locator(".telling")).to_have_count(0)
    expect(page.locator(".told")).to_have_count(0)
    expect(page.get_by_role("link", name=SINCE)).to_be_visible()
    assert page.locator("#seats").bounding_box() == where
    page.reload()
    expect(page.locator("[data-recap]")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator(".telling")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("screen", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
def test_it_is_stepped_by_buttons_and_keys(sit, transactional_db, game, screen, scheme):
    page = opened(sit, behind(game, most=14), color_scheme=scheme, reduced_motion="reduce", **screen)
    expect(page.get_by_role("link", name=SINCE)).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    counts = page.evaluate(SPOTS)
    assert any(counts)
    page.keyboard.press("ArrowRight")
    assert at(page)[0] == 2
    lit = 0
    for step in range(3, at(page)[1] + 1):
        page.keyboard.press("ArrowRight")
        assert at(page)[0] == step
        lit += page.locator(".told").count()
    assert lit
    page.get_by_role("button", name="Next step").click()
    assert at(page)[0] == at(page)[1]
    page.get_by_role("button", name="Previous step").click()
    assert at(page)[0] == at(page)[1] - 1
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    page.keyboard.press("Escape")
    expect(page.locator(".telling, .told")).to_have_count(0)
    expect(page.get_by_role("button", name="Play")).to_be_focused()


def test_without_motion_it_waits_to_be_asked(sit, transactional_db):
    page = opened(sit, behind(), reduced_motion="reduce")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.wait_for_timeout(800)
    expect(page.locator(".telling")).to_have_count(0)


def test_without_scripts_it_is_a_list(sit, transactional_db):
    page = opened(sit, behind(), java_script_enabled=False)
    expect(page.locator("[data-recap]")).to_be_hidden()
    page.get_by_role("link", name=SINCE).click()
    expect(page.get_by_role("heading", name="Events")).to_be_visible()
    expect(page.locator("#replay-play")).to_be_hidden()


def test_the_page_of_the_recap_plays_the_positions(sit, transactional_db):
    seat = behind()
    page = sit(seat.user)
    page.goto(f"/t/{seat.table.code}/recap/")
    page.get_by_label("Replay speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#step-words")).to_have_text(re.compile("^Step 1 of"), timeout=20_000)
    expect(page.locator("#step-words")).to_have_text("All steps", timeout=60_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
