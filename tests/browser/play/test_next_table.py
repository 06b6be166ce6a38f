"""A day's turns on a phone: three waiting tables one after the other, with a limit on touches."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Table
from tests.browser.one_look import FAULTS, PHONE
from tests.browser.play.test_whole_games import SENDS
from tests.principato.pages.walkthrough import deal_alike
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ONWARD = "#panel .next-table .button"
# Maximum touches for a turn of each game, Send button included, and seconds that a thumb takes for one touch.
PLAN, PRINCIPATO, SECONDS = 3, 5, 3


class Thumb:
    """Thumb that touches elements in view, and counts its touches."""

    def __init__(self, page: "Page") -> None:
        self.page, self.touches = page, 0

    def tap(self, target: "Locator") -> None:
        """Touch one element."""
        target.tap()
        self.touches += 1

    def presses(self, selector: str) -> None:
        """Touch the only element that matches ``selector``. It must be whole, uncovered and in view."""
        expect(self.page.locator(selector)).to_have_count(1)
        faults = self.page.evaluate(FAULTS, [selector.removesuffix(":visible")])
        assert faults == [], faults
        self.tap(self.page.locator(selector))


def plan(thumb: Thumb) -> None:
    for name in ("region", "deed"):
        thumb.tap(thumb.page.locator(f".play-card:has(input[name={name}]:enabled)").first)


def principato(thumb: Thumb) -> None:
    """Make two actions by touching cards: an own card, and a card of the display if the action must take one."""
    page = thumb.page
    for steps in (1, 2):
        cards = page.locator("[data-pr-card]:has(.pcard:not(.dead))")
        card = (cards if cards.count() else page.locator("[data-pr-card]")).first
        thumb.tap(card)
        is_done = page.locator("#panel details.picked").count() and not page.locator('#panel .picked [name="take"]').count()
        thumb.tap(card if is_done else page.locator(".pr-slot.takeable .pr-touch").first)
        expect(page.locator(".draft-steps li")).to_have_count(steps)


def waits_for(me: "User", game: str, name: str) -> Table:
    return factories.running_table(me, factories.person(), game=game, name=name, rated=False)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_one_touch_leads_from_a_sent_turn_to_the_next_table(sit, transactional_db, scripts):
    """One touch leads to the next table. The link is in view with scripts, and in the response's panel without them."""
    me = factories.person("Anna")
    first = waits_for(me, "gonzaga", "First")
    other = waits_for(me, "gonzaga", "Second")
    page = sit(me, **PHONE, java_script_enabled=scripts)
    page.goto(f"/t/{first.code}/")
    for name in ("region", "deed"):
        page.locator(f"#panel input[name={name}]:enabled").last.check(force=True)
    page.locator(SENDS).tap()
    link = page.get_by_role("link", name="Next table: Second")
    expect(link).to_be_in_viewport(ratio=1)
    link.tap()
    page.wait_for_url(f"**/t/{other.code}/#panel")
    expect(page.locator("#panel[data-urgent]")).to_be_in_viewport()


def test_three_tables_in_under_a_minute(sit, transactional_db, monkeypatch):
    deal_alike(monkeypatch, b"one turn")
    me = factories.person("Anna")
    days = [("gonzaga", plan), ("principato", principato), ("gonzaga", plan)]
    tables = [waits_for(me, game, f"Table {number}") for number, (game, _plays) in enumerate(days)]
    assert all(factories.waiting(table, factories.seat_of(table, me)) for table in tables)
    page = sit(me, **PHONE)
    thumb = Thumb(page)
    page.goto(f"/t/{tables[0].code}/")
    for table, (_game, plays) in zip(tables, days, strict=True):
        page.wait_for_url(f"**/t/{table.code}/**")
        expect(page.locator("#panel[data-urgent]")).to_be_in_viewport()
        plays(thumb)
        thumb.presses(SENDS)
        expect(page.locator("#panel[data-urgent]")).to_have_count(0)
        if table != tables[-1]:
            thumb.presses(ONWARD)
    expect(page.get_by_text("No other table is waiting for you.")).to_be_in_viewport(ratio=1)
    assert thumb.touches <= 2 * PLAN + PRINCIPATO + 2
    assert thumb.touches * SECONDS < 60
