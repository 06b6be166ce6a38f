"""Journeys of strangers who learn and practise: from the front page to the end of a game and through its record."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines.guide import guide
from engines.principato.actions import EndTurn
from tests.browser.play.test_guides import BUBBLE, HANDS
from tests.journeys.hands import sends_as_drafted
from tests.journeys.reading import reads
from tests.journeys.walker import DESK, NEXT, PHONE

if TYPE_CHECKING:
    from tests.journeys.conftest import Arrive
    from tests.journeys.walker import Walker

# Maximum number of decisions, more than a seat has in any game.
MOST = 150
HINT, OVER = '#panel a[href*="/hint/"]', "#over .podium"
TAKES_BACK = '#panel form[action$="/undo/"] button'


def follows(walker: "Walker", slug: str) -> None:
    """Go through all steps of a guide."""
    page, stations = walker.page, guide(slug).stations
    for number, station in enumerate(stations, start=1):
        expect(page.locator(BUBBLE)).to_have_attribute("data-station", str(number))
        walker.looks()
        if not station.key:
            walker.presses("#guide form button")
            continue
        for action in station.example:
            HANDS[slug](page, action)
            walker.looks()
        if station.example[-1] != EndTurn() and page.locator(".draft-steps li").count():
            sends_as_drafted(walker, page.locator(NEXT).last)
    expect(page.locator(BUBBLE)).to_have_count(0)


def takes_back(walker: "Walker") -> None:
    """Take the last decision back. If the page then has no panel, note a fault and return to the table."""
    before = walker.page.url
    walker.presses(TAKES_BACK)
    if walker.page.locator("#panel").count() == 0:
        walker.notes(f"a decision cannot be taken back: {walker.page.locator('main').inner_text()}")
        walker.goes(before)


def plays_on(walker: "Walker", other: dict[str, object]) -> None:
    """Follow the hints until the game is over. Look at the page on another screen at every twelfth decision."""
    page = walker.page
    for number in range(MOST):
        # Some bots answer only a moment after the page is loaded.
        page.locator(f"{HINT}, {OVER}").first.wait_for(state="attached", timeout=60_000)
        if page.locator(OVER).count():
            break
        if number % 12 == 0:
            with walker.at_width_of(other):
                pass
        walker.presses(HINT)
        walker.presses("#hint form button")
    expect(page.locator(OVER).first).to_be_attached()


@pytest.mark.parametrize(
    ("game", "screen", "other"), [("gonzaga", DESK, PHONE), ("principato", PHONE, DESK), ("zena1814", PHONE, DESK)]
)
def test_a_stranger_learns_by_a_guide_and_plays_on(
    arrive: "Arrive", game: str, screen: dict[str, object], other: dict[str, object]
) -> None:
    walker = arrive(screen)
    walker.goes("/")
    walker.presses(f'main a[href="/rules/{game}/"]')
    walker.presses(f'form[action="/guide/{game}/"] button')
    follows(walker, game)
    takes_back(walker)
    plays_on(walker, other)
    reads(walker)


@pytest.mark.parametrize(
    ("game", "screen", "other"), [("gonzaga", PHONE, DESK), ("principato", DESK, PHONE), ("zena1814", DESK, PHONE)]
)
def test_a_stranger_plays_at_once(arrive: "Arrive", game: str, screen: dict[str, object], other: dict[str, object]) -> None:
    walker = arrive(screen)
    walker.goes("/")
    walker.presses(f'form[action="/practice/{game}/"] button')
    expect(walker.page).to_have_url(re.compile("/t/"))
    walker.presses(HINT)
    walker.presses("#hint form button")
    takes_back(walker)
    plays_on(walker, other)
    reads(walker)
