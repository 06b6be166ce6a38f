"""Relative times on a page that stays open: they follow the clock and read as the server would write them."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone, translation
from playwright.sync_api import expect

from accounts.models import User
from tables.models import Decision
from tables.templatetags.moments import left
from tests.browser.app.test_worker import READY, is_kept
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# Near the edge of a minute, the delay between rendering a page and opening it would change the text.
EDGE = timedelta(seconds=30)
WAYS = {"weeks": 9 * DAY + 3 * HOUR, "days": 2 * DAY, "hours": 25 * HOUR, "minutes": 2 * HOUR + MINUTE, "over": 61 * MINUTE}


def said(due, now, language):
    """Return the text that the server writes."""
    with translation.override(language):
        return unescape(re.sub("<[^>]+>", "", str(left(due, now))))


def sitting(user, language):
    User.objects.filter(pk=user.pk).update(language=language)
    return user


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("off", [timedelta(), DAY, -DAY], ids=["right", "ahead", "behind"])
def test_words_follow_the_clock_whatever_the_device_believes(sit, language, off):
    anna, now = sitting(factories.person("Anna"), language), timezone.now()
    for name, span in WAYS.items():
        table = factories.running_table(anna, factories.person("Ben"), name=name, now=now)
        Decision.objects.filter(table=table).update(over_at=now + span + EDGE, due_at=now + span + EDGE)
    page = sit(anna)
    page.clock.install(time=now + off)
    page.goto("/my/")
    for later in (timedelta(), 62 * MINUTE):
        if later:
            page.clock.fast_forward(later // timedelta(milliseconds=1))
        for name, span in WAYS.items():
            row = page.locator(".table-row").filter(has=page.get_by_role("link", name=name, exact=True))
            assert row.locator("[data-left]").text_content() == said(now + span + EDGE, now + later, language)
            assert row.locator("time.postmark").count() == 1


def test_a_board_that_is_kept_says_its_age_though_the_clock_of_the_device_is_a_day_off(sit):
    now = timezone.now()
    anna = factories.person("Anna")
    table = factories.running_table(anna, factories.person("Ben"), now=now, name="Open air")
    page = sit(anna, service_workers="allow")
    page.clock.install(time=now - DAY)
    page.goto(table.get_absolute_url())
    assert page.evaluate(READY) in ("activating", "activated")
    is_kept(page, table.get_absolute_url())
    page.context.set_offline(True)
    page.goto(table.get_absolute_url())
    expect(page.locator("[data-as-of]")).to_contain_text("this minute")
    page.clock.fast_forward(3 * HOUR // timedelta(milliseconds=1))
    page.goto("/my/")
    expect(page.get_by_role("listitem").filter(has_text="Open air")).to_contain_text("3 hours ago")
