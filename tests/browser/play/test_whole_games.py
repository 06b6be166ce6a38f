"""Whole games of Gonzaga and Principato for two: by touching board, hand and send button; by keyboard; without scripts.

The other seat answers like a bot at once. What is on the page is all that the player goes by.
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
    """The table as it is once I am waited for; whether the game still goes on."""
    others_move(table, me)
    page.goto(f"/t/{table.code}/")
    return factories.fresh(table).status == Table.Status.RUNNING


def sends(page: "Page", table: Table, button: "Locator", press: str = "tap") -> None:
    """The button sends, and the table has moved on."""
    before = factories.fresh(table).seq
    with page.expect_response("**/act/"):
        button.press("Enter") if press == "Enter" else getattr(button, press)()
    assert factories.fresh(table).seq > before


def is_over(page: "Page", table: Table) -> None:
    """The page tells who has won and how."""
    assert factories.fresh(table).status == Table.Status.ENDED
    expect(page.locator(".podium").first).to_be_visible()


def test_gonzaga_by_touch(sit, transactional_db):
    """All rounds: cards, hex, and the button."""
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
    """All rounds, with Tab, arrows, Space and Enter."""
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
    """All rounds: the cards' radios, and the list of turns."""
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
    """Tab enters the map at a lit hex; N and Shift+N go from one to the next and come round."""
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
    """One action of Principato by the cards: an own one, and one of the display where one must be taken."""
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
    """The first answer to a scoring."""
    if press == "Enter":
        tab_to(page, page.locator("#panel .pchoice input").first)
        page.keyboard.press("Space")
    else:
        getattr(page.locator("#panel .pchoice").first, press)()


def principato(page: "Page", table: Table, me: "User", press: str) -> None:
    """All three years with their scorings."""
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
                drawer.get_by_role("button", name="Add to my turn").click()
                expect(page.locator(".draft-steps li")).to_have_count(steps)
        elif not page.locator("#panel .pchoice :checked").count():
            chooses(page, "click")
        sends(page, table, page.locator(SENDS), "click")
    is_over(page, table)
