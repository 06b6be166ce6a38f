"""Playing by touch what the page of a table asks: one answer, chosen on the board or in the panel, and sent."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.play.test_whole_game_zena1814 import Player, touch
from tests.browser.play.test_whole_games import acts, chooses
from tests.journeys.walker import NEXT, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.journeys.walker import Walker

# More answers than one seat gives in any game.
MOST = 150
ASKED = "#panel .slot:not(.optional)"
MINE = "#seats li:has(.seat.me)"


def answers(walker: "Walker", number: int) -> bool:
    """Give the answer that is asked for, the ``number``-th of this seat. False if nothing is asked."""
    page = walker.page
    asked = page.locator(ASKED)
    if not asked.count():
        return False
    key = asked.first.get_attribute("data-key") or ""
    HANDS[page.locator("#table-page").get_attribute("data-game") or ""](walker, key.partition("/")[0], number)
    return True


def gonzaga(walker: "Walker", kind: str, number: int) -> None:
    """Two cards for a plan, a hex for a fief."""
    page = walker.page
    if kind == "plan":
        for name in ("region", "deed"):
            cards = page.locator(f"#panel .play-card:has(input[name={name}]:enabled)")
            cards.nth(number % cards.count()).click()
    elif page.locator(".hx.lit").count():
        page.locator(".hx.lit").first.click()
    sends(walker, page.locator(NEXT))


def principato(walker: "Walker", kind: str, number: int) -> None:
    """Two cards of one's own, and what is taken for them; or the first answer to a scoring."""
    page = walker.page
    if kind == "turn":
        for _action in range(2):
            acts(page, number, "tap")
            walker.looks()
        as_drafted = standing(walker), year(walker)
        sends(walker, page.locator(NEXT))
        # What a year brings at its end is not in a draft.
        if year(walker) == as_drafted[1] and standing(walker) != as_drafted[0]:
            walker.notes(f"a draft showed “{as_drafted[0]}”, and when it was sent it was “{standing(walker)}”")
        return
    if not page.locator("#panel .pchoice :checked").count():
        chooses(page, "tap")
    sends(walker, page.locator(NEXT))


def zena(walker: "Walker", kind: str, _number: int) -> None:
    """A figure, a card of the hand and a card in a place; or whatever else is asked."""
    player = Player(walker.page, touch, is_phone=walker.screen is PHONE, script=True)
    getattr(player, kind)()
    walker.looks()
    sends(walker, walker.page.locator('#panel form[action$="/act/"] .button:not(.quiet)'))


def sends(walker: "Walker", button: "Locator") -> None:
    """Press the button, and see that the answer has been taken."""
    with walker.page.expect_response(re.compile(r"/act/$")):
        button.first.click()
    walker.looks()


def standing(walker: "Walker") -> str:
    """Return the points and all else that the list of players says of the one who looks."""
    return " ".join(" ".join(walker.page.locator(f"{MINE} > :not(.clock)").all_text_contents()).split())


def year(walker: "Walker") -> str:
    """Return the number of the year, which the page says first of all numbers."""
    return re.findall(r"\d+", walker.page.locator("#table-facts").inner_text())[0]


HANDS: dict[str, Callable[["Walker", str, int], None]] = {"gonzaga": gonzaga, "principato": principato, "zena1814": zena}
