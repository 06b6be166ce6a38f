"""Half-typed text: it is kept over a reload and going back, and removed once it is sent or its author signs out."""

import pytest
from playwright.sync_api import expect

from tables.models import ChatMessage
from tests.browser.conftest import session_cookie
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORGOTTEN = "() => !Object.keys(sessionStorage).some((name) => /^(typed|kept) /.test(name))"
LINE = "Shall we pause over\nChristmas?"


@pytest.fixture
def people(transactional_db):
    return [factories.person(name) for name in ("Anna", "Ben")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, visibility="public")


def talk(page, table):
    """Open the chat of a table, and return its field."""
    page.goto(f"/t/{table.code}/")
    return again(page)


def again(page):
    page.get_by_role("link", name="Chat").click()
    return page.get_by_label("Message to the table")


def test_talk_outlives_a_reload_and_going_back_until_it_is_said(sit, people, table):
    page = sit(people[0])
    talk(page, table).fill(LINE)
    page.reload()
    expect(again(page)).to_have_value(LINE)
    page.goto("/my/")
    page.go_back()
    expect(again(page)).to_have_value(LINE)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-lines")).to_contain_text("Christmas?")
    expect(again(page)).to_have_value("")
    page.wait_for_function(FORGOTTEN)
    page.reload()
    expect(again(page)).to_have_value("")


def test_what_was_refused_stays(sit, people, table, monkeypatch):
    page = sit(people[0])
    talk(page, table).fill(LINE)
    monkeypatch.setattr(ChatMessage, "LONGEST", 3)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#say [role=alert], #say .errorlist").first).to_be_visible()
    page.reload()
    expect(again(page)).to_have_value(LINE)


def test_nothing_of_it_is_left_after_signing_out_or_for_somebody_else(sit, people, table):
    page = sit(people[0])
    talk(page, table).fill(LINE)
    page.context.add_cookies([session_cookie(people[1], page.url.partition("/t/")[0])])
    page.goto("/my/")
    page.wait_for_function(FORGOTTEN)
    field = talk(page, table)
    expect(field).to_have_value("")
    field.fill(LINE)
    page.evaluate("document.querySelector('form[data-signs-out]').requestSubmit()")
    page.wait_for_url(lambda address: "/t/" not in address)
    page.wait_for_function(FORGOTTEN)


def test_so_does_what_onlookers_say(sit, people, table):
    page = sit(factories.person("Carla"))
    page.goto(f"/t/{table.code}/onlookers/")
    field = page.locator("#chat textarea")
    field.fill(LINE)
    page.reload()
    expect(field).to_have_value(LINE)
    page.locator("#chat form button").click()
    expect(page.locator(".chat")).to_contain_text("Christmas?")
    expect(page.locator("#chat textarea")).to_have_value("")
    page.wait_for_function(FORGOTTEN)
