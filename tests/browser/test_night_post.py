"""Specimen game between two browsers, from the lobby to the final scores."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Move, Table
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def choose(page: "Page") -> bool:
    """Press a button of the panel that continues the game, and wait for the result. Return False if there is none."""
    panel = page.locator("#panel")
    buttons = panel.get_by_role("button", name="Send")
    if not buttons.count():
        buttons = panel.locator(".slot:not(.optional) .choices button")
    if not buttons.count():
        return False
    rendered = panel.locator("[name=token]").first.input_value()
    buttons.last.click()
    expect(page.locator(f"[name=token][value='{rendered}']")).to_have_count(0)
    return True


def test_a_whole_game_side_by_side(sit):
    """A whole game can be opened, joined and played to the end. The other browser shows every change without a reload."""
    anna, ben = sit(factories.person("Anna")), sit(factories.person("Ben"))
    anna.goto("/tables/new/?game=specimen")
    anna.get_by_label("Table name").fill("Two windows")
    anna.get_by_label("Seats", exact=True).select_option("2")
    anna.get_by_label("Nights").select_option("1")
    anna.get_by_role("button", name="Open table").click()
    expect(anna.get_by_text("The game starts when 1 more seat is taken.")).to_be_visible()

    ben.goto("/tables/")
    ben.get_by_role("link", name="Two windows", exact=True).click()
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#panel")).to_contain_text("choose a road")
    expect(anna.locator("#panel")).to_contain_text("choose a road", timeout=15_000)

    table = Table.objects.get(name="Two windows")
    anna.locator("#panel").get_by_role("button", name="Seal the river road").click()
    expect(anna.locator(".draft-steps")).to_contain_text("Seal the river road")
    expect(ben.locator("#seats")).not_to_contain_text("sealed")
    anna.locator("#panel").get_by_role("button", name="Send").click()
    expect(anna.locator("#panel")).to_contain_text("It is not your turn")
    expect(ben.locator("#seats")).to_contain_text("sealed", timeout=15_000)
    expect(ben.locator("#board")).not_to_contain_text("river road,")

    pages = [anna, ben]
    for _round in range(60):
        table.refresh_from_db()
        if table.status == Table.Status.ENDED:
            break
        if not any(choose(page) for page in pages):
            anna.wait_for_timeout(500)
    for page in pages:
        expect(page.get_by_role("heading", level=2, name=re.compile("wins with"))).to_be_visible(timeout=15_000)
    assert table.ended_by == Table.EndedBy.FINISHED
    assert Move.objects.filter(table=table).count() == table.seq + 1
    best = max(table.seats.values_list("score", flat=True))
    expect(anna.get_by_role("heading", level=2, name=re.compile(f"wins with {best} points"))).to_be_visible()
