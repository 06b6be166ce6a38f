"""Zena 1814 in a browser by touch, by keyboard alone, and without scripts: a beginner game and two rounds of an expert game.

The browser plays the first seat of a game for two against a bot. It touches the board, the hand and the red button. Two choices
are made by buttons of the panel, since the board does not show them: not joining a card, and coins for a roll.
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
    """Press Enter on ``target`` as after Tab. Fail if the element cannot get the focus."""
    # The player's own step moves the focus to the panel, a moment after it appears.
    expect(target.page.locator(".htmx-settling")).to_have_count(0)
    target.focus()
    expect(target).to_be_focused()
    target.page.keyboard.press("Enter")


def begun(mode: str) -> tuple[Table, Seat]:
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="zena1814", options={"mode": mode})
    return table, table.seats.select_related("user", "table").get(index=0)


def others_play(table: Table) -> str:
    """Play the other seat until the first one has a decision.

    Return its kind, or an empty string when the game is over.
    """
    for now in factories.moments():
        asked = factories.waiting(table)
        mine = [each for each in asked if each.seat == 0]
        if mine or not asked:
            return mine[0].kind if mine else ""
        seat = table.seats.select_related("user", "table").get(index=1)
        factories.send(seat, ENGINE.bot(state.seen(factories.fresh(table), seat), asked[0]), key=asked[0].key, now=now)
    raise AssertionError


class Player:
    """Player at a browser, with a way of pressing, a screen size, and scripts on or off."""

    def __init__(self, page: "Page", press: Press, *, is_phone: bool, script: bool) -> None:
        self.page, self.press, self.is_phone, self.script = page, press, is_phone, script

    def answer(self, kind: str) -> None:
        """Answer a decision by board and hand where possible, and press the red button."""
        getattr(self, kind)()
        self.press(self.page.locator(RED).first)

    def turn(self) -> None:
        """Move a figure, offer a card of the hand and influence a card in an area. Skip impossible steps."""
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
        # Figures can no longer be moved once the others have answered.
        if not figure.count():
            return
        self.press(figure)
        if self.script:
            self.draft(self.page.locator("#board .zq > .zt-go").first)
        else:
            self.draft(self.page.locator(f"#move-{figure.get_attribute('data-figure')} button.zp-step").first)

    def from_hand(self, most: int) -> None:
        """Touch up to ``most`` cards of the hand."""
        cards = self.page.locator(CARDS_OF_HAND)
        for _card in range(most):
            if cards.count():
                self.open("hand")
                self.draft(cards.first)
        self.open("turn")

    def open(self, tab: str) -> None:
        """Open the tab of the board or the hand on a phone."""
        link = self.page.locator(f'#tabs [data-tab="{tab}"]')
        if self.is_phone and self.script and link.get_attribute("aria-current") is None:
            self.press(link)

    def draft(self, target: "Locator") -> None:
        """Draft one more step, and send nothing."""
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
        coins = self.page.locator('#panel input[name="coins"][type="radio"]')
        # A decision in advance uses another field for the same choice.
        (coins if coins.count() else self.page.locator('#panel input[name="pay"][type="radio"]')).first.check()

    def place(self) -> None:
        """Choose cards of the hand by touch or keyboard, also without scripts."""
        self.from_hand(4)

    def starter(self) -> None:
        self.draft(self.page.locator(".zp-option").first)

    def draw(self) -> None:
        self.draft(self.page.locator(".zp-option").first)


def play(player: Player, table: Table, rounds: int) -> set[str]:
    """Play ``rounds`` rounds, or to the end of the game. Return the kinds of decisions that were made."""
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
