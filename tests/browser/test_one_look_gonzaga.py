"""Gonzaga without scrolling: a player sees everything a choice needs, at the last plan and turn of a game for four."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from engines.contract import When, encode
from tables.models import Table
from tables.services.play.advance import advance_table
from tests.browser.one_look import DESK, PHONE, in_one_look
from tests.gonzaga.pages.walkthrough import NAMES, asked, played
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVERYWHERE = ("#panel .send-bar", "#panel .send-bar .button", "#tabs a")
ON_DESK = (
    *(".map-view .gz", "#seats .players > li", "#seats .points", ".objective", ".objective li"),
    *("#panel-title", "#panel .clock-facts > summary"),
)
CHOICES = {"plan": (".play-card",), "turn": ("[data-mode]", "[data-pick]")}
LANGUAGES = ("en", "de", "it")


def last(kind: str):
    """Return a table and its player at the last decision of this kind in a whole game for four."""
    *_before, (state, pending) = asked(kind, When.NOW, played(4)[0])
    people = [factories.person(name) for name in NAMES]
    table = factories.running_table(*people, game="gonzaga")
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table, table.seats.select_related("user").get(index=pending.seat).user


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("kind", CHOICES)
def test_on_a_desk(sit, kind, light):
    table, me = last(kind)
    page = sit(me, **DESK, color_scheme=light)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, *EVERYWHERE, *ON_DESK, *CHOICES[kind])


@pytest.mark.parametrize("kind", CHOICES)
def test_on_a_phone(sit, kind):
    table, me = last(kind)
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, *EVERYWHERE, ".map-view", "#status", touched=True)
    for tab, shown in {"Hand": ".objective li", "Players": "#seats .points", "Log": "#log-title", "More": ".zone"}.items():
        page.locator("#tabs").get_by_role("link", name=tab).tap()
        expect(page.locator(shown).first).to_be_in_viewport(ratio=1)
        assert not page.evaluate("() => document.getElementById('board').checkVisibility()")
    page.locator("#tabs").get_by_role("link", name="Board").tap()
    in_one_look(page, *EVERYWHERE, ".map-view", "#status", touched=True)


@pytest.mark.parametrize("kind", CHOICES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(sit, language, kind):
    table, me = last(kind)
    User.objects.filter(pk=me.pk).update(language=language)
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    in_one_look(page, *EVERYWHERE, *ON_DESK, *CHOICES[kind])


def test_what_is_chosen_is_in_view_too(sit):
    """For each of the first five lit hexes, its gains and the Send button are in view once the hex is chosen."""
    table, me = last("turn")
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    lit = page.locator(".hx.lit")
    for place in range(min(lit.count(), 5)):
        lit.nth(place).tap()
        expect(page.locator(".ghosts > *").first).to_be_in_viewport()
        in_one_look(page, "[data-pick]", "#panel .send-bar .button", touched=True)
        page.get_by_role("button", name="Start over").tap()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["1280x800", "390x844"])
def test_what_a_plan_would_allow_is_in_view_too(sit, screen, language):
    """Two touches show every plan on the map. The best placement and its gains are in view, with a button for the next one.

    The cards do not move."""
    table, me = last("plan")
    User.objects.filter(pk=me.pk).update(language=language)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    regions, actions = (page.locator(f".play-card input[name={name}]:enabled") for name in ("region", "deed"))
    before = page.locator(".play-card").first.bounding_box()
    for region in range(regions.count()):
        regions.nth(region).check(force=True)
        for action in range(actions.count()):
            with page.expect_response("**/sketch/**"):
                actions.nth(action).check(force=True)
            page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
            if not page.locator("[data-turn]").count():
                continue
            expect(page.locator(".edges > path, .ghosts > circle").first).to_be_in_viewport()
            in_one_look(page, "[data-pick]", "#panel .send-bar .button", touched="has_touch" in screen)
            if page.locator("[data-turn-piece='1']").is_enabled():
                shown = page.locator("[data-pick]").inner_text()
                page.locator("[data-turn-piece='1']").click()
                expect(page.locator("[data-pick]")).not_to_have_text(shown)
                in_one_look(page, "[data-pick]", "[data-turn-piece]", "#panel .send-bar .button")
    assert page.locator(".play-card").first.bounding_box() == pytest.approx(before, abs=0.5)
