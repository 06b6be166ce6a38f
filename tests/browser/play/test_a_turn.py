"""A turn of each game in a browser, by touch, at both widths.

These turns are part of ``make test``. ``make thorough`` plays whole games, also by keyboard and without scripts.
"""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.one_look import DESK, PHONE
from tests.browser.play import test_whole_game_zena1814 as zena
from tests.browser.play.test_whole_games import SENDS, acts, at_my_turn, begun, sends
from tests.principato.pages.walkthrough import deal_alike

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.walk, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def screen(request, monkeypatch):
    deal_alike(monkeypatch, b"one turn")
    return request.param


def is_sent(page: "Page") -> None:
    """Assert that the page shows the result of the turn and asks for no other decision."""
    expect(page.locator(".htmx-request, .htmx-settling")).to_have_count(0)
    expect(page.locator(SENDS)).to_have_count(0)


def test_gonzaga(sit, transactional_db, screen):
    table, me = begun("gonzaga")
    page = sit(me, **screen)
    assert at_my_turn(page, table, me)
    for name in ("region", "deed"):
        page.locator(f".play-card:has(input[name={name}]:enabled)").first.click()
    sends(page, table, page.locator(SENDS), "click")
    assert at_my_turn(page, table, me)
    if (lit := page.locator(".hx.lit")).count():
        lit.first.click()
    sends(page, table, page.locator(SENDS), "click")
    expect(page.locator("#log-lines li").first).to_be_attached()


def test_principato(sit, transactional_db, screen):
    table, me = begun("principato")
    page = sit(me, **screen)
    assert at_my_turn(page, table, me)
    for _action in range(2):
        acts(page, 0, "click")
    sends(page, table, page.locator(SENDS), "click")
    is_sent(page)


def test_zena(sit, transactional_db, screen):
    table, seat = zena.begun("beginner")
    page = sit(seat.user, **screen)
    player = zena.Player(page, zena.touch, is_phone=screen is PHONE, script=True)
    assert zena.play(player, table, rounds=1) >= {"turn"}
    assert zena.factories.fresh(table).round == 2
