"""Live changes of a table page: news, refusals, a lost connection."""

import pytest
from django.test import RequestFactory
from playwright.sync_api import expect

from config.errors import database_away
from engines.specimen.actions import SealRoad
from tables.services.play import chat
from tests.browser.conftest import session_cookie
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def actors():
    player, opponent = factories.person("Player"), factories.person("Opponent")
    return factories.running_table(player, opponent), player, opponent


def test_a_refusal_is_shown_and_takes_the_focus(sit, actors):
    """After a move of the same seat in another window, this window's move is refused. The refusal gets the focus."""
    table, player, _opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.get_by_role("button", name="Seal the ridge road").click()
    expect(page.locator(".draft-steps")).to_contain_text("Seal the ridge road")
    factories.send(factories.seat_of(table, player), SealRoad("valley"))
    page.get_by_role("button", name="Send").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("You have already moved here")
    expect(alert).to_be_focused()
    expect(page.locator("#hand")).to_contain_text("Sealed: valley road")


def test_a_double_click_moves_once(sit, actors):
    table, player, _opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.get_by_role("button", name="Seal the river road").dblclick()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    assert factories.fresh(table).seq == 0
    page.get_by_role("button", name="Send").dblclick()
    expect(page.locator("#panel")).to_contain_text("It is not your turn")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert factories.fresh(table).seq == 1


def test_what_is_being_written_survives_the_news(sit, actors):
    table, player, opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.get_by_role("link", name="Chat").click()
    page.get_by_label("Message to the table").fill("Half a sen")
    factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    chat.say(table_id=table.pk, user=opponent, text="I have moved.", now=factories.NOW)
    expect(page.locator("#chat-lines")).to_contain_text("I have moved.", timeout=20_000)
    expect(page.locator("#board")).to_contain_text("sealed")
    expect(page.get_by_label("Message to the table")).to_have_value("Half a sen")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-lines")).to_contain_text("Half a sen")
    expect(page.get_by_label("Message to the table")).to_have_value("")


def test_news_that_come_after_newer_ones_are_left_out_without_a_complaint(sit, actors):
    """An outdated update is dropped silently if the response to the player's own move has replaced the requesting element."""
    table, player, _opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.get_by_role("button", name="Seal the ridge road").click()
    expect(page.locator(".draft-steps")).to_contain_text("Seal the ridge road")
    held = []
    page.route("**/t/*/?panel=*", lambda route: held.append(route))
    asking = page.locator("#live.htmx-request")
    # The new element in the draft's response handles events only a moment after it is shown.
    for _try in range(50):
        page.evaluate("htmx.trigger(document.body, 'table-changed')")
        if asking.count():
            break
        page.wait_for_timeout(100)
    expect(asking).to_be_attached()
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#panel")).to_contain_text("It is not your turn")
    with page.expect_response("**/t/*/?panel=*"):
        held[0].continue_()
    page.unroute("**/t/*/?panel=*")
    expect(page.locator("#panel")).to_contain_text("It is not your turn")


def test_an_answer_that_comes_after_the_news_is_shown_even_so(sit, actors):
    """A refusal is shown once, with the focus, although an update has replaced the form that sent the move."""
    table, player, _opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.get_by_role("button", name="Seal the ridge road").click()
    expect(page.locator(".draft-steps")).to_contain_text("Seal the ridge road")
    factories.send(factories.seat_of(table, player), SealRoad("valley"))
    held = []
    page.route("**/act/", lambda route: held.append(route))
    with page.expect_request("**/act/"):
        page.get_by_role("button", name="Send").click()
    answer = held[0].fetch()
    page.evaluate("htmx.trigger(document.body, 'table-changed')")
    expect(page.locator("#panel")).to_contain_text("It is not your turn")
    held[0].fulfill(response=answer)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("You have already moved here")
    expect(alert).to_be_focused()
    expect(alert).to_have_count(1)


def test_a_field_drawn_larger_is_refused_without_a_complaint(sit, actors):
    """A refused field that was dragged larger causes no complaint.

    Its inline style, copied as text, would break the style policy.
    """
    table, player, _opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.get_by_role("link", name="Chat").click()
    field = page.get_by_label("Message to the table")
    field.evaluate("field => { field.required = false; field.style.height = '9rem'; }")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#say .errorlist, #say .field-errors, #say [role=alert]").first).to_be_visible()


def test_a_line_that_is_cut_loses_nothing(sit, actors):
    table, player, _opponent = actors
    page = sit(player)
    page.goto(f"/t/{table.code}/")
    page.route("**/draft/", lambda route: route.abort())
    page.get_by_role("button", name="Seal the river road").click()
    expect(page.locator("#notice")).to_contain_text("Nothing is lost")
    page.unroute("**/draft/")
    page.get_by_role("button", name="Seal the river road").click()
    page.route("**/act/", lambda route: route.abort())
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#notice")).to_contain_text("Nothing is lost")
    page.unroute("**/act/")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#panel")).to_contain_text("It is not your turn")
    assert factories.fresh(table).seq == 1


def test_a_database_that_is_away_is_said_and_nothing_that_was_typed_is_lost(actors, context, live_server):
    table, player, _opponent = actors
    context.add_cookies([session_cookie(player, live_server.url)])
    page = context.new_page()
    page.goto(f"/t/{table.code}/")
    page.get_by_role("button", name="Seal the river road").click()
    page.get_by_role("link", name="Chat").click()
    page.get_by_label("Message to the table").fill("Will you come by the ridge?")
    page.get_by_role("link", name="Now", exact=True).click()
    sentence = database_away(RequestFactory().post("/", headers={"HX-Request": "true"}))
    away = {"status": 503, "headers": dict(sentence.items()), "body": sentence.content}
    page.route("**/act/", lambda route: route.fulfill(**away))
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#notice")).to_contain_text("The database is not responding.")
    expect(page.get_by_label("Message to the table")).to_have_value("Will you come by the ridge?")
    page.unroute("**/act/")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#panel")).to_contain_text("It is not your turn")
    assert factories.fresh(table).seq == 1
