"""Boards of games without a layout of their own: wholly in view whatever their shape, with choices by touch."""

import pytest
from playwright.sync_api import expect

from engines.contract import encode
from tests.browser.one_look import DESK, PHONE, in_one_look
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAMES = ("pebbles", "reversi")
BOARD = {"pebbles": "#board table", "reversi": "#board svg"}
# The script gives width and height of a drawing that fills its viewBox.
DRAWN = """(each) => {
    const { a, d } = each.getScreenCTM();
    const { width, height } = each.viewBox.baseVal;
    return [a * width, d * height];
}"""
SHAPES = {"wide": (600, 40), "square": (320, 320), "high": (60, 600)}


@pytest.fixture
def table(transactional_db, request):
    people = [factories.person(name) for name in ("Anna", "Ben")]
    return factories.running_table(*people, game=request.getfixturevalue("game"), rated=False)


def asked(table):
    """Return the seat of the open decision, with its user, and the legal actions."""
    [waiting] = factories.waiting(table)
    seat = table.seats.select_related("user").get(index=waiting.seat)
    return seat, factories.legal(seat, waiting)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_whole_and_what_is_touched_there_is_chosen_and_sent(sit, table, game, screen):
    seat, legal = asked(table)
    page = sit(seat.user, **screen)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, BOARD[game], touched="has_touch" in screen)
    places = page.locator("#board .takeable")
    expect(places).to_have_count(len(legal))
    box = places.first.bounding_box()
    assert min(box["width"], box["height"]) >= 24, box
    (places.first.tap if screen.get("has_touch") else places.first.click)()
    send = page.locator("#panel .send-bar button:not(.quiet)")
    expect(send).to_be_in_viewport(ratio=1)
    expect(places).to_have_count(0)
    in_one_look(page, BOARD[game])
    send.click()
    expect(page.locator("#panel .slot .send-bar")).to_have_count(0)
    move = table.moves.latest("seq")
    assert move.seat_id == seat.pk
    assert move.action in {encode(action).decode() for action in legal}


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_drawing_of_any_shape_is_whole(sit, transactional_db, shape, screen):
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="reversi", rated=False)
    page = sit(asked(table)[0].user, **screen)
    page.goto(f"/t/{table.code}/")
    drawing, (width, height) = page.locator("#board svg"), SHAPES[shape]
    whole = drawing.get_attribute("viewBox")
    drawing.evaluate("(each, box) => each.setAttribute('viewBox', box)", f"0 0 {width} {height}")
    in_one_look(page, "#board svg")
    drawn, area = drawing.evaluate(DRAWN), page.locator("#board").bounding_box()
    assert drawn[0] / drawn[1] == pytest.approx(width / height, rel=0.01)
    assert drawn[0] > area["width"] * 0.9 or drawn[1] > area["height"] * 0.6, (drawn, area)
    drawing.evaluate("(each, box) => each.setAttribute('viewBox', box)", whole)
