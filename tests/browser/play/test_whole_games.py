"""Whole games of Gonzaga and Principato for two: by touch, by keyboard and without scripts.

The player touches board, hand and Send button, and relies only on the page. The other seat moves immediately, as a bot would.
"""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tables.models import Table
from tests.browser.one_look import PHONE
from tests.browser.test_gonzaga import others_move, tab_to
from tests.principato.pages.walkthrough import deal_alike
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SENDS = "#panel .send-bar .button:not(.quiet):visible"


def begun(game: str) -> tuple[Table, "User"]:
    people = [factories.person(name) for name in ("Anna", "Ben")]
    return factories.running_table(*people, game=game, rated=False), people[0]


def at_my_turn(page: "Page", table: Table, me: "User") -> bool:
    """Play the other seat until it is my turn, then open the table. Return whether the game is still running."""
    others_move(table, me)
    page.goto(f"/t/{table.code}/")
    return factories.fresh(table).status == Table.Status.RUNNING


def sends(page: "Page", table: Table, button: "Locator", press: str = "tap") -> None:
    """Press the button, and assert that the turn was sent and the game has continued."""
    before = factories.fresh(table).seq
    with page.expect_response("**/act/"):
        button.press("Enter") if press == "Enter" else getattr(button, press)()
    assert factories.fresh(table).seq > before


def is_over(page: "Page", table: Table) -> None:
    """Assert that the game has ended and the page shows the podium."""
    assert factories.fresh(table).status == Table.Status.ENDED
    expect(page.locator(".podium").first).to_be_visible()


def test_gonzaga_by_touch(sit, transactional_db):
    """All rounds of Gonzaga can be played by touch: cards, hex and the button."""
    table, me = begun("gonzaga")
    page = sit(me, **PHONE)
    turns = 0
    while at_my_turn(page, table, me):
        if page.locator("[data-turn=now]").count():
            if (lit := page.locator(".hx.lit")).count():
                lit.first.tap()
        else:
            for name in ("region", "deed"):
                cards = page.locator(f".play-card:has(input[name={name}]:enabled)")
                cards.nth(turns % cards.count()).tap()
        sends(page, table, page.locator(SENDS))
        turns += 1
    assert turns >= 14
    is_over(page, table)


def test_gonzaga_by_keyboard(sit, transactional_db):
    """All rounds of Gonzaga can be played with Tab, Space and Enter."""
    table, me = begun("gonzaga")
    page = sit(me)
    while at_my_turn(page, table, me):
        if page.locator("[data-turn=now]").count():
            if page.locator(".hx.lit").count():
                tab_to(page, page.locator(".hx.lit[tabindex='0']"))
                page.keyboard.press("Enter")
        else:
            for name in ("region", "deed"):
                tab_to(page, page.locator(f"#panel input[name={name}]:enabled").first)
                page.keyboard.press("Space")
        tab_to(page, page.locator(SENDS))
        sends(page, table, page.locator(":focus"), "Enter")
    is_over(page, table)


def test_gonzaga_without_scripts(sit, transactional_db):
    """All rounds of Gonzaga can be played without scripts, by the cards' radio buttons and the list of turns."""
    table, me = begun("gonzaga")
    page = sit(me, java_script_enabled=False)
    while at_my_turn(page, table, me):
        if page.locator("[data-turn=now]").count():
            page.locator(".turn-list input[name=action]").first.check(force=True)
        else:
            for name in ("region", "deed"):
                page.locator(f"input[name={name}]:enabled").last.check(force=True)
        sends(page, table, page.locator(SENDS), "click")
    is_over(page, table)


def test_gonzaga_n_goes_round_what_can_be_chosen(sit, transactional_db):
    """Tab enters the map at a lit hex; N and Shift+N step through the lit hexes in a circle."""
    table, me = begun("gonzaga")
    page = sit(me)
    while at_my_turn(page, table, me) and not page.locator(".hx.lit").count():
        for name in ("region", "deed"):
            page.locator(f".play-card:has(input[name={name}]:enabled)").first.click()
        sends(page, table, page.locator(SENDS), "click")
    tab_to(page, page.locator(".hx[tabindex='0']"))
    seen = []
    for _lit in range(page.locator(".hx.lit").count()):
        seen.append(page.locator(".hx.lit:focus").get_attribute("data-i"))
        page.keyboard.press("n")
    assert len(set(seen)) == len(seen)
    assert page.locator(".hx:focus").get_attribute("data-i") == seen[0]
    page.keyboard.press("Shift+N")
    assert page.locator(".hx:focus").get_attribute("data-i") == seen[-1]


def acts(page: "Page", number: int, press: str) -> None:
    """Make one action of Principato by touching cards: an own card, and a card of the display if the action must take one."""
    steps = page.locator(".draft-steps li").count()
    usable = page.locator("[data-pr-card]:has(.pcard:not(.dead))")
    card = (usable if usable.count() else page.locator("[data-pr-card]")).nth(0)
    pressed(page, card, press)
    if page.locator("#panel details.picked").count() and not page.locator('#panel .picked [name="take"]').count():
        pressed(page, card, press)
    else:
        slots = page.locator(".pr-slot.takeable .pr-touch")
        pressed(page, slots.nth(number % slots.count()), press)
    expect(page.locator(".draft-steps li")).to_have_count(steps + 1)


def pressed(page: "Page", target: "Locator", press: str) -> None:
    if press == "Enter":
        tab_to(page, target)
        page.keyboard.press("Enter")
    else:
        getattr(target, press)()


def chooses(page: "Page", press: str) -> None:
    """Choose the first option of a scoring."""
    if press == "Enter":
        tab_to(page, page.locator("#panel .pchoice input").first)
        page.keyboard.press("Space")
    else:
        getattr(page.locator("#panel .pchoice").first, press)()


def principato(page: "Page", table: Table, me: "User", press: str) -> None:
    """Play a game of Principato to its end, with its scorings."""
    number = 0
    while at_my_turn(page, table, me):
        if page.locator("[data-pr-turn]:not([data-filing])").count():
            for _action in range(2):
                acts(page, number, press)
        elif not page.locator("#panel .pchoice :checked").count():
            chooses(page, press)
        number += 1
        button = page.locator(SENDS)
        if press == "Enter":
            tab_to(page, button)
        sends(page, table, button, press)


def test_principato_by_touch(sit, transactional_db, monkeypatch):
    deal_alike(monkeypatch, b"lombards")
    table, me = begun("principato")
    page = sit(me, **PHONE)
    principato(page, table, me, "tap")
    is_over(page, table)


def test_principato_by_keyboard(sit, transactional_db, monkeypatch):
    deal_alike(monkeypatch, b"lombards")
    table, me = begun("principato")
    page = sit(me)
    principato(page, table, me, "Enter")
    is_over(page, table)


def test_principato_without_scripts(sit, transactional_db, monkeypatch):
    deal_alike(monkeypatch, b"lombards")
    table, me = begun("principato")
    page = sit(me, java_script_enabled=False)
    while at_my_turn(page, table, me):
        if page.locator("[data-pr-turn]:not([data-filing])").count():
            for steps in (1, 2):
                page.locator("#panel .pact > summary").first.click()
                drawer = page.locator("#panel .pact[open]").first
                if (takes := drawer.locator(".ptake:has(input[name=take])")).count():
                    takes.nth(steps % takes.count()).click()
                if (gives := drawer.locator(".ptake:has(input[name=card])")).count():
                    gives.first.click()
                drawer.get_by_role("button", name="Add to turn").click()
                expect(page.locator(".draft-steps li")).to_have_count(steps)
        elif not page.locator("#panel .pchoice :checked").count():
            chooses(page, "click")
        sends(page, table, page.locator(SENDS), "click")
    is_over(page, table)
