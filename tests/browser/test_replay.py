"""Replay with the effect of a step in view on the board, on a desktop and a phone. It can play, jump and be printed."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Move, Table
from tables.services.play import ending
from tests.axe import faults
from tests.site import archiving, factories, keeping

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["1280x800", "390x844"])
# Selector of each game's whole board, and number of moves to play. Zena needs enough moves for dice to be rolled.
BOARDS = {"gonzaga": (".map-view .gz", 40), "principato": (":is(.pr-slot, .pr-scene)", 60), "zena1814": (".zn-town", 110)}

# The script lists elements that are covered, or that are not wholly inside the window and their part of the stage.
HIDDEN = """(wanted) => [...document.querySelectorAll(wanted)].filter((each) => {
    const box = each.getBoundingClientRect();
    const stage = each.closest(".stage-board, .stage-said, .stage-controls").getBoundingClientRect();
    const across = box.left >= stage.left - 1 && box.right <= stage.right + 1;
    const inside = across && box.top >= stage.top - 1 && box.bottom <= stage.bottom + 1;
    const shown = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const clear = top && (each.contains(top) || top.contains(each) || top.closest(".stage-board"));
    return !(inside && shown && clear);
}).map((each) => each.outerHTML.slice(0, 90))"""

# The script returns true if the middle of a piece that the step changed is in the visible part of the board, or if the step
# changed no piece.
SEES_NEWS = """() => {
    const frame = document.querySelector(".stage-board").getBoundingClientRect();
    const fresh = [...document.querySelectorAll(".stage-board :is(.fresh, .pr-fresh, use[href='#zn-new'])")]
        .filter((each) => each.getClientRects().length);
    return fresh.length === 0 || fresh.some((each) => {
        const box = each.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        if (x < frame.left || x > frame.right || y < frame.top || y > Math.min(frame.bottom, innerHeight)) return false;
        const top = document.elementFromPoint(x, y);
        return Boolean(top?.closest(".stage-board"));
    });
}"""


@keeping.kept
def played(game: str, seats: int) -> Table:
    """Play some moves of a game, end it by agreement and return its archived table."""
    people = [factories.person(name) for name in ("Elena", "Franco", "Maximiliana von Habsburg", "Gino")[:seats]]
    table = archiving.witnessed(people, game=game, most=BOARDS[game][1]).table
    for user in people:
        ending.agree_to_end(table_id=table.pk, user=user, now=factories.NOW)
    return archiving.archived(factories.fresh(table))


def hidden(page: "Page", wanted: str) -> list[str]:
    found: list[str] = page.evaluate(HIDDEN, wanted)
    return found


def at_step(page: "Page", step: int, table: Table) -> None:
    # Under load, a replay is slower than its set speed.
    expect(page.locator("#step-words")).to_have_text(f"Step {step} of {table.seq}", timeout=20_000)


@SCREENS
@pytest.mark.parametrize(("game", "seats"), [("gonzaga", 3), ("principato", 2), ("principato", 4), ("zena1814", 3)])
def test_what_a_step_did_is_in_view_together_with_its_board(sit, transactional_db, game, seats, screen):
    table = played(game, seats)
    page = sit(**screen)
    is_desk = screen is DESK
    for step in range(0, table.seq + 1, 11):
        page.goto(f"/archive/{table.code}/{step}/")
        page.evaluate("document.fonts.ready")
        assert page.evaluate("scrollY") == 0
        sentences = ".happened li" if is_desk else ".happened li:first-child"
        assert hidden(page, f"#step-words, {sentences}, .replay-steps .button, #replay-speed, #step") == [], step
        if is_desk or game == "zena1814":
            assert hidden(page, f".stage-board {BOARDS[game][0]}") == [], step
        page.wait_for_function(SEES_NEWS)
    small = """() => [...document.querySelectorAll(".stage-controls :is(a, button, select, input)")]
        .map((each) => each.getBoundingClientRect()).filter((box) => box.width < 44 || box.height < 44).length"""
    assert page.evaluate(small) == 0


def test_on_a_phone_the_map_follows_from_step_to_step(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(**PHONE)
    page.goto(f"/archive/{table.code}/4/")
    for step in range(5, 20):
        page.get_by_role("link", name="Next step").tap()
        at_step(page, step, table)
        page.wait_for_function(SEES_NEWS)


def test_the_recap_comes_up_where_the_board_changed(sit, transactional_db):
    people = [factories.person(name) for name in ("Elena", "Franco", "Gino")]
    table = archiving.witnessed(people, game="gonzaga", most=12).table
    seat = table.seats.select_related("user").order_by("seen_seq").first()
    page = sit(seat.user, **PHONE)
    page.goto(f"/t/{table.code}/recap/?step=1")
    sees = SEES_NEWS.replace(".stage-board", "[data-stage-board]")
    for step in range(1, page.locator(".replay-log .log-step").count() + 1):
        page.goto(f"/t/{table.code}/recap/?step={step}")
        page.locator("[data-stage-board]").scroll_into_view_if_needed()
        page.locator(".map-view").evaluate("(each) => each.scrollIntoView({ block: 'center' })")
        page.wait_for_function(sees)


@SCREENS
def test_zena_shows_the_dice_the_cards_and_the_coins_of_a_step(sit, transactional_db, screen):
    table = played("zena1814", 3)
    page = sit(**screen)
    for event, shown in (("DieRolled", ".zn-rolls"), ("MarkerPlaced", ".zn-news")):
        step = next(move.seq for move in Move.objects.filter(table=table).order_by("seq") if event in move.events)
        page.goto(f"/archive/{table.code}/{step}/")
        expect(page.locator(f"#happened {shown}").first).to_be_in_viewport(ratio=0.5)
        expect(page.locator("#happened .stage-tallies .change").first).to_be_visible()


def test_it_plays_by_itself_and_stops_at_the_end(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(**DESK)
    page.goto(f"/archive/{table.code}/")
    page.goto(f"/archive/{table.code}/{table.seq - 6}/")
    page.get_by_label("Replay speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    at_step(page, table.seq - 2, table)
    expect(page.locator("#replay-play")).to_be_focused()
    expect(page.get_by_label("Replay speed")).to_have_value("fast")
    at_step(page, table.seq, table)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/{table.seq}/$"))
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/archive/{table.code}/$"))


def test_playing_at_the_end_begins_with_the_start_and_any_step_by_hand_stops_it(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(**DESK)
    page.goto(f"/archive/{table.code}/{table.seq}/")
    page.get_by_label("Replay speed").select_option("fast")
    page.locator("body").press(" ")
    at_step(page, 0, table)
    at_step(page, 1, table)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    at_step(page, 0, table)
    page.wait_for_timeout(1500)
    at_step(page, 0, table)
    page.locator("body").press(" ")
    at_step(page, 2, table)
    page.locator("body").press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_moments_are_stops(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(**DESK)
    page.goto(f"/archive/{table.code}/0/")
    moments = [int(each) for each in page.locator(".moments .moment-step").all_inner_texts()]
    for step in dict.fromkeys(moments):
        page.get_by_role("link", name="Next moment").click()
        at_step(page, step, table)
    page.keyboard.press(",")
    at_step(page, [step for step in moments if step < moments[-1]][-1], table)


def test_a_turning_point_opens_the_replay_at_its_step(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(**DESK)
    page.goto(f"/archive/{table.code}/")
    stop = page.locator(".stops a").first
    step = int(stop.get_attribute("href").split("/")[-2])
    stop.click()
    at_step(page, step, table)
    expect(page.locator("#step-words")).to_be_in_viewport()


def test_without_scripts_nothing_promises_to_play(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(java_script_enabled=False, **DESK)
    page.goto(f"/archive/{table.code}/3/")
    expect(page.locator("#replay-play")).to_be_hidden()
    expect(page.locator("#replay-speed")).to_be_hidden()
    page.get_by_role("link", name="Next moment").click()
    expect(page.locator("#step-words")).not_to_have_text(f"Step 3 of {table.seq}")


def test_it_prints_as_a_record(sit, transactional_db):
    table = played("gonzaga", 3)
    page = sit(**DESK)
    page.goto(f"/archive/{table.code}/")
    page.emulate_media(media="print")
    expect(page.locator(".button:visible, button:visible, input:visible, select:visible")).to_have_count(0)
    expect(page.locator("#over-title")).to_be_visible()
    expect(page.locator(".map-view .gz")).to_be_visible()
    log = page.locator(".replay-log")
    assert log.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
    assert page.locator(".replay-log a.log-step").count() == table.seq + 1


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize(("screen", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
def test_it_is_sound(sit, transactional_db, game, screen, scheme):
    table = played(game, 3 if game != "principato" else 4)
    page = sit(color_scheme=scheme, **screen)
    for address in (f"/archive/{table.code}/", f"/archive/{table.code}/{table.seq // 2}/", f"/t/{table.code}/"):
        page.goto(address)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def test_the_end_comes_to_an_open_page_by_itself(sit, transactional_db):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game="gonzaga")
    page = sit(anna, **DESK)
    page.goto(table.get_absolute_url())
    expect(page.locator("#over")).to_be_hidden()
    ending.concede(table_id=table.pk, user=ben, now=factories.NOW)
    expect(page.locator("#over-title")).to_have_text(f"{anna} wins", timeout=30_000)
    expect(page.locator("#panel-title")).to_have_text("The game is over")
