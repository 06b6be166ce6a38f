"""Zena 1814 played in a browser: whole games by touching board, hand and the red button, by keyboard alone, without scripts.

The browser plays the first seat of a game for two, its rival is a bot. What has no place on the board is a button of the panel
even then: not to join a card, and the coins for a roll.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines.zena1814 import ENGINE
from tables.models import Seat, Table
from tables.selectors.play import state
from tests.browser.one_look import DESK, PHONE
from tests.principato.pages.walkthrough import deal_alike
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

type Press = Callable[["Locator"], None]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RED = '#panel form[action$="/act/"] .button:not(.quiet)'
CARDS_OF_HAND, CARDS_OF_PLACES = "#hand .zt-go:not(a)", "#board .zc > .zt-go:not(a)"


def touch(target: "Locator") -> None:
    target.click()


def key(target: "Locator") -> None:
    """As with Tab and Enter: whatever cannot take the focus cannot be pressed."""
    # A step of one's own leads the focus to the panel, a moment after it stands there.
    expect(target.page.locator(".htmx-settling")).to_have_count(0)
    target.focus()
    expect(target).to_be_focused()
    target.page.keyboard.press("Enter")


def begun(mode: str) -> tuple[Table, Seat]:
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="zena1814", options={"mode": mode})
    return table, table.seats.select_related("user", "table").get(index=0)


def others_play(table: Table) -> str:
    """Until the first seat is asked: for what; nothing when the game is over."""
    for now in factories.moments():
        asked = factories.waiting(table)
        mine = [each for each in asked if each.seat == 0]
        if mine or not asked:
            return mine[0].kind if mine else ""
        seat = table.seats.select_related("user", "table").get(index=1)
        factories.send(seat, ENGINE.bot(state.seen(factories.fresh(table), seat), asked[0]), key=asked[0].key, now=now)
    raise AssertionError


class Player:
    """Somebody before a browser: how they press, on which screen, and whether scripts run there."""

    def __init__(self, page: "Page", press: Press, *, is_phone: bool, script: bool) -> None:
        self.page, self.press, self.is_phone, self.script = page, press, is_phone, script

    def answer(self, kind: str) -> None:
        """Whatever is asked, by the board and the hand where they can say it; and the red button."""
        getattr(self, kind)()
        self.press(self.page.locator(RED).first)

    def turn(self) -> None:
        """A figure is moved, a card of the hand is offered, a card in a place is influenced, as far as each is possible."""
        self.move()
        self.from_hand(1)
        cards = self.page.locator(CARDS_OF_PLACES)
        if cards.count():
            number = cards.first.locator("..").get_attribute("id")
            if self.is_phone and self.script:
                self.press(self.page.locator(f".zq:has(#{number}) h3 a"))
            self.draft(self.page.locator(f"#{number} > .zt-go"))

    def move(self) -> None:
        figure = self.page.locator("#board .zn-own").first
        # Once the others have answered, nothing is moved any more.
        if not figure.count():
            return
        self.press(figure)
        if self.script:
            self.draft(self.page.locator("#board .zq > .zt-go").first)
        else:
            self.draft(self.page.locator(f"#move-{figure.get_attribute('data-figure')} button.zp-step").first)

    def from_hand(self, most: int) -> None:
        """So many cards of the hand, as long as there is one to be touched."""
        cards = self.page.locator(CARDS_OF_HAND)
        for _card in range(most):
            if cards.count():
                self.open("hand")
                self.draft(cards.first)
        self.open("turn")

    def open(self, tab: str) -> None:
        """On a phone, one of the board and the hand."""
        link = self.page.locator(f'#tabs [data-tab="{tab}"]')
        if self.is_phone and self.script and link.get_attribute("aria-current") is None:
            self.press(link)

    def draft(self, target: "Locator") -> None:
        """One more step is drafted, and nothing sent."""
        steps = self.page.locator("#panel .draft-steps li").count()
        self.press(target)
        expect(self.page.locator("#panel .draft-steps li")).to_have_count(steps + 1)

    def react(self) -> None:
        asked = self.page.locator("#board .zc.asked > .zt-go:not(a)")
        is_seen = asked.count() and (asked.is_visible() or not self.script)
        self.draft(asked if is_seen else self.page.get_by_role("button", name="Do not join"))

    def discard(self) -> None:
        self.from_hand(9)

    def festa(self) -> None:
        self.from_hand(1)

    def dice(self) -> None:
        self.page.locator('#panel input[name="coins"]').first.check()

    def place(self) -> None:
        """By touch and by keyboard from the hand; without scripts too."""
        self.from_hand(4)

    def starter(self) -> None:
        self.draft(self.page.locator(".zp-option").first)

    def draw(self) -> None:
        self.draft(self.page.locator(".zp-option").first)


def play(player: Player, table: Table, rounds: int) -> set[str]:
    """So many rounds; returns what was asked."""
    asked: set[str] = set()
    while (kind := others_play(table)) and factories.fresh(table).round <= rounds:
        player.page.goto(f"/t/{table.code}/")
        expect(player.page.locator("#panel-title")).to_contain_text("Your turn")
        before = factories.fresh(table).seq
        player.answer(kind)
        for _moment in range(100):
            if factories.fresh(table).seq > before:
                break
            player.page.wait_for_timeout(50)
        assert factories.fresh(table).seq > before, player.page.locator("#panel").inner_text()
        asked.add(kind)
    return asked


WAYS = {
    "touch": (touch, DESK, True),
    "touch on a phone": (touch, PHONE, True),
    "keyboard": (key, DESK, True),
    "no scripts on a phone": (touch, PHONE, False),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("mode", "rounds"), [("beginner", 8), ("expert", 2)], ids=["a whole game", "rounds of experts"])
def test_played_by(sit, transactional_db, monkeypatch, way, mode, rounds):
    deal_alike(monkeypatch, b"lanterna")
    press, screen, script = WAYS[way]
    table, me = begun(mode)
    page = sit(me.user, java_script_enabled=script, **screen)
    asked = play(Player(page, press, is_phone=screen is PHONE, script=script), table, rounds)
    assert "turn" in asked
    if mode == "expert":
        assert factories.fresh(table).round == rounds + 1
        assert "place" in asked
        return
    assert {"react", "discard"} <= asked
    assert factories.fresh(table).status == Table.Status.ENDED
    page.goto(f"/t/{table.code}/")
    expect(page.locator("#over")).to_be_visible()
