"""Boards of Principato and Zena 1814: nothing outside the board covers its touch targets. Gonzaga has its own tests."""

import pytest

from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENS = {
    "1280x800": {"viewport": {"width": 1280, "height": 800}},
    "390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
TARGETS = {"principato": "#board .pr-slot", "zena1814": "#board .zq h3 a"}

# The script lists targets whose centre, once scrolled into view, is covered by something outside the board.
COVERED = """(wanted) => [...document.querySelectorAll(wanted)].filter((each) => {
    each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !top?.closest("#board");
}).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("game", TARGETS)
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_lies_on_the_board(sit, transactional_db, game, screen):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game=game)
    page = sit(anna, **SCREENS[screen])
    page.goto(f"/t/{table.code}/")
    # On a phone, a decision about the hand opens the hand first.
    if (board := page.locator("#tabs").get_by_role("link", name="Board")).is_visible():
        board.click()
    assert page.locator(TARGETS[game]).count() >= 5
    assert page.evaluate(COVERED, TARGETS[game]) == []
