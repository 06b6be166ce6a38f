"""Play by touch on a table's page: functions that make decisions on the board or in the panel, and send them."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.play.test_whole_game_zena1814 import Player, touch
from tests.browser.play.test_whole_games import chooses
from tests.journeys.walker import NEXT, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.journeys.walker import Walker

# Maximum number of decisions, more than a seat makes in any game.
MOST = 150
# Decisions that could be made in advance are left open until they are due.
ASKED = '#panel .slot:not(.optional):not(:has([name="do"][value="file"]))'
WORTH = re.compile(r"\d (points?|Punkte?|punt[io])")
POINTS = ":is(.zf-points, .points)"


def answers(walker: "Walker", number: int) -> bool:
    """Make and send the decision that is due, and return True. Return False if none is due. ``number`` varies the choice."""
    page = walker.page
    asked = page.locator(ASKED)
    if not asked.count():
        return False
    key = asked.first.get_attribute("data-key") or ""
    HANDS[page.locator("#table-page").get_attribute("data-game") or ""](walker, key.partition("/")[0], number)
    return True


def gonzaga(walker: "Walker", kind: str, number: int) -> None:
    """Choose two cards for a plan, or a hex for a fief, and send the decision."""
    page = walker.page
    if kind == "plan":
        for name in ("region", "deed"):
            cards = page.locator(f"#panel .play-card:has(input[name={name}]:enabled)")
            cards.nth(number % cards.count()).click()
    elif page.locator(".hx.lit").count():
        page.locator(".hx.lit").first.click()
    sends(walker, page.locator(NEXT))


def principato(walker: "Walker", kind: str, number: int) -> None:
    """Play two own cards with the cards taken for them, or keep or choose an answer to a scoring, and send the decision."""
    page = walker.page
    if kind == "turn":
        for _action in range(2):
            plays_a_card(walker, number)
            walker.looks()
        sends_as_drafted(walker, page.locator(NEXT))
        return
    if not page.locator("#panel .pchoice :checked").count():
        chooses(page, "tap")
    sends(walker, page.locator(NEXT))


def plays_a_card(walker: "Walker", number: int) -> None:
    """Draft one action with a card that scores points, if there is one.

    If the action must take a card, that card is chosen the same way.
    """
    page = walker.page
    steps = page.locator(".draft-steps li").count()
    usable = page.locator("[data-pr-card]:has(.pcard:not(.dead))")
    card = best(usable if usable.count() else page.locator("[data-pr-card]"), 0)
    card.tap()
    if page.locator("#panel details.picked").count() and not page.locator('#panel .picked [name="take"]').count():
        card.tap()
    else:
        best(page.locator(".pr-slot.takeable .pr-touch"), number).tap()
    expect(page.locator(".draft-steps li")).to_have_count(steps + 1)


def best(cards: "Locator", number: int) -> "Locator":
    """Return the first card that mentions points, or else the ``number``-th card."""
    worth = cards.filter(has_text=WORTH)
    return worth.first if worth.count() else cards.nth(number % cards.count())


def zena(walker: "Walker", kind: str, _number: int) -> None:
    """Play a figure, a card of the hand and a card in an area, or make any other decision, and send it."""
    player = Player(walker.page, touch, is_phone=walker.screen is PHONE, script=True)
    getattr(player, kind)()
    walker.looks()
    sends(walker, walker.page.locator('#panel form[action$="/act/"] .button:not(.quiet)'))


def sends(walker: "Walker", button: "Locator") -> None:
    """Press the button, and wait for the site's response."""
    with walker.page.expect_response(re.compile(r"/act/$")):
        button.first.click()
    walker.looks()


def sends_as_drafted(walker: "Walker", button: "Locator") -> None:
    """Send a draft, and note a fault if it changes the points that it showed.

    The check is skipped if a scoring, a new round or a bot follows immediately.
    """
    drafted, before, last = points(walker), phase(walker), moves(walker) + walker.page.locator(".draft-steps li").count()
    sends(walker, button)
    # The button itself may add the last step, which ends the turn.
    if phase(walker) == before and moves(walker) <= last + 1 and points(walker) != drafted:
        walker.notes(f"a draft showed “{drafted}”, and when it was sent it was “{points(walker)}”")


def points(walker: "Walker") -> str:
    """Return the viewer's points as shown in the list of players."""
    return walker.page.locator(f"#seats li:has(.seat.me) {POINTS}").first.text_content() or ""


def moves(walker: "Walker") -> int:
    """Return the number of the newest move in the log."""
    anchors = walker.page.locator("#log-lines li").evaluate_all("lines => lines.map((line) => line.id)")
    return max([0, *(int(number) for anchor in anchors for number in re.findall(r"\d+$", anchor))])


def phase(walker: "Walker") -> tuple[str, int, int]:
    """Return the year or round, the number of military scorings begun, and whether the game is over."""
    page = walker.page
    numbers = re.findall(r"\d+", page.locator("#table-facts").text_content() or "")
    begun = page.locator("#board .pr-seals .seal:is(.dull, .gold)").count()
    return (numbers or [""])[0], begun, page.locator("#over .podium").count()


HANDS: dict[str, Callable[["Walker", str, int], None]] = {"gonzaga": gonzaga, "principato": principato, "zena1814": zena}
