"""Log of moves in a browser: the newest move is in view, and a filter applies without another request."""

import pytest
from playwright.sync_api import expect

from tables.models import ChatMessage
from tests.axe import faults
from tests.browser.one_look import DESK, PHONE
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_log_begins_at_its_end_and_is_filtered(sit, transactional_db, screen):
    people = [factories.person(name) for name in ("Anna", "Berto")]
    table = factories.running_table(*people)
    factories.play_to_end(table, most=60)
    page = sit(people[0], **screen)
    page.goto(f"{table.get_absolute_url()}#log")
    lines = page.locator("#log-lines")
    expect(lines.locator("> li").last).to_be_in_viewport()
    page.select_option(".log-only", "mine")
    shown = lines.locator("> li > p:visible")
    assert shown.count() == lines.locator("p.mine").count() > 0
    assert lines.locator("h3:visible").count() == lines.locator("h3").count() > 0
    page.select_option(".log-only", "")
    expect(shown).to_have_count(lines.locator("> li > p").count())


def test_the_whole_log_leaves_the_talk(sit, transactional_db):
    people = [factories.person(name) for name in ("Anna", "Berto")]
    table = factories.running_table(*people)
    factories.play_to_end(table, most=20)
    ChatMessage.objects.create(table=table, user=people[1], text="Well played", at=factories.NOW)
    page = sit(people[0], **PHONE)
    page.goto(f"{table.get_absolute_url()}log/")
    page.select_option(".log-only", "talk")
    expect(page.locator(".log > li > p:visible")).to_have_text(["Well played"])
    assert faults(page) == []
    page.select_option(".log-only", "")
    assert page.locator(".log > li > p:visible").count() > 5
