"""Learning a game on a phone, by touch: from its rules page through all steps of its guide."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from engines.gonzaga.actions import HoldWedding, PlaceFief, SealPlan
from engines.guide import Guide, GuideStep, guide
from engines.principato import actions as principato
from tests.browser.one_look import DESK, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BUBBLE = "#guide [data-station]"
# The longest words of a guide on the lowest usual window.
LOW_IN_GERMAN = {"viewport": {"width": 1280, "height": 720}, "locale": "de-DE"}


def plays_gonzaga(page: "Page", action: Any) -> None:
    """Touch the parts that an action names, and send it."""
    match action:
        case SealPlan():
            for value in (action.region, action.action.value, *(["yes"] if action.privilege else [])):
                page.tap(f'#panel .play-card:has([value="{value}"])')
            page.tap("#panel .send-bar .button:not(.quiet)")
            return
        case PlaceFief(cells):
            touched = cells
        case HoldWedding(first):
            page.tap("[data-mode=weddings]")
            touched = (first,)
    for cell in touched:
        page.dispatch_event(f'.hx[data-i="{cell}"]', "click")
    page.tap("#panel [data-send]")


def plays_principato(page: "Page", action: Any) -> None:
    """Touch the cards that an action names, or enter a number."""
    own, display = '#board [data-pr-card="{}"]', "#board .pr-slot:nth-child({}) .pr-touch"
    steps = page.locator(".draft-steps li").count()
    match action:
        case principato.EndTurn():
            page.get_by_role("button", name="Send turn").tap()
            return
        case principato.FeedUnits() | principato.ReleaseUnits():
            for field in page.locator("#panel [data-pr-numbers] input[type=number]").all():
                field.fill(str(getattr(action, field.get_attribute("name") or "", 0)))
            page.tap("#panel .send-bar .button:not(.quiet)")
            return
        case principato.TakeFavour():
            page.get_by_role("button", name="Take a favour into the church").tap()
        case principato.ExchangeCard(card, take):
            page.tap(display.format(take + 1))
            page.tap(own.format(card))
        case principato.BuildTiles(card, offer, pay):
            page.tap(own.format(card))
            deal = page.locator(f'[data-pr-act="{card}"] [value="{offer}-{pay.food}-{pay.money}-{pay.favour}"]')
            if deal.get_attribute("type") == "radio":
                deal.dispatch_event("click")
            page.locator("#panel").get_by_role("button", name="Add to turn").filter(visible=True).first.tap()
        case principato.CollectCubes() | principato.RecruitUnits():
            page.tap(own.format(action.card))
            if isinstance(action, principato.RecruitUnits):
                page.fill(f'[data-pr-act="{action.card}"] [name=count]', str(action.count))
            page.tap(display.format(action.take + 1))
    expect(page.locator(".draft-steps li")).to_have_count(steps + 1)


def plays_zena(page: "Page", action: Any) -> None:
    """Press the button for an action, wherever the page has it."""
    steps = page.locator(".draft-steps li").count()
    said = [f'"type":"{type(action).__name__}"']
    said += [f'"{name}":"{getattr(action, name)}"' for name in ("figure", "to", "card") if hasattr(action, name)]
    page.locator("button[name=action]" + "".join(f"[value*='{part}']" for part in said)).first.dispatch_event("click")
    expect(page.locator(".draft-steps li")).to_have_count(steps + 1)


HANDS: dict[str, Callable[["Page", Any], None]] = {
    "gonzaga": plays_gonzaga,
    "principato": plays_principato,
    "zena1814": plays_zena,
}


def number_of(slug: str, station: str) -> int:
    """Return the number of a step, counted from 1 as on the page."""
    return guide(slug).number(station) + 1


def stands_at(page: "Page", number: int, guided: Guide) -> GuideStep:
    """Return the step that the bubble shows, which must be step ``number``.

    Assert that the whole bubble is in the window, above the board, and covers nothing else.
    """
    expect(page.locator(BUBBLE)).to_have_attribute("data-station", str(number))
    expect(page.locator("#guide-title")).to_be_in_viewport(ratio=1)
    box, board = page.locator(BUBBLE).bounding_box(), page.locator("#board").bounding_box()
    assert box is not None
    assert board is None or box["y"] + box["height"] <= board["y"] + 1
    return guided.stations[number - 1]


@pytest.mark.parametrize("slug", HANDS)
def test_a_stranger_learns_the_game(sit: Any, slug: str) -> None:
    page, guided = sit(**PHONE), guide(slug)
    page.goto(f"/rules/{guided.game}/")
    page.tap(f'form[action="/guide/{slug}/"] button')
    first = next(number for number, station in enumerate(guided.stations, 1) if station.key)
    for number in range(1, len(guided.stations) + 1):
        station = stands_at(page, number, guided)
        if page.locator(BUBBLE).get_attribute("data-lit"):
            expect(page.locator(".guided").filter(visible=True).first).to_be_visible()
        if not station.key:
            page.tap("#guide form button")
            continue
        for action in station.example:
            HANDS[slug](page, action)
        if station.example[-1] != principato.EndTurn() and page.locator(".draft-steps li").count():
            page.locator("#panel .send-bar .button:not(.quiet)").last.tap()
        if number == first:
            stands_at(page, number + 1, guided)
            page.reload()
    expect(page.locator(BUBBLE)).to_have_count(0)
    # The first decision after the guide is made on the board.
    expect(page.locator("#table-page")).to_have_attribute("data-tab", "turn")


def goes_to(page: "Page", number: int, slug: str) -> GuideStep:
    """Follow the guide from its start to step ``number``, and return that step."""
    page.goto(f"/rules/{slug}/")
    page.tap(f'form[action="/guide/{slug}/"] button')
    for station in range(1, number):
        expect(page.locator(BUBBLE)).to_have_attribute("data-station", str(station))
        asked = guide(slug).stations[station - 1]
        if not asked.key:
            page.tap("#guide form button")
            continue
        for action in asked.example:
            HANDS[slug](page, action)
        if asked.example[-1] != principato.EndTurn() and page.locator(".draft-steps li").count():
            page.locator("#panel .send-bar .button:not(.quiet)").last.tap()
    expect(page.locator(BUBBLE)).to_have_attribute("data-station", str(number))
    return guide(slug).stations[number - 1]


@pytest.mark.parametrize(
    ("slug", "name", "needed", "screen"),
    [
        ("gonzaga", "plan-privilege", ".plan-said", DESK),
        ("gonzaga", "plan-privilege", ".plan-said", LOW_IN_GERMAN),
        ("principato", "release", ".pown .pchoice", DESK),
    ],
)
def test_on_a_low_desk_what_a_station_needs_is_above_the_foot(
    sit: Any, slug: str, name: str, needed: str, screen: dict[str, Any]
) -> None:
    page = sit(**screen, has_touch=True)
    station = goes_to(page, number_of(slug, name), slug)
    if slug == "gonzaga":
        [plan] = station.example
        for value in (plan.region, plan.action.value, "yes"):
            page.tap(f'#panel .play-card:has([value="{value}"])')
        expect(page.locator(needed)).to_contain_text(re.compile("ways|Lagen"))
    said, foot = page.locator(needed).bounding_box(), page.locator("#panel .send-bar").first.bounding_box()
    assert said is not None
    assert foot is not None
    assert said["y"] + said["height"] <= foot["y"]


def test_a_move_that_leads_elsewhere_is_answered_and_stays_half_chosen(sit: Any) -> None:
    page, guided = sit(**PHONE), guide("gonzaga")
    page.goto("/rules/gonzaga/")
    page.tap('form[action="/guide/gonzaga/"] button')
    here = number_of("gonzaga", "plan-cities")
    for number in range(1, here):
        stands_at(page, number, guided)
        page.tap("#guide form button")
    station = stands_at(page, here, guided)

    plays_gonzaga(page, SealPlan("hispania", station.example[0].action))

    expect(page.locator("#panel [role=alert]")).to_contain_text("Francia")
    expect(page.locator('#panel [value="cities"]')).to_be_checked()
    stands_at(page, here, guided)
