"""First move of a new guest, three clicks from the front page and without typing, and the way from there to sign-up."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from engines import registry
from tables.models import Move, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_three_clicks_lead_to_a_first_move_and_the_bots_have_answered(sit, game):
    page = sit(viewport={"width": 390, "height": 844} if game == "principato" else {"width": 1280, "height": 900})
    page.goto("/")
    page.locator(f'form[action="/practice/{game}/"] button').click()
    page.get_by_role("link", name="Hint").click()
    page.get_by_role("button", name="Play move").first.click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    guest, table = User.objects.get(), Table.objects.get()
    assert guest.is_guest
    assert Move.objects.filter(table=table, user=guest).exists()
    expect(page.locator("#panel-title")).not_to_contain_text("It is not your turn")
    assert not table.decisions.open().filter(when="now", seat__user=None).exists()


def test_somebody_who_signs_up_comes_back_to_their_table(sit):
    page = sit()
    page.goto("/rules/zena1814/")
    page.get_by_role("button", name="Play against bots").click()
    page.get_by_text("Guest", exact=True).first.click()
    page.get_by_role("link", name="Sign up, keep tables").first.click()
    expect(page.get_by_label("Display name")).to_be_visible()
    assert User.objects.get().time_zone == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
