"""Answering from a mail in two taps: on a phone without scripts, by keyboard, and when somebody was faster."""

import html
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from engines.specimen.actions import SealRoad
from tables.mail.compose import compose
from tables.models import Move, Notification
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
DESK = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
TOUCH = 44


def a_table(**more):
    """A table that began just now, and somebody who is asked there."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    return anna, factories.running_table(anna, ben, now=timezone.now(), **more)


def mail_page(user):
    """The HTML of the mail that somebody gets now, with its links leading to the site of the test."""
    mail = compose(list(Notification.objects.filter(recipient=user)), now=timezone.now())
    return str(mail.alternatives[0].content).replace(settings.SITE_URL, "")


def links(user):
    return [html.unescape(found) for found in re.findall(r'href="(/d/[^"]+)"', mail_page(user))]


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone by lamplight", "desk by day"])
def test_two_taps_without_scripts(sit, screen, live_server):
    anna, table = a_table()
    page = sit(java_script_enabled=False, **screen)
    page.route("**/mail-of-anna", lambda route: route.fulfill(body=mail_page(anna), content_type="text/html"))
    page.goto("/mail-of-anna")
    page.get_by_role("link", name="Seal the river road").click()
    expect(page.get_by_role("heading", name="Choose a road")).to_be_visible()
    expect(page.locator(".chosen")).to_contain_text("Seal the river road")
    assert Move.objects.filter(table=table).count() == 1
    page.get_by_role("button", name="Send this answer").click()
    expect(page.get_by_role("heading", name="Your answer is sent")).to_be_visible()
    assert Move.objects.get(table=table, seq=1).via == Move.Via.MAIL
    assert page.context.cookies() == []
    page.go_back()
    expect(page.get_by_role("heading", name="This link is over")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone by lamplight", "desk by day"])
@pytest.mark.parametrize("game", ["specimen", "gonzaga"])
def test_the_page_is_accessible_and_fits(sit, screen, game):
    anna, _table = a_table(game=game)
    page, found = sit(**screen), []
    asked = links(anna)
    pages = [asked[0].partition("?")[0], asked[-1], asked[0]]
    for number, address in enumerate(pages):
        page.goto(address)
        if number == 2:
            page.get_by_role("button", name="Send this answer").click()
            expect(page.get_by_role("heading", name="Your answer is sent")).to_be_visible()
            page.goto(address)
            expect(page.get_by_role("heading", name="This link is over")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
        boxes = [each.bounding_box() for each in page.locator("button, a").all()]
        assert min(box["height"] for box in boxes if box) >= TOUCH
        found += [fault["id"] for fault in Axe().run(page).response["violations"]]
    assert found == []


def test_by_keyboard(sit):
    anna, table = a_table()
    page = sit(**DESK)
    page.goto(links(anna)[0].partition("?")[0])
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Seal the valley road")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen")).to_contain_text("Seal the river road")
    assert Move.objects.filter(table=table).count() == 1
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send this answer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your answer is sent")).to_be_visible()


def test_another_answer_is_chosen_before_it_is_sent(sit):
    """One tap on another answer shows it as chosen; the red button alone sends."""
    anna, table = a_table()
    page = sit(java_script_enabled=False, **PHONE)
    page.goto(links(anna)[0])
    page.locator(".answers").get_by_role("link", name="Seal the river road").click()
    expect(page.locator(".chosen")).to_contain_text("Seal the river road")
    expect(page.get_by_role("button")).to_have_count(1)
    assert Move.objects.filter(table=table).count() == 1
    page.get_by_role("button", name="Send this answer").click()
    expect(page.get_by_role("heading", name="Your answer is sent")).to_be_visible()
    assert Move.objects.filter(table=table).count() == 2


def test_a_link_that_is_over_leads_to_what_happened_since(sit):
    anna, table = a_table(name="Via Emilia")
    address = links(anna)[0]
    factories.send(factories.seat_of(table, anna), SealRoad("ridge"), now=timezone.now())
    stranger = sit()
    stranger.goto(address)
    stranger.get_by_role("link", name="See what happened since").click()
    expect(stranger).to_have_url(re.compile(r"/accounts/login/\?next="))
    at_home = sit(anna)
    at_home.goto(address)
    expect(at_home).to_have_url(re.compile(rf"/t/{table.code}/recap/"))
    expect(at_home.get_by_text("the table has moved on")).to_be_visible()
