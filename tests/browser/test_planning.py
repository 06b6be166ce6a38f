"""Planning board in a browser: variations, notes, a sent draft, and variations shown to other players."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Move, PlanNode
from tests.axe import faults
from tests.site import archiving, factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}
PLAIN = {"java_script_enabled": False}


@pytest.fixture
def table(transactional_db):
    """Return a game of Gonzaga in which all players are about to plan the second round."""
    people = [factories.person(name) for name in ("Elena", "Franco", "Maximiliana von Habsburg")]
    return archiving.witnessed(people, game="gonzaga", most=6).table


def is_sound(page: "Page") -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


@pytest.mark.parametrize("device", [PHONE, {}, PLAIN], ids=["phone", "desk", "plain"])
def test_a_plan_is_tried_noted_and_sent(sit, table, device):
    seat = table.seats.get(index=factories.waiting(table)[0].seat)
    page, checked = sit(seat.user, **device), device is not PLAIN
    page.goto(f"/t/{table.code}/")
    if checked:
        page.locator("#tabs").get_by_role("link", name="More").click()
    page.get_by_role("link", name="Planning board and notes").click()
    expect(page.get_by_role("heading", name="Try: plan the round")).to_be_visible()
    for name in ("region", "deed"):
        page.locator(f"label:has(input[name={name}]:enabled)").first.click()
    page.get_by_role("button", name="Keep in plan").click()
    expect(page.get_by_role("heading", name="Try for")).to_be_visible()
    expect(page.get_by_text("These choices are invented.")).to_be_visible()
    mine = page.url
    page.get_by_role("button", name="Let bots decide").click()
    expect(page.get_by_role("heading", name="Try: place a fief")).to_be_visible()
    page.get_by_label("My note on this step").fill("Then they are two behind")
    page.get_by_role("button", name="Save note", exact=True).click()
    expect(page.locator(".plan-lines")).to_contain_text("Then they are two behind")
    if checked:
        is_sound(page)
    page.goto(mine)
    page.get_by_role("button", name="Use as draft").click()
    expect(page.locator("#panel .draft-steps li")).to_have_count(1)
    assert not Move.objects.filter(seat=seat, key__startswith="plan/2").exists()
    page.locator("#panel").get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#panel .draft-steps")).to_have_count(0)
    assert Move.objects.filter(table=table, seat=seat).latest("seq").action == PlanNode.objects.earliest("pk").action


@pytest.mark.parametrize("game", ["specimen", "gonzaga", "principato", "zena1814"])
def test_every_game_is_sound_on_the_board(sit, game):
    people = [factories.person(name) for name in ("Elena", "Franco")]
    table = archiving.witnessed(people, game=game, most=6).table
    page = sit(people[0], **PHONE)
    page.goto(f"/t/{table.code}/plan/")
    is_sound(page)
    assert page.locator("button", has_text="Send").count() == 0
    for _reply in range(2):
        button = page.get_by_role("button", name="Let bots decide")
        if button.is_visible():
            button.click()
            expect(page.get_by_role("heading", name="Steps tried")).to_be_visible()
            is_sound(page)
            assert page.locator("button", has_text="Send").count() == 0


@pytest.mark.parametrize("device", [PHONE, {}, PLAIN], ids=["phone", "desk", "plain"])
def test_after_the_game_a_variation_is_shown_read_and_withdrawn(sit, transactional_db, device):
    people, checked = [factories.person(name) for name in ("Elena", "Franco", "Greta")], device is not PLAIN
    table = archiving.finished(*people[:2], game="gonzaga", options={})
    page = sit(people[2], **device)
    page.goto(f"/archive/{table.code}/4/")
    page.get_by_role("link", name="try a variation from here").click()
    page.get_by_role("button", name="Let bot decide").click()
    page.get_by_label("My note on this step").fill("This was better")
    page.get_by_role("button", name="Save note", exact=True).click()
    page.get_by_role("button", name="Show variation").click()
    expect(page.get_by_role("button", name="Withdraw variation")).to_be_visible()
    if checked:
        is_sound(page)
    reader = sit(people[1], **device)
    reader.goto(f"/archive/{table.code}/4/")
    if checked:
        is_sound(reader)
    reader.locator("#variations").get_by_role("link", name="Greta").click()
    reader.get_by_role("link", name="Next step").click()
    expect(reader.locator("[aria-current=step]")).to_have_count(1)
    expect(reader.get_by_text("This was better")).to_be_visible()
    if checked:
        is_sound(reader)
        sizes = reader.locator(".replay-steps a, .shown-line a").evaluate_all("links => links.map(one => one.offsetHeight)")
        assert min(sizes) >= 44
    page.get_by_role("link", name="Open as others see it").click()
    page.get_by_role("button", name="Withdraw variation").click()
    expect(page.get_by_role("heading", name="Comments on this move")).to_be_visible()
    assert reader.reload().status == 404
