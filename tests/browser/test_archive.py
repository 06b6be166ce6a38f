"""The archive in a browser: replay by keys, buttons and slider, on a phone, in dark mode and without scripts."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Table
from tables.services.play import ending
from tests.axe import faults
from tests.site import archiving, factories, keeping

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture
@keeping.kept
def game(transactional_db):
    """Return a finished game of Gonzaga of three people, one of them a player who left."""
    people = [factories.person(name) for name in ("Elena", "Franco", "Maximiliana von Habsburg")]
    table = factories.running_table(*people, game="gonzaga", name="Winter", options={})
    ending.resign(table_id=table.pk, user=people[2], now=factories.NOW)
    return archiving.archived(factories.play_to_end(table))


def is_sound(page: "Page") -> None:
    """Assert that axe finds no fault and that nothing extends beyond the edges of the screen."""
    assert faults(page) == []
    width, height = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert width == page.viewport_size["width"]
    assert height <= page.locator(".site-footer").bounding_box()["y"] + page.evaluate("scrollY") + 400


def at_step(page: "Page", step: int, table: Table) -> None:
    expect(page.locator("#step-words")).to_have_text(f"Step {step} of {table.seq}")
    expect(page).to_have_url(re.compile(rf"/archive/{table.code}/{step}/"))
    expect(page.locator(".replay-log .here .log-step")).to_contain_text(str(step))


@pytest.mark.parametrize(("device", "scheme"), [(PHONE, "dark"), ({}, "light")], ids=["phone", "desk"])
def test_every_page_of_the_archive_is_sound(sit, game, device, scheme):
    page = sit(color_scheme=scheme, **device)
    for address in ("", f"{game.code}/", f"{game.code}/5/?eyes=1", f"{game.code}/check/", "?player=nobody", "?seats=9"):
        page.goto(f"/archive/{address}")
        is_sound(page)
    page.goto(f"/archive/{game.code}/1/")
    page.locator(".sealed > summary").first.click()
    is_sound(page)


def test_arrow_keys_go_step_by_step(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/")
    expect(page.locator("html.has-keys .replay-keys")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    at_step(page, game.seq - 1, game)
    page.keyboard.press("ArrowLeft")
    at_step(page, game.seq - 2, game)
    page.keyboard.press("ArrowRight")
    at_step(page, game.seq - 1, game)
    page.keyboard.press("ArrowRight")
    at_step(page, game.seq, game)
    page.keyboard.press("ArrowRight")
    at_step(page, game.seq, game)


def test_the_focus_stays_on_the_button_that_was_pressed(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/0/")
    page.get_by_role("link", name="Next step").focus()
    for step in (1, 2, 3):
        page.keyboard.press("Enter")
        at_step(page, step, game)
        expect(page.get_by_role("link", name="Next step")).to_be_focused()
    page.keyboard.press("End")
    at_step(page, game.seq, game)
    expect(page.locator("#step-next")).to_be_focused()
    page.keyboard.press("Home")
    at_step(page, 0, game)


def test_a_focus_that_is_lost_while_a_step_comes_is_given_back(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/0/")
    expect(page.locator("html.has-keys .replay-keys")).to_be_visible()
    page.evaluate("document.addEventListener('htmx:afterSwap', () => document.activeElement.blur(), { once: true })")
    page.get_by_role("link", name="Next step").press("Enter")
    at_step(page, 1, game)
    expect(page.get_by_role("link", name="Next step")).to_be_focused()


def test_the_slider_says_where_it_is_while_it_moves(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/0/?eyes=2")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("aria-valuetext", f"Step 0 of {game.seq}")
    slider.evaluate("(each) => { each.value = 7; each.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(slider).to_have_attribute("aria-valuetext", f"Step 7 of {game.seq}")
    expect(page.locator("#step-words")).to_have_text(f"Step 7 of {game.seq}")
    expect(page).to_have_url(re.compile("/0/"))
    slider.evaluate("(each) => each.dispatchEvent(new Event('change', { bubbles: true }))")
    at_step(page, 7, game)
    expect(page).to_have_url(re.compile(r"/7/\?eyes=2$"))
    slider.press("ArrowRight")
    at_step(page, 8, game)
    expect(slider).to_be_focused()


def test_the_browser_goes_back_step_by_step(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/0/")
    for step in (1, 2):
        page.get_by_role("link", name="Next step").click()
        at_step(page, step, game)
    page.go_back()
    at_step(page, 1, game)
    expect(page.locator("h1")).to_have_text("Winter")
    page.go_back()
    at_step(page, 0, game)
    page.reload()
    at_step(page, 0, game)


def test_on_a_phone_a_step_moves_nothing_but_the_pieces(sit, game):
    page = sit(**PHONE)
    page.goto(f"/archive/{game.code}/3/")
    next_step = page.get_by_role("link", name="Next step")
    next_step.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    next_step.tap()
    at_step(page, 4, game)
    assert page.evaluate("scrollY") == before


def test_on_a_phone_the_end_comes_first_then_the_stage_and_the_log_last(sit, game):
    page = sit(**PHONE)
    page.goto(f"/archive/{game.code}/")
    places = ["#over-title", ".podium", ".breakdown", "#happened", "[data-map]", ".replay-steps", "#hidden", "#whole-game"]
    tops = [page.locator(place).bounding_box()["y"] for place in places]
    assert tops == sorted(tops)
    breakdown = page.locator(".breakdown")
    assert breakdown.bounding_box()["x"] + breakdown.bounding_box()["width"] <= 390
    breakdown.scroll_into_view_if_needed()
    breakdown.evaluate("(box) => { box.scrollLeft = 1000; }")
    expect(breakdown.locator("td").last).to_be_in_viewport()
    expect(breakdown.locator("tbody th").last).to_be_in_viewport()


def test_the_log_follows_the_step(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/1/")
    page.locator("#step-last").click()
    at_step(page, game.seq, game)
    log, here = page.locator(".replay-log"), page.locator(".replay-log .here")
    assert log.evaluate("(box) => box.scrollTop") > 0
    assert log.bounding_box()["y"] <= here.bounding_box()["y"] < log.bounding_box()["y"] + log.bounding_box()["height"]


def test_another_seat_is_the_same_step(sit, game):
    page = sit()
    page.goto(f"/archive/{game.code}/6/")
    expect(page.locator("#hidden dt")).to_have_count(3)
    page.locator("#eyes-1").click()
    expect(page.locator("#hidden dt")).to_have_count(1)
    at_step(page, 6, game)
    page.get_by_role("link", name="Spectator").click()
    expect(page.locator("#hidden")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    at_step(page, 7, game)
    expect(page).to_have_url(re.compile(r"eyes=none$"))


def test_everything_works_without_javascript(sit, game):
    page = sit(java_script_enabled=False)
    page.goto("/archive/")
    page.get_by_role("link", name="Winter").click()
    page.get_by_role("link", name="First step").click()
    expect(page.locator("#step-words")).to_have_text(f"Step 0 of {game.seq}")
    expect(page.locator(".replay-keys")).to_be_hidden()
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#step-words")).to_have_text(f"Step 1 of {game.seq}")
    page.locator("#eyes-0").click()
    page.locator("#step").fill("9")
    page.get_by_role("button", name="Go").click()
    expect(page).to_have_url(re.compile(rf"/archive/{game.code}/9/\?eyes=0$"))
    expect(page.locator("#step-words")).to_have_text(f"Step 9 of {game.seq}")
    page.locator("#log-3").click()
    expect(page.locator("#step-words")).to_have_text(f"Step 3 of {game.seq}")
    page.get_by_role("link", name="Check this game").click()
    expect(page.locator(".lead")).to_have_text("Everything matches: this game was dealt and played as recorded.")


@pytest.mark.parametrize(("device", "scheme"), [(PHONE, "light"), ({}, "dark")], ids=["phone", "desk"])
def test_a_reader_follows_the_chart_goes_by_turns_and_says_something(sit, device, scheme):
    people = [factories.person(name) for name in ("Elena", "Franco")]
    night = archiving.finished(*people)
    page = sit(factories.person("Ottavia"), color_scheme=scheme, **device)
    page.goto(f"/archive/{night.code}/0/?eyes=1")
    page.locator("#points-numbers > summary").click()
    place = page.locator(".chart-band").last
    place.scroll_into_view_if_needed()
    place.click()
    at_step(page, night.seq, night)
    expect(page).to_have_url(re.compile(r"eyes=1$"))
    expect(page.locator("#points-numbers")).to_have_attribute("open", "")
    is_sound(page)
    firsts = [int(link.split("/")[-2]) for link in turn_links(page, night)]
    for step in firsts:
        page.keyboard.press("Shift+ArrowLeft")
        at_step(page, step, night)
    page.keyboard.press("]")
    at_step(page, 0, night)
    page.get_by_label("Comment on this move").fill("Everything is decided here.\nOr is it?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#comments .chat li")).to_contain_text("Everything is decided here.")
    at_step(page, 0, night)
    expect(page).to_have_url(re.compile(r"/0/\?eyes=1#comments$"))
    is_sound(page)
    page.keyboard.press("ArrowRight")
    at_step(page, 1, night)
    expect(page.locator("#comments .chat")).to_have_count(0)
    page.locator(".commented a").click()
    page.get_by_role("button", name="Delete comment").click()
    expect(page.locator(".commented")).to_have_count(0)


def turn_links(page: "Page", night: Table) -> list[str]:
    """Return the targets of the previous-turn button, followed from the end to the start."""
    found = [f"/archive/{night.code}/{night.seq}/"]
    while "/0/" not in found[-1]:
        shown = page.request.get(found[-1]).text()
        found.append(re.search(r'id="step-turn-prev" href="([^"?]+)', shown).group(1))  # type: ignore[union-attr]
    return found[1:]
