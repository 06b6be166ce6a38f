"""Principato in a real browser: two players, touched cards, the keyboard alone, a phone without scripts."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines.contract import When
from tables.models import Seat, Table
from tables.selectors.play import state
from tests.axe import faults
from tests.principato.pages.walkthrough import deal_alike, until
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


@pytest.fixture
def table(transactional_db, monkeypatch) -> Table:
    """Return a running game for two with the same deal in every run."""
    deal_alike(monkeypatch, b"lombards")
    return factories.running_table(*[factories.person(name) for name in ("Anna", "Ben")], game="principato")


def at_turn(table: Table) -> Seat:
    return table.seats.select_related("user", "table").get(index=factories.waiting(table)[0].seat)


def cards(table: Table, seat: Seat) -> tuple[str, str]:
    found: tuple[str, str] = state.seen(factories.fresh(table), None).public.realms[seat.index].cards
    return found


def is_sound(page: "Page") -> None:
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def own(page: "Page", number: int) -> "Locator":
    """Return an own card on the board."""
    return page.locator(f'#board [data-pr-card="{number}"]')


def shown(page: "Page", number: int) -> "Locator":
    """Return a card of the display."""
    return page.locator("#board .pr-slot").nth(number).locator(".pr-touch")


def end_early(page: "Page") -> None:
    """Draft the end of the turn, which sends nothing, and then send the turn."""
    steps = page.locator(".draft-steps li").count()
    page.get_by_role("button", name="End the turn with one action").click()
    expect(page.locator(".draft-steps li")).to_have_count(steps + 1)
    page.get_by_role("button", name="Send turn").click()


def tab_to(page: "Page", target: "Locator") -> None:
    handle = target.element_handle()
    for _step in range(90):
        if page.evaluate("element => element === document.activeElement", handle):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never gets there")


def test_a_card_touched_on_the_board_is_the_one_taken(sit, table):
    """Touching an own card and then a card of the display makes an action, which is marked on both cards."""
    seat = at_turn(table)
    page = sit(seat.user)
    page.goto(f"/t/{table.code}/")
    own(page, 0).click()
    expect(page.locator("#board .pr-slot").nth(2)).to_have_class(re.compile("takeable"))
    is_sound(page)
    wanted = state.seen(table, None).public.display[2]
    shown(page, 2).click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    expect(page.locator("#panel")).to_contain_text("not sent yet")
    expect(page.locator("#board .pr-slot").nth(2)).to_have_attribute("data-step", "1")
    expect(own(page, 0)).to_have_attribute("data-step", "1")
    is_sound(page)
    end_early(page)
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    expect(page.locator("#board [data-step]")).to_have_count(0)
    assert cards(table, seat)[0] == wanted


RIM = """button => {
    const style = getComputedStyle(button.querySelector(".pcard"));
    return [style.outlineStyle, style.outlineColor];
}"""


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_card_chosen_is_marked(sit, table, screen):
    """The chosen card is marked on the card itself and in the panel.

    Only one card is chosen. A second touch deselects it if it needs a card in exchange.
    """
    page = sit(at_turn(table).user, **screen)
    page.goto(f"/t/{table.code}/")
    dotted = own(page, 0).evaluate(RIM)
    assert dotted[0] == own(page, 1).evaluate(RIM)[0] == "dotted"
    for number in (0, 1):
        own(page, number).click()
        page.mouse.move(1, 1)
        for card in (0, 1):
            expect(own(page, card)).to_have_attribute("aria-pressed", str(card == number).lower())
            expect(page.locator(f'#panel [data-pr-act="{card}"]')).to_be_visible(visible=card == number)
        assert own(page, number).evaluate(RIM)[0] == "solid"
        assert own(page, 1 - number).evaluate(RIM) == dotted
    own(page, 0).click()
    own(page, 0).click()
    expect(own(page, 0)).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#panel .pasked")).to_be_visible()


def test_two_cards_are_exchanged_by_four_touches(sit, table):
    """Two exchanges take four touches: a card of the display first, then the own card given for it.

    A second touch deselects the display card, and a reload keeps it.
    """
    seat = at_turn(table)
    page = sit(seat.user, **PHONE)
    page.goto(f"/t/{table.code}/")
    wanted = state.seen(table, None).public.display
    shown(page, 1).tap()
    expect(page.locator("#panel")).to_contain_text("Now choose the card to give in exchange.")
    expect(page.locator("#board .pr-slot").nth(1)).to_have_class(re.compile("taken"))
    shown(page, 1).tap()
    expect(page.locator("#board .taken")).to_have_count(0)
    shown(page, 1).tap()
    page.reload()
    expect(page.locator("#board .pr-slot").nth(1)).to_have_class(re.compile("taken"))
    own(page, 0).tap()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    expect(page.locator("#board .taken")).to_have_count(0)
    shown(page, 2).tap()
    own(page, 1).tap()
    expect(page.locator(".draft-steps li")).to_have_count(2)
    page.get_by_role("button", name="Send turn").tap()
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    assert cards(table, seat) == (wanted[1], wanted[2])


def test_a_half_made_choice_survives_a_reload(sit, table):
    """A half-made choice survives a reload.

    The card needs another card in exchange, so a second touch deselects it. That touch sends no request, so a reload cannot
    overtake one.
    """
    page = sit(at_turn(table).user)
    page.goto(f"/t/{table.code}/")
    own(page, 0).click()
    page.reload()
    expect(own(page, 0)).to_have_attribute("aria-pressed", "true")
    own(page, 0).click()
    expect(own(page, 0)).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(own(page, 0)).to_have_attribute("aria-pressed", "false")


def test_the_next_turn_is_prepared_while_others_play(sit, table):
    """A player can prepare the next turn while others play.

    The board offers only cards that will still be there. The leftmost card will be gone by then.
    """
    waiting = table.seats.select_related("user").exclude(pk=at_turn(table).pk).get()
    page = sit(waiting.user)
    page.goto(f"/t/{table.code}/")
    expect(own(page, 0)).to_be_disabled()
    page.get_by_text("Plan my next turn").click()
    own(page, 0).click()
    page.get_by_role("button", name="Only exchange").click()
    expect(shown(page, 2)).to_be_enabled()
    expect(shown(page, 0)).to_be_disabled()
    wanted = state.seen(table, None).public.display[2]
    shown(page, 2).click()
    expect(page.locator(".draft-steps li")).to_have_attribute(
        "data-pr-step", re.compile(f'"ExchangeCard".*"take":1,"named":"{wanted}"')
    )
    is_sound(page)
    page.get_by_role("button", name="Queue turn with one action").click()
    page.get_by_role("button", name="Queue this turn").click()
    expect(page.get_by_label("Your queued turn").locator("li")).to_have_count(2)
    is_sound(page)


def test_two_play_side_by_side(sit, table):
    """Each of two players sees the other's turn arrive, but cannot see the drafts or goals of the other."""
    mover = at_turn(table)
    waiter = table.seats.select_related("user", "table").exclude(pk=mover.pk).get()
    desk, phone = sit(mover.user), sit(waiter.user, **PHONE)
    for page in (desk, phone):
        page.goto(f"/t/{table.code}/")
    goals = [set(page.locator(".pgoals h3").all_inner_texts()) for page in (desk, phone)]
    assert goals[0].isdisjoint(goals[1])
    for page, other in ((desk, phone), (phone, desk), (desk, phone)):
        expect(page.locator("#status")).to_have_text("Your turn: take two actions.", timeout=20_000)
        before = table_as_seen(other)
        page.get_by_role("button", name="Take a favour into the church").click()
        expect(page.locator(".draft-steps li")).to_have_count(1)
        own(page, 0).click()
        shown(page, 1).click()
        expect(page.locator(".draft-steps li")).to_have_count(2)
        page.get_by_role("button", name="Undo step").click()
        expect(page.locator(".draft-steps li")).to_have_count(1)
        other.reload()
        assert table_as_seen(other) == before
        end_early(page)
        expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    expect(phone.locator("#log-lines")).to_contain_text("takes a favour into the church", timeout=20_000)
    assert factories.fresh(table).seq == 6
    for page, hidden in zip((desk, phone), reversed(goals), strict=True):
        page.locator("details.aid").evaluate("aid => aid.remove()")
        assert not [goal for goal in hidden if goal in page.content()]
        is_sound(page)


def table_as_seen(page: "Page") -> list[str]:
    return [" ".join((page.locator(part).text_content() or "").split()) for part in ("#board", "#hand", "#log-lines", "#panel")]


def test_a_turn_by_keyboard_alone(sit, table):
    seat = at_turn(table)
    page = sit(seat.user)
    page.goto(f"/t/{table.code}/")
    tab_to(page, own(page, 0))
    page.keyboard.press("Enter")
    tab_to(page, shown(page, 1))
    page.keyboard.press("Enter")
    expect(page.locator(".draft-steps li")).to_have_count(1)
    expect(page.locator("#panel-title")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="End the turn with one action"))
    before = state.seen(table, None).public
    page.keyboard.press("Enter")
    expect(page.locator(".draft-steps li")).to_have_count(2)
    assert factories.fresh(table).seq == 0
    expect(page.locator("#panel-title")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Send turn"))
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    assert cards(table, seat)[0] == before.display[1]


def test_a_turn_on_a_phone_without_scripts(sit, table):
    seat = at_turn(table)
    page = sit(seat.user, java_script_enabled=False, **PHONE)
    page.goto(f"/t/{table.code}/")
    page.locator(".pact > summary").first.click()
    page.locator('.pact[open] .ptake:has(input[name="take"])').nth(1).click()
    page.locator(".pact[open]").get_by_role("button", name="Add to turn").click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    page.get_by_role("button", name="Take a favour into the church").click()
    expect(page.locator(".draft-steps li")).to_have_count(2)
    page.get_by_role("button", name="Send turn").click()
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    assert state.seen(factories.fresh(table), None).public.realms[seat.index].favour == 2


def test_typed_numbers_are_the_answer_and_show_the_strength(sit, table):
    seat = until(table, "feed", When.NOW)
    page = sit(seat.user, **PHONE)
    page.goto(f"/t/{table.code}/")
    is_sound(page)
    base = int(page.locator("[data-pr-strength]").get_attribute("data-pr-strength"))
    page.locator(".pfields input").first.fill("1")
    expect(page.locator('input[name="choice"][value="own"]')).to_be_checked()
    expect(page.locator("[data-pr-strength]")).to_have_text(str(base + 2).replace("-", "−"))
    page.locator(".pfields input").first.fill("36")
    expect(page.locator("[data-pr-strength]")).to_have_text("–")
    page.locator(".pfields input").first.fill("1")
    page.get_by_role("button", name="Supply units").click()
    expect(page.locator("#log-lines")).to_contain_text("supplies units")
