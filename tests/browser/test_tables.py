"""Pages of tables and lists of tables, used by touch and by a slow typist."""

import pytest
from playwright.sync_api import expect

from engines.specimen.actions import SealRoad
from tables.services.lobby import tables
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOUCH = 44
PHONE = {"viewport": {"width": 390, "height": 844}}


def heights(page, selector):
    return [box["height"] for each in page.locator(selector).all() if (box := each.bounding_box())]


def test_receipts_and_titles_are_wide_enough_for_a_finger(sit):
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    for user in (player, opponent):
        factories.send(factories.seat_of(table, user), SealRoad("ridge"))
    factories.open_table(opponent)
    page = sit(player, **PHONE)
    for address, selector, least in (
        (f"/t/{table.code}/#log", "summary:text('Receipt'), summary:text('Check receipts')", 3),
        ("/tables/", ".row-title a", 1),
        ("/my/", ".table-main h3 a", 1),
    ):
        page.goto(address)
        found = heights(page, selector)
        assert len(found) >= least, address
        assert min(found) >= TOUCH, address


def test_a_word_that_is_being_typed_survives_somebody_else_sitting_down(sit):
    host, newcomer, *others = (factories.person(name) for name in ("Host", "Newcomer", "Ben", "Carla"))
    table = factories.open_table(host, seats=4, game="gonzaga")
    waiting, choosing = sit(host), sit(newcomer)
    waiting.goto(f"/t/{table.code}/")
    choosing.goto(f"/t/{table.code}/")
    word = choosing.get_by_label("Your shuffle word")
    word.fill("")
    word.press_sequentially("nightin")
    for user, left in zip(others, ("2 more seats are", "1 more seat is"), strict=True):
        tables.join_table(table_id=table.pk, user=user, word="word", invite=table.invite, now=factories.NOW)
        expect(choosing.locator("#taken")).to_contain_text(user.get_short_name(), timeout=20_000)
        expect(waiting.locator("#still-free")).to_contain_text(left, timeout=20_000)
    expect(word).to_be_focused()
    word.press_sequentially("gale")
    expect(word).to_have_value("nightingale")
    choosing.get_by_role("button", name="Sit down").click()
    expect(choosing.locator("#panel")).to_be_visible()
    expect(waiting.locator("#panel")).to_be_visible(timeout=20_000)
