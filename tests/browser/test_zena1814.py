"""Zena 1814 in a real browser: placements, a window with a plan, two markers, and a beginner's turn."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines.contract import encode
from engines.zena1814.state import State
from tables.models import Seat, Table
from tables.selectors.play import state
from tables.services.play.advance import advance_table
from tests.axe import faults
from tests.principato.pages.walkthrough import deal_alike
from tests.rows import rewrite
from tests.site import factories
from tests.zena1814.positions import card, family, position

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
FIGURES = ("lord", "lady", "heir_1", "heir_2")
NAMES = ("Anna", "Ben", "Carla")
IDLE = "It is not your turn"


def begun(seats: int, mode: str) -> Table:
    people = [factories.person(name) for name in NAMES[:seats]]
    return factories.running_table(*people, game="zena1814", options={"mode": mode})


def table_at(true: State) -> Table:
    table = begun(len(true.hands), true.public.mode)
    rewrite(Table.objects.filter(pk=table.pk), state=encode(true).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table


def at_the_bank(seats: int) -> Table:
    """Return a table at which it is seat 0's turn, with a card for the Bank in hand.

    The other seats' figures are all at the Bank. A card of the last seat is at the Port.
    """
    others = [family("bank", coins=6)] * (seats - 1)
    rows = {"port": [card("po_coastal_trade", seats - 1)]}
    promoter = family("bank", hand=("bk_shares",), lady="port")
    return table_at(position(promoter, *others, seats=seats, rows=rows))


def seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("user", "table").order_by("index"))


def show(page: "Page", table: Table) -> "Page":
    page.goto(f"/t/{table.code}/")
    return page


def is_sound(page: "Page") -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def as_seen(page: "Page") -> list[str]:
    return [page.locator(part).inner_text() for part in ("#board", "#hand", "#log-lines", "#panel")]


def choose(page: "Page", *rows: int) -> None:
    for figure, row in zip(FIGURES, rows, strict=True):
        page.locator(".zp-place tbody tr").nth(row).locator(f'input[name="{figure}"]').check()


def send(page: "Page") -> None:
    """Assert that the choice is drafted but not sent, and then send it."""
    expect(page.locator(".draft-steps li")).to_have_count(1)
    page.get_by_role("button", name="Send", exact=True).click()


def raise_sheet(page: "Page") -> None:
    """Raise the sheet with the decision on a phone."""
    grip = page.locator("#sheet-grip")
    if grip.is_visible() and page.locator("#table-page").get_attribute("data-sheet") != "up":
        grip.click()


def open_drawer(page: "Page", words: str) -> None:
    raise_sheet(page)
    page.locator(".zp-act:not([open]) > summary", has_text=words).click()


def the_first_draw_asks_for_the_deck(page: "Page") -> None:
    """Choose the action deck for all draws. The family has not chosen a deck before."""
    expect(page.locator("#panel-title")).to_have_text("Your turn: draw a card")
    page.get_by_role("button", name="Always the action deck").click()
    expect(page.locator("#panel-title")).to_have_text(IDLE)


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_the_bonus_is_chosen_and_then_sent(sit, transactional_db, script):
    table = begun(2, "beginner")
    index = factories.waiting(table)[0].seat
    page = show(sit(seats_of(table)[index].user, java_script_enabled=script, **PHONE), table)
    raise_sheet(page)
    page.get_by_role("button", name="Take 1 coin").click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    assert factories.fresh(table).seq == 0
    page.get_by_role("button", name="Undo step").click()
    page.get_by_role("button", name="End turn without bonus").click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Send turn").click()
    expect(page.locator("#panel-title")).to_have_text(IDLE)
    assert factories.waiting(table)[0].seat != index


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_a_refused_placement_comes_back_as_it_was(sit, transactional_db, monkeypatch, script):
    deal_alike(monkeypatch, b"lanterna")
    table = begun(2, "expert")
    page = show(sit(seats_of(table)[0].user, java_script_enabled=script, **PHONE), table)
    choose(page, 1, 2, 3, 3)
    page.get_by_role("button", name="Seal placement").click()
    expect(page.locator("#panel [role=alert]")).to_contain_text("is not in your hand, or is already in use.")
    expect(page.locator(".zp-place input:checked")).to_have_count(4)


def test_two_place_side_by_side(sit, transactional_db, monkeypatch):
    """Two players place their markers, and each sees only that the other has placed, not where.

    The start player, who is drawn, plays the turn that they have queued.
    """
    deal_alike(monkeypatch, b"lanterna")
    table = begun(2, "expert")
    anna, ben = seats_of(table)
    desk, phone = (show(sit(anna.user), table), show(sit(ben.user, java_script_enabled=False, **PHONE), table))
    for page in (desk, phone):
        page.get_by_label("I start").check()
        page.get_by_role("button", name="Queue answer").click()
        expect(page.locator("#panel")).to_contain_text("Make ")
        choose(page, 0, 1, 2, 3)
        if page is desk:
            is_sound(page)
        page.get_by_role("button", name="Seal placement").click()
        expect(page.locator(".zp-place")).to_have_count(0)
    starter = state.seen(factories.fresh(table), None).public.start
    page = show((desk, phone)[starter], table)
    expect(page.locator("#panel-title")).to_have_text("Your turn: take your turn")
    expect(page.locator(".zn-phases .now")).to_have_text("Actions")


def test_a_window_is_answered_in_order_and_the_plan_is_played(sit, transactional_db):
    table = at_the_bank(3)
    anna, ben, carla = seats_of(table)
    desk, phone, plain = (
        show(sit(anna.user), table),
        sit(ben.user, **PHONE),
        sit(carla.user, java_script_enabled=False, **PHONE),
    )
    open_drawer(desk, "Offer a card")
    desk.get_by_role("button", name="1 marker for").first.click()
    expect(desk.locator(".draft-steps li")).to_have_count(1)
    is_sound(desk)
    desk.get_by_role("button", name="Add to my plan").first.click()
    expect(desk.locator(".draft-steps li").nth(1)).to_contain_text("after the others have decided")
    desk.locator('#panel form[action$="/act/"] button').first.click()
    expect(desk.locator("#panel-title")).to_have_text(IDLE)
    is_sound(desk)
    show(phone, table)
    is_sound(phone)
    before = as_seen(phone)
    show(plain, table)
    for choice in plain.locator('#panel .zp-choices select[name="action"]').all():
        choice.select_option(index=1)
    plain.get_by_role("button", name="Queue answer").click()
    expect(plain.locator("#panel")).to_contain_text("Your queued answer:")
    assert as_seen(show(phone, table)) == before
    phone.get_by_role("button", name="Do not join").click()
    send(phone)
    expect(phone.locator("#log-lines")).to_contain_text("Carla")
    the_first_draw_asks_for_the_deck(show(desk, table))
    expect(show(phone, table).locator("#panel-title")).to_have_text("Your turn: take your turn")
    public = state.seen(factories.fresh(table), None).public
    assert [laid.markers for laid in public.row("bank")] == [(0, 2, 0)]


def test_two_markers_at_once_in_a_game_of_two(sit, transactional_db):
    table = at_the_bank(2)
    anna, ben = seats_of(table)
    page = show(sit(anna.user, java_script_enabled=False, **PHONE), table)
    open_drawer(page, "Offer a card")
    page.get_by_role("button", name="1 marker for").first.click()
    page.get_by_role("button", name="Send, then see who joins").click()
    expect(page.locator("#panel-title")).to_have_text(IDLE)
    phone = show(sit(ben.user, **PHONE), table)
    is_sound(phone)
    phone.get_by_role("button", name="Two markers for").click()
    send(phone)
    expect(phone.locator("#panel-title")).to_have_text(IDLE)
    public = state.seen(factories.fresh(table), None).public
    assert [laid.markers for laid in public.row("bank")] == [(0, 1, 1)]


def test_a_beginner_moves_and_ends_the_turn_on_a_phone_without_scripts(sit, transactional_db):
    table = begun(2, "beginner")
    index = factories.waiting(table)[0].seat
    page = show(sit(seats_of(table)[index].user, java_script_enabled=False, **PHONE), table)
    open_drawer(page, "Move a figure")
    page.locator("button.zp-step").first.click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    page.get_by_role("button", name="Send turn").click()
    expect(page.locator("#panel-title")).to_have_text(IDLE)
    assert factories.waiting(table)[0].seat != index
