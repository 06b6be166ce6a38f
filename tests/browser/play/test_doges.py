"""A turn against a doge at a practice table, on a phone: its answer comes without a reload."""

import pytest
from playwright.sync_api import expect

from tables.models import Decision, Move, Seat
from tables.services.play import bots
from tests.site import factories, practising

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_doge_answers_on_a_phone_without_a_reload(sit):
    user = factories.person()
    page = sit(user, viewport={"width": 390, "height": 844})
    page.goto("/practice/gonzaga/")
    page.get_by_label("Isotta").select_option("Doge")
    page.get_by_role("button", name="Play against bots").click()
    expect(page.locator("ul.players")).to_contain_text("bot, doge")
    doge = Seat.objects.select_related("table").get(bot="Isotta")
    page.evaluate("document.body.dataset.kept = 'yes'")
    page.get_by_role("link", name="Hint").click()
    page.get_by_role("button", name="Play move").first.click()
    expect(page.locator("#panel")).to_contain_text("Isotta is thinking …")
    think(doge)
    expect(page.locator("#panel")).not_to_contain_text("is thinking")
    assert Move.objects.filter(seat=doge).exists()
    assert page.evaluate("document.body.dataset.kept") == "yes"


def think(doge: Seat) -> None:
    """Make the doge's decisions, as the worker does."""
    while decision := Decision.objects.open().filter(seat=doge, when="now").first():
        bots.think(table_id=doge.table_id, seat_id=doge.pk, key=decision.key, now=practising.NOW)
