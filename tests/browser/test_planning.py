"""The planning board in a browser: from the table to a line, a note and a draft that is sent."""

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
    """A game of Gonzaga in which everybody is about to plan the second round."""
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
    page.get_by_role("button", name="Keep it in the plan").click()
    expect(page.get_by_role("heading", name="Try for")).to_be_visible()
    expect(page.get_by_text("What this player can choose from is invented.")).to_be_visible()
    mine = page.url
    page.get_by_role("button", name="Let the others answer as bots would").click()
    expect(page.get_by_role("heading", name="Try: place a fief")).to_be_visible()
    page.get_by_label("My note on this step").fill("Then they are two behind")
    page.get_by_role("button", name="Save the note", exact=True).click()
    expect(page.locator(".plan-lines")).to_contain_text("Then they are two behind")
    if checked:
        is_sound(page)
    page.goto(mine)
    page.get_by_role("button", name="Make it my draft").click()
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
        button = page.get_by_role("button", name="Let the others answer as bots would")
        if button.is_visible():
            button.click()
            expect(page.get_by_role("heading", name="What you tried")).to_be_visible()
            is_sound(page)
            assert page.locator("button", has_text="Send").count() == 0
