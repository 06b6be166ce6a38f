"""Town of Zena 1814 in a real browser: an area leads to its cards, a touch chooses a card, and nothing is too wide."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines.zena1814 import ENGINE
from engines.zena1814.actions import Influence, OfferCard
from engines.zena1814.loader import content
from engines.zena1814.state import Public
from tables.models import Seat, Table
from tables.selectors.play import state
from tests.axe import faults
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


def beginners(*names: str) -> Table:
    people = [factories.person(name) for name in names]
    return factories.running_table(*people, game="zena1814", options={"mode": "beginner"})


def until_a_card_can_be_influenced(table: Table) -> tuple[Seat, int]:
    """Make all players offer cards until one can be influenced. Return the seat whose turn it is and the card's number.

    The card is permanent, since the round may end before the card is used.
    """
    for now in factories.moments():
        pending = factories.waiting(table)[0]
        seat = table.seats.select_related("user", "table").get(index=pending.seat)
        seen = state.seen(factories.fresh(table), seat)
        legal = list(ENGINE.legal(seen, pending))
        if joins := [each.laid for each in legal if isinstance(each, Influence) and _stays(seen.public, each.laid)]:
            return seat, joins[0]
        offers = [each for each in legal if isinstance(each, OfferCard)]
        action = offers[0] if offers else ENGINE.fallback(seen, pending)
        factories.send(seat, action, key=pending.key, now=now)
    raise AssertionError


def _stays(public: Public, number: int) -> bool:
    _area, laid = public.laid(number)
    return content(public.version).action(laid.card).kind == "permanent"


def is_sound(page: "Page") -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk by day", "phone by lamplight"])
def test_a_place_leads_to_its_cards_by_keyboard(sit, transactional_db, screen):
    table = beginners("Anna", "Ben")
    page = sit(table.seats.first().user, **screen)
    page.goto(f"/t/{table.code}/")
    bank = page.locator('.zq a[href="#area-bank"]')
    expect(bank).to_be_visible()
    bank.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#area-bank")).to_be_in_viewport()
    is_sound(page)


def test_the_scenery_follows_the_lamp(sit, transactional_db):
    table = beginners("Anna", "Ben")
    for scheme, image in (("light", "panorama-day"), ("dark", "panorama-night")):
        page = sit(table.seats.first().user, color_scheme=scheme)
        page.goto(f"/t/{table.code}/")
        drawn = page.locator(".zq-scene").first.evaluate("element => getComputedStyle(element).backgroundImage")
        assert image in drawn


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_a_card_in_a_place_is_influenced_by_touching_it(sit, transactional_db, script):
    table = beginners("Anna", "Ben")
    seat, number = until_a_card_can_be_influenced(table)
    page = sit(seat.user, java_script_enabled=script, **DESK)
    page.goto(f"/t/{table.code}/")
    page.locator(f"#laid-{number} > .zt-go").click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    expect(page.locator(f"#laid-{number}.fresh, #laid-{number} li.fresh")).not_to_have_count(0)
    if script:
        is_sound(page)
