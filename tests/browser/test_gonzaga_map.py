"""Map of Gonzaga in a browser: uncovered, fully visible on request, and opened at the lit hexes of a choice."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines import registry
from engines.contract import When, encode, view
from tables.models import Table
from tables.services.play.advance import advance_table
from tests.browser.play.test_guides import goes_to, number_of
from tests.gonzaga.pages.walkthrough import asked, played
from tests.rows import rewrite
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["1280x800", "390x844"])

# The script lists hexes whose centre, once scrolled into view, is outside the window or covered by another element.
COVERED = """(wanted) => [...document.querySelectorAll(wanted)].filter((hex) => {
    hex.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = hex.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top?.closest(".hx") !== hex;
}).map((hex) => hex.getAttribute("aria-label"))"""

# The script records the target of every touch, so that a touch that chooses nothing can be traced.
NOTES_TOUCHES = """() => {
    window.touched = [];
    const note = ({ type, target, clientX, clientY }) => window.touched.push(
        [type, Math.round(clientX), Math.round(clientY), target.getAttribute?.("aria-label") ?? target.nodeName].join(" "));
    for (const kind of ["pointerdown", "click"]) addEventListener(kind, note, true);
}"""

# The script returns the boxes of the map, its viewport and the window, in pixels of the window.
BOXES = """() => {
    const box = (each) => each.getBoundingClientRect().toJSON();
    return [box(document.querySelector(".map-view .gz")), box(document.querySelector(".map-view")),
            { left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
}"""

# The script returns true if a lit hex is in view.
LIT_IN_VIEW = """() => {
    const frame = document.querySelector(".map-view").getBoundingClientRect();
    return [...document.querySelectorAll(".hx.lit")].map((hex) => hex.getBoundingClientRect())
        .map((box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2])
        .some(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
}"""


@pytest.fixture
def my_turn(transactional_db):
    """Return a table in the middle of a game, and the player who has to place a fief of Hispania."""
    return at_turn("hispania")


def at_turn(region: str):
    """Return a table at which a player has to place a fief of ``region``, and that player."""
    engine = registry.engine("gonzaga")
    state, pending = next(
        (state, pending)
        for state, pending in asked("turn", When.NOW, played()[0])
        if state.public.courts[pending.seat].plan.region == region
        and sum(hasattr(turn, "cells") for turn in engine.legal(view(state, pending.seat), pending)) > 5
    )
    people = [factories.person(name) for name in ("Anna", "Ben", "Clara")]
    table = factories.running_table(*people, game="gonzaga", rated=False)
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table, table.seats.select_related("user").get(index=pending.seat).user


def shown(sit, my_turn, screen) -> "Page":
    table, me = my_turn
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".hx.lit").first).to_be_attached()
    return page


def choose_lit(page: "Page") -> None:
    page.locator(".hx.lit").first.click()
    expect(page.locator(".ghosts > *").first).to_be_attached()


@SCREENS
def test_nothing_lies_on_the_board(sit, my_turn, screen):
    page = shown(sit, my_turn, screen)
    assert page.evaluate(COVERED, ".hx") == []
    choose_lit(page)
    assert page.evaluate(COVERED, ".hx") == []
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(COVERED, ".hx") == []


@SCREENS
def test_what_is_chosen_is_said_and_sent_beside_the_map(sit, my_turn, screen):
    """The choice is described and sent next to the map, without scrolling. The map does not move under the finger."""
    page = shown(sit, my_turn, screen)
    send = page.locator("#panel").get_by_role("button", name="Send turn")
    before = page.locator(".map-view").bounding_box()
    choose_lit(page)
    expect(page.locator("[data-pick]")).to_contain_text("Immediate points:")
    expect(page.locator("[data-pick]")).to_be_in_viewport(ratio=1)
    expect(send).to_be_in_viewport(ratio=1)
    expect(send).to_contain_text("points")
    after = page.locator(".map-view").bounding_box()
    assert (before["width"], before["height"]) == (after["width"], after["height"])
    send.click()
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")


@SCREENS
def test_the_whole_map_is_whole(sit, my_turn, screen):
    """A button shows the whole map without scrolling the page."""
    page = shown(sit, my_turn, screen)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Whole map").click()
    inner, view_box, window = page.evaluate(BOXES)
    for outer in (view_box, window):
        assert all(inner[side] >= outer[side] - 1 for side in ("left", "top"))
        assert all(inner[side] <= outer[side] + 1 for side in ("right", "bottom"))


def test_the_map_keeps_its_size_when_the_board_changes(sit, my_turn):
    page = shown(sit, my_turn, DESK)
    choose_lit(page)
    before, *_others = page.evaluate(BOXES)
    page.locator("#panel").get_by_role("button", name="Send turn").click()
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    expect(page.locator("[data-map][data-ready]")).to_be_attached()
    after, *_others = page.evaluate(BOXES)
    assert (before["width"], before["height"]) == (after["width"], after["height"])


def test_a_desk_opens_with_the_whole_map(sit, my_turn):
    page = shown(sit, my_turn, DESK)
    inner, outer, _window = page.evaluate(BOXES)
    assert inner["bottom"] <= outer["bottom"] + 1
    page.set_viewport_size({"width": 1100, "height": 640})
    page.wait_for_function("() => document.querySelector('.map-view .gz').getBoundingClientRect().height < 600")
    inner, outer, _window = page.evaluate(BOXES)
    assert inner["bottom"] <= outer["bottom"] + 1


@pytest.mark.parametrize("region", ["hispania", "europa-orientalis"])
def test_a_phone_opens_where_a_choice_lights_up(sit, transactional_db, region):
    page = shown(sit, at_turn(region), PHONE)
    lit = page.evaluate(
        """() => {
            const frame = document.querySelector(".map-view").getBoundingClientRect();
            const middles = [...document.querySelectorAll(".hx.lit")].map((hex) => hex.getBoundingClientRect())
                .map((box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
            return middles.map(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
        }"""
    )
    assert sum(lit) > len(lit) / 2


def test_a_phone_moves_to_what_lights_up_after_a_plan(sit):
    """After the plan is sealed, the map shows hexes that light up, wherever it was before."""
    page = sit(**PHONE)
    page.goto("/rules/gonzaga/")
    page.tap('form[action="/practice/gonzaga/"] button')
    for name in ("region", "deed"):
        page.locator(f"#panel .play-card:has(input[name={name}]:enabled)").first.tap()
    expect(page.locator(".lits .land-lit")).to_be_attached()
    page.evaluate(
        """() => {
            const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            const [land, map] = [box(".lits .land-lit"), box(".map-view .gz")];
            const isWest = land.left + land.right < map.left + map.right;
            const isNorth = land.top + land.bottom < map.top + map.bottom;
            document.querySelector(".map-view").scrollTo(isWest ? 9999 : 0, isNorth ? 9999 : 0);
        }"""
    )
    page.tap("#panel .send-bar .button:not(.quiet)")
    expect(page.locator("[data-turn=now]")).to_be_attached()
    if page.locator(".hx.lit").count():
        expect(page.locator(".hx.lit").filter(visible=True).first).to_be_attached()
        assert page.evaluate(LIT_IN_VIEW)


def test_a_board_that_changes_behind_another_tab_keeps_its_size(sit):
    page = sit(**PHONE)
    goes_to(page, number_of("gonzaga", "objective"), "gonzaga")
    expect(page.locator("#table-page")).to_have_attribute("data-tab", "hand")
    page.tap("#guide form button")
    expect(page.locator("#table-page")).to_have_attribute("data-tab", "turn")
    page.wait_for_function(f"() => {{ const [inner, outer] = ({BOXES})(); return inner.width > 2 * outer.width; }}")


def test_what_was_given_up_is_not_sent(sit, my_turn):
    """A player who starts to donate and then returns to the map has chosen nothing."""
    page = shown(sit, my_turn, DESK)
    page.get_by_role("button", name="Donate").click()
    expect(page.locator("input[name=action]:checked")).to_have_count(1)
    page.get_by_role("button", name="Place the fief").click()
    expect(page.locator("input[name=action]:checked")).to_have_count(0)
    page.locator(".turn-list label").first.click()
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("input[name=action]:checked")).to_have_count(0)


def test_a_finger_on_a_small_map_means_the_nearest_lit_hex(sit, my_turn):
    """A touch near a lit hex drafts and magnifies that hex. Far from all lit hexes, the page says why nothing is drafted."""
    page = shown(sit, my_turn, PHONE)
    page.get_by_role("button", name="Whole map").click()
    lit = page.locator(".hx.lit").first.bounding_box()
    assert lit["width"] < 30
    beside = page.evaluate(
        """() => {
            const box = (hex) => hex.getBoundingClientRect();
            const middle = (hex) => [box(hex).x + box(hex).width / 2, box(hex).y + box(hex).height / 2];
            const lit = [...document.querySelectorAll(".hx.lit")].map(middle);
            const gap = ([x, y]) => Math.min(...lit.map(([a, b]) => Math.hypot(a - x, b - y)));
            const dark = [...document.querySelectorAll(".hx:not(.lit)")].map(middle).map((at) => [at, gap(at)]);
            return [dark.find(([, far]) => far < 25)[0], dark.sort((a, b) => b[1] - a[1])[0][0]];
        }"""
    )
    page.touchscreen.tap(*beside[1])
    expect(page.locator("[data-pick]")).not_to_contain_text("Immediate points")
    expect(page.locator("[data-own]")).to_be_disabled()
    page.touchscreen.tap(*beside[0])
    expect(page.locator("[data-pick]")).to_contain_text("Immediate points")
    assert page.locator(".hx.picked").bounding_box()["width"] >= 44
    expect(page.locator(".ghosts")).to_be_in_viewport(ratio=0.99)


@SCREENS
def test_a_land_touched_chooses_its_card(sit, transactional_db, screen):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game="gonzaga", rated=False)
    page = sit(anna, **screen)
    page.goto(f"/t/{table.code}/")
    page.evaluate(NOTES_TOUCHES)
    for card in page.locator("input[name=region][data-land]:enabled").all():
        land = card.get_attribute("data-land")
        inside = page.evaluate(
            """async (land) => {
                const frame = () => new Promise(requestAnimationFrame);
                const box = (hex) => hex.getBoundingClientRect();
                const at = (hex) => [box(hex).x + box(hex).width / 2, box(hex).y + box(hex).height / 2];
                const below = (hex) => document.elementsFromPoint(...at(hex)).some((each) => each.matches(`.land-${land}`));
                for (const hex of document.querySelectorAll(".hx")) {
                    hex.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
                    if (!below(hex)) continue;
                    // Where the map stands still: a choice before this one may still be about to change what lies around it.
                    for (let [still, last] = [0, ""]; still < 3; last = String(at(hex))) {
                        await frame();
                        still = String(at(hex)) === last ? still + 1 : 0;
                    }
                    return at(hex);
                }
            }""",
            land,
        )
        page.mouse.click(*inside)
        expect(card, f"touched at {inside}: {page.evaluate('window.touched')}").to_be_checked()
        expect(page.locator(f'.lits [href="#gz-land-{land}"]')).to_be_attached()
    page.locator("label:has(input[name=deed]:enabled)").first.click()
    expect(page.locator(".plan-said strong")).to_have_text(re.compile(r"^\w{2,}[\w ]*, A Harbours$"))
    expect(page.locator(".plan-said")).to_contain_text("best")
