"""Gonzaga in a real browser: by keyboard alone, on a phone, without JavaScript."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines import registry
from engines.contract import When
from tables.models import Move, Seat, Table
from tables.selectors.play import state
from tests.site import factories
from tests.site.views import signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def others_move(table: Table, me: "User") -> None:
    """Play the other seats like bots until it is my turn."""
    engine = registry.engine(table.game)
    for _move in range(20):
        asked = [one for one in factories.waiting(table) if one.when is When.NOW]
        if not asked or any(holder(table, one.seat).user == me for one in asked):
            mine = [one for one in asked if holder(table, one.seat).user == me]
            asked = [one for one in asked if one not in mine]
            if not asked:
                return
        seat = holder(table, asked[0].seat)
        factories.send(seat, engine.bot(state.seen(factories.fresh(table), seat), asked[0]), key=asked[0].key)


def holder(table: Table, index: int) -> Seat:
    return Seat.objects.select_related("user", "table").get(table=table, index=index)


def tab_to(page: "Page", target: "Locator") -> None:
    """Press Tab until ``target`` has the focus, as a person without a mouse does."""
    handle = target.element_handle()
    for _step in range(90):
        if page.evaluate("element => element === document.activeElement", handle):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never gets there")


def walk_to_light(page: "Page") -> None:
    """Walk over the map with the arrow keys until a lit hex has the focus."""
    for _step in range(60):
        way = page.evaluate(
            """() => {
                const here = document.activeElement;
                if (here.classList.contains("lit")) return null;
                const at = (hex) => [Number(hex.getAttribute("x")), Number(hex.getAttribute("y"))];
                const [x, y] = at(here);
                const gap = ([a, b]) => Math.abs(a - x) + Math.abs(b - y);
                const goal = [...document.querySelectorAll(".hx.lit")].map(at).sort((a, b) => gap(a) - gap(b))[0];
                const [dx, dy] = [goal[0] - x, goal[1] - y];
                if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "ArrowRight" : "ArrowLeft";
                return dy > 0 ? "ArrowDown" : "ArrowUp";
            }"""
        )
        if way is None:
            return
        page.keyboard.press(way)
    raise AssertionError("no place that lights up was reached")


@pytest.fixture
def table_and_me():
    me, other = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(me, other, game="gonzaga", rated=False)
    signed_in(other).get(f"/t/{table.code}/")  # the other player is present, so that updates come quickly
    return table, me


def test_a_round_with_the_keyboard_alone(sit, table_and_me):
    table, me = table_and_me
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    panel = page.locator("#panel")
    for name in ("region", "deed"):
        tab_to(page, panel.locator(f"input[name={name}]:not([disabled])").first)
        page.keyboard.press("Space")
    tab_to(page, panel.get_by_role("button", name="Seal this plan"))
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("Your plan is sealed")
    page.wait_for_function("() => document.getElementById('panel').contains(document.activeElement)")

    others_move(table, me)
    turn = page.locator("[data-turn=now]")
    expect(turn).to_be_visible(timeout=20_000)
    before = factories.fresh(table).seq
    if page.locator(".hx.lit").count():
        page.locator(".skip").focus()
        tab_to(page, page.locator(".hx[tabindex='0']"))
        walk_to_light(page)
        page.keyboard.press("Enter")
        expect(page.locator(".ghosts > *").first).to_be_attached()
        page.keyboard.press("r")
    else:
        tab_to(page, panel.locator("input[name=action]:visible").first)
        page.keyboard.press("Space")
    tab_to(page, panel.locator("[data-send]"))
    page.keyboard.press("Enter")
    expect(turn).to_have_count(0)
    assert factories.fresh(table).seq > before
    assert Move.objects.filter(table=table, user=me).count() == 2


def test_a_turn_on_a_phone(sit, table_and_me):
    """Nothing is wider than a phone's screen, and a plan and a turn can be made by tapping."""
    table, me = table_and_me
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    panel = page.locator("#panel")
    for name in ("region", "deed"):
        panel.locator(f"label:has(input[name={name}]:not([disabled]))").first.tap()
    panel.get_by_role("button", name="Seal this plan").tap()
    expect(panel).to_contain_text("Your plan is sealed")
    others_move(table, me)
    turn = page.locator("[data-turn=now]")
    expect(turn).to_be_visible(timeout=20_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    panel.locator(".turn-list label").first.tap()
    panel.get_by_role("button", name="Send turn").tap()
    expect(turn).to_have_count(0)
    assert Move.objects.filter(table=table, user=me).count() == 2


def test_targets_are_large_enough_for_fingers(sit, table_and_me):
    table, me = table_and_me
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    small = page.evaluate(
        """() => [...document.querySelectorAll("a.button, button, select, textarea, input:is([type=text], :not([type]))")]
            .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43.5)
            .map((each) => each.outerHTML.slice(0, 90))"""
    )
    assert small == []


def test_a_round_without_javascript(sit, table_and_me):
    table, me = table_and_me
    page = sit(me, java_script_enabled=False)
    page.goto(f"/t/{table.code}/")
    for name in ("region", "deed"):
        page.locator(f"input[name={name}]:not([disabled])").first.check(force=True)
    page.get_by_role("button", name="Seal this plan").click()
    expect(page).to_have_url(re.compile(rf"/t/{table.code}/#panel$"))
    expect(page.locator("#panel")).to_contain_text("Your plan is sealed")
    others_move(table, me)
    page.reload()
    page.locator(".turn-list input[name=action]").first.check(force=True)
    page.get_by_role("button", name="Send turn").click()
    expect(page.locator("[data-turn=now]")).to_have_count(0)
    assert Move.objects.filter(table=table, user=me).count() == 2
    page.get_by_label("Message to the table").fill("Without scripts")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-lines")).to_contain_text("Without scripts")
