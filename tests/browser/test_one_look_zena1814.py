"""Zena 1814 without scrolling: the fullest position of each decision shows everything the choice needs."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.one_look import DESK, PHONE, in_one_look
from tests.zena1814.asking import CASES, position, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LIGHTS, LANGUAGES = ("light", "dark"), ("en", "de", "it")
FROM_HAND = ("place", "discard", "festa")
PLACES = (".zq", ".zq-scene", ".zq > header", "#tabs a")
ON_DESK = (
    *(
        "#seats .players > li",
        ".zf > span:not(.visually-hidden)",
        ".zn-stock li",
        "#panel-title",
        "#panel-title + .clock-facts > summary",
    ),
    *(".zp-deal > ul > li", ".zp-price", ".zp-title"),
)
SEND = "#panel .send-bar .button"
# Selectors for the choices in the panel, by kind of decision.
CHOICES = {
    "place": (".zp-chip", SEND),
    "starter": (".zp-option",),
    "turn": (".zp-act > summary", ".zp-end .button", SEND),
    "react": (".zp-answers .button",),
    "draw": (".zp-option", ".zp-always .button"),
    "festa": (SEND,),
    "discard": (SEND,),
    "manezzi": (".zp-option",),
    "trick": (".zp-option",),
    "palace": (".zp-option",),
    "dice": (".zp-chances tbody tr", SEND),
}

# The script lists words that do not fit into their element.
BURST = """() => [...document.querySelectorAll(".zq > header, .zc, .zc li, .zp-card, .zp-goals li, #tabs a, .send-bar button")]
    .filter((each) => each.checkVisibility())
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => `${each.className}: ${each.textContent.trim().replace(/\\s+/g, " ").slice(0, 60)}`)"""


def clear(page: "Page") -> "Page":
    """Disable the transparent buttons that lie over touch targets. They cover nothing visible."""
    page.evaluate("document.querySelectorAll('.zt-go, .zq h3 a').forEach((each) => { each.style.pointerEvents = 'none'; })")
    return page


def lying(page: "Page") -> list[str]:
    """Return selectors of the cards and figures that are in the areas."""
    return [each for each in (".zc", ".zc ol li", ".zq-who li") if page.locator(each).count()]


WORDS_OF_TABS = """() => [...document.querySelectorAll("#tabs a")].filter((tab) => tab.checkVisibility()).map((tab) => {
    const words = document.createRange();
    words.selectNodeContents(tab);
    const lines = [...words.getClientRects()].filter((line) => line.width > 12);
    return (Math.min(...lines.map((line) => line.top)) + Math.max(...lines.map((line) => line.bottom))) / 2;
})"""


@pytest.mark.parametrize(("mode", "kind"), CASES)
def test_on_a_desk(sit, mode, kind):
    state, pending = position(mode, kind)
    table, me = table_at(state, pending.seat)
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    in_one_look(clear(page), *PLACES, *ON_DESK, *lying(page), *CHOICES[kind])
    assert page.evaluate(BURST) == []


@pytest.mark.parametrize(("mode", "kind"), CASES)
def test_on_a_phone(sit, mode, kind):
    state, pending = position(mode, kind)
    table, me = table_at(state, pending.seat)
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    if kind == "turn":
        # The whole town is in view. The decision in words is below it and opens with one touch.
        in_one_look(clear(page), *PLACES, *lying(page), "#status", touched=True)
        page.locator("#sheet-grip").tap()
        in_one_look(page, "#status", *CHOICES[kind], touched=True)
        page.locator("#sheet-grip").tap()
        page.locator("#sheet-grip").tap()
    else:
        asked = [".zc.asked"] if page.locator(".zc.asked").count() else []
        in_one_look(clear(page), "#status", "#tabs a", *asked, *CHOICES[kind], touched=True)
    middles = page.evaluate(WORDS_OF_TABS)
    assert max(middles) - min(middles) < 1.5, "the words of the tabs stand on one line"
    for tab, shown in {
        "hand": ".zp-deal li",
        "seats": "#seats .zf",
        "log": "#log-title",
        "more": ".table-rest summary",
    }.items():
        page.locator(f'#tabs [data-tab="{tab}"]').tap()
        if tab != "hand" or page.locator(shown).count():
            expect(page.locator(shown).first).to_be_in_viewport(ratio=0.9)
            expect(page.locator("#board")).to_be_hidden()
    page.locator('#tabs [data-tab="turn"]').tap()
    expect(page.locator(".zq").first).to_be_visible()


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_and_light(sit, language, light):
    state, pending = position("expert", "turn")
    table, me = table_at(state, pending.seat, language)
    page = sit(me, **DESK, color_scheme=light)
    page.goto(f"/t/{table.code}/")
    in_one_look(clear(page), *PLACES, *ON_DESK, *lying(page), *CHOICES["turn"])
    assert page.evaluate(BURST) == []
    phone = sit(me, **PHONE, color_scheme=light)
    phone.goto(f"/t/{table.code}/")
    in_one_look(clear(phone), *PLACES, *lying(phone), "#status", touched=True)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_what_is_chosen_is_in_view_too(sit, screen):
    """A marker placed on one of the first lit cards is in view: on the card, and in the panel with the Send button."""
    state, pending = position("expert", "turn")
    table, me = table_at(state, pending.seat)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    touch = page.locator("#board .zc > .zt-go").evaluate_all("all => all.map(each => each.parentElement.id).slice(0, 3)")
    for card in touch:
        if screen is PHONE:
            page.locator(f".zq:has(#{card}) h3 a").tap()
        page.locator(f"#{card} > .zt-go").click()
        expect(page.locator(f"#{card} .fresh")).to_be_visible()
        in_one_look(clear(page), f"#{card}", f"#{card} .fresh", "#panel .send-bar .button", touched=screen is PHONE)
        if screen is PHONE:
            page.locator("#sheet-grip").tap()
        page.get_by_role("button", name="Undo step").click()
        expect(page.locator(".draft-steps")).to_have_count(0)
        if screen is PHONE:
            page.locator("#sheet-grip").tap()
            page.locator("#sheet-grip").tap()
            page.locator(".zq-back a").tap()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_names_of_cards_fit_on_the_planning_board(sit, screen, language):
    state, pending = position("expert", "turn")
    table, me = table_at(state, pending.seat, language)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/plan/")
    expect(page.locator(".zp-card").first).to_be_visible()
    assert page.evaluate(BURST) == []
    if screen is PHONE:
        place = page.locator(".zq:has(.zc)").first
        place.locator("h3 a").tap()
        expect(page.locator(".zq.open")).to_have_count(1)
        expect(place.locator(".zc-foot").first).to_be_visible()
        assert page.evaluate(BURST) == []
