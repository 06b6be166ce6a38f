"""Game-over page of each game at each width: headline in view, board drawn, bars in proportion to the points."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from engines import registry
from engines.contract import encode
from tables.models import Seat, Table
from tables.selectors import coding
from tables.selectors.play import state
from tests.browser.one_look import DESK, PHONE
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENS = {
    "desk": DESK,
    "phone": PHONE,
    "narrow": {"viewport": {"width": 320, "height": 640}},
    "between": {"viewport": {"width": 1100, "height": 720}},
}
# At this height the page of a running game shows all parts below each other, and it scrolls.
LOW = {"viewport": {"width": 1100, "height": 440}}
SEND = (
    """([address, values]) => htmx.ajax("POST", address, { source: "#panel", target: "#panel", swap: "outerHTML", values })"""
)

# The script lists shown drawings that have no area, or no area inside the element that clips them.
NOT_DRAWN = """() => [...document.querySelectorAll("main svg")].filter((each) => {
    if (!each.checkVisibility() || each.closest("[aria-hidden=true]")) return false;
    if (!each.querySelector("path, rect, use, circle")) return false;
    let { left, top, right, bottom } = each.getBoundingClientRect();
    // Kept for screen readers alone.
    for (let around = each; around; around = around.parentElement) {
        if (getComputedStyle(around).clipPath !== "none") return false;
    }
    for (let around = each.parentElement; around; around = around.parentElement) {
        if (!["hidden", "clip"].includes(getComputedStyle(around).overflow)) continue;
        const frame = around.getBoundingClientRect();
        [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
        [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
    return right - left < 8 || bottom - top < 8;
}).map((each) => each.outerHTML.slice(0, 90))"""
# The script returns the width and height of the board's largest drawing in pixels, or null for a game without drawings.
BOARD = """() => [...document.querySelectorAll("#board svg")].map((each) => each.getBoundingClientRect())
    .map(({ width, height }) => [width, height]).sort((one, other) => other[0] * other[1] - one[0] * one[1])[0] ?? null"""
# The script gives the length of each bar with the points next to it.
BARS = """() => [...document.querySelectorAll("#over .points-bar")].map((bar) => [
    Number(bar.closest("td").textContent), bar.querySelector("rect").getBoundingClientRect().width])"""


def played_out(game: str) -> tuple[Table, "User"]:
    """Play a game for two to its end. Return the table and its first player."""
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.play_to_end(factories.running_table(*people, game=game, rated=False), most=2000)
    assert table.status == Table.Status.ENDED
    return table, people[0]


def is_whole(page: "Page") -> None:
    """Assert that the headline is in view, the board has an area, and the length of each bar is in proportion to its points."""
    expect(page.locator("#over-title")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => scrollY") == 0
    assert page.evaluate(NOT_DRAWN) == []
    if (box := page.evaluate(BOARD)) is not None:
        wide = page.viewport_size["width"]
        assert box[0] > wide / 10, box
        assert box[1] > 80, box
    bars = page.evaluate(BARS)
    most, longest = max(bars, default=(0, 0))
    assert not most or longest > 20, bars
    assert all(abs(length - longest * max(points, 0) / most) < 1.1 for points, length in bars if most), bars


@pytest.mark.parametrize("game", registry.PLAYABLE + registry.SPECIMENS)
def test_on_arrival(sit, transactional_db, game):
    table, me = played_out(game)
    for screen in SCREENS.values():
        page = sit(me, **screen)
        page.goto(f"/t/{table.code}/")
        is_whole(page)


def at_its_last_move(game: str) -> tuple[Table, Seat, dict[str, Any]]:
    """Return a game for two before its last move, the seat that makes it and the fields that its page sends."""
    engine = registry.engine(game)
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game=game, rated=False)
    while asked := factories.waiting(table):
        seat = table.seats.select_related("user", "table").get(index=asked[0].seat)
        action = engine.bot(state.seen(table, seat), asked[0])
        after = engine.apply(coding.state(game, table.state), asked[0].seat, action)
        if engine.outcome(after.state.public) is not None:
            fields = {"key": asked[0].key, "own_ply": seat.plies, "token": "last-move-token", "action": encode(action).decode()}
            return table, seat, fields
        factories.send(seat, action, key=asked[0].key)
    raise AssertionError("nobody made the last move")


@pytest.mark.parametrize(("game", "screen"), [*((game, DESK) for game in registry.PLAYABLE), ("specimen", LOW)])
def test_after_the_last_move(sit, transactional_db, game, screen):
    """After the last move, the page scrolls to the headline, however far down it was."""
    table, seat, fields = at_its_last_move(game)
    page = sit(seat.user, **screen)
    page.goto(f"/t/{table.code}/")
    page.evaluate("() => scrollTo(0, 9999)")
    page.evaluate(SEND, [f"/t/{table.code}/act/", fields])
    expect(page.locator("#over-title")).to_be_focused()
    is_whole(page)
