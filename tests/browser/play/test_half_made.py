"""Half-made choices: they are kept over a reload and other players' moves, and end with their decision.

The tests use Gonzaga and Principato.
"""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from engines import registry
from engines.contract import encode, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import Donate, PlaceFief
from engines.gonzaga.state import AskTurn
from tables.models import Table
from tables.selectors.play import state
from tables.services.play.advance import advance_table
from tests.browser.conftest import session_cookie
from tests.browser.test_gonzaga_map import at_turn
from tests.gonzaga.pages.walkthrough import played
from tests.principato.pages.walkthrough import deal_alike
from tests.rows import rewrite
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORGOTTEN = "() => !Object.keys(sessionStorage).some((name) => name.startsWith('kept '))"


def bots_answer(table: Table, *, but: int) -> None:
    """Answer every decision of the other seats like a bot."""
    for pending in factories.waiting(table):
        if pending.seat != but:
            seat = table.seats.select_related("user", "table").get(index=pending.seat)
            engine = registry.engine(table.game)
            factories.send(seat, engine.bot(state.seen(table, seat), pending), key=pending.key)


def own(page: "Page", number: int) -> "Locator":
    return page.locator(f'#board [data-pr-card="{number}"]')


def test_cards_of_a_plan(sit, transactional_db):
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="gonzaga", rated=False)
    me = table.seats.get(user=people[0])
    page = sit(people[0])
    page.goto(f"/t/{table.code}/")
    panel = page.locator("#panel")
    wanted = panel.locator("input[name=region]:enabled").nth(1)
    panel.locator("label:has(input[name=region]:enabled)").nth(1).click()
    page.reload()
    expect(wanted).to_be_checked()
    expect(page.locator(".lits .land-lit")).to_be_attached()
    panel.locator("label:has(input[name=deed]:enabled)").nth(2).click()
    bots_answer(table, but=me.index)
    expect(page.locator("#seats")).to_contain_text("Plan sealed", timeout=20_000)
    page.reload()
    expect(wanted).to_be_checked()
    expect(panel.locator("input[name=deed]:enabled").nth(2)).to_be_checked()
    panel.get_by_role("button", name="Seal this plan").click()
    expect(panel.locator(".plan-form")).to_have_count(0)
    page.wait_for_function(FORGOTTEN)


def test_a_fief_and_how_it_is_turned(sit, transactional_db):
    table, me = at_turn("hispania")
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    hexes = page.locator(".hx.lit")
    hexes.first.click()
    hexes.first.click()
    before = page.locator("[data-own]").input_value()
    said = page.locator("[data-pick]").inner_text()
    assert '"PlaceFief"' in before
    page.reload()
    expect(page.locator("[data-own]")).to_have_value(before)
    expect(page.locator("[data-own]")).to_be_checked()
    expect(page.locator("[data-pick]")).to_have_text(said, use_inner_text=True)
    assert page.locator(".ghosts > .ghost").count() >= 3
    page.get_by_role("button", name="Start over").click()
    page.reload()
    expect(page.locator("[data-pick]")).to_contain_text("Choose a highlighted hex")
    page.wait_for_function(FORGOTTEN)
    page.locator(".turn-list input").nth(1).check()
    page.reload()
    expect(page.locator(".turn-list input").nth(1)).to_be_checked()
    expect(page.locator(".ghosts > *").first).to_be_attached()
    page.locator("#panel [data-send]").click()
    expect(page.locator("[data-turn=now]")).to_have_count(0)
    page.wait_for_function(FORGOTTEN)


def test_a_fief_while_others_move(sit, transactional_db):
    """A fief previewed on the map during another player's turn is still previewed when the player's own turn comes."""
    position, now, later = next(
        (position, *asked)
        for position in played()[0]
        if len(asked := [pending for pending in ENGINE.pending(position.public) if pending.kind == "turn"][:2]) == 2
        and isinstance(position.public.agenda[0], AskTurn)
        and any(isinstance(turn, PlaceFief) for turn in ENGINE.legal(view(position, asked[1].seat), asked[1]))
    )
    table = factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Clara")], game="gonzaga", rated=False)
    rewrite(Table.objects.filter(pk=table.pk), state=encode(position).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    mover, me = (table.seats.select_related("user", "table").get(index=pending.seat) for pending in (now, later))
    page = sit(me.user)
    page.goto(f"/t/{table.code}/")
    page.locator(".hx.lit").first.click()
    said = page.locator("[data-pick] strong").inner_text()
    factories.send(mover, Donate(), key=now.key)
    expect(page.locator("[data-turn=now]")).to_be_visible(timeout=20_000)
    expect(page.locator("[data-pick] strong")).to_have_text(said)
    expect(page.locator("[data-own]")).to_be_checked()


def test_a_card_of_principato(sit, transactional_db, monkeypatch):
    """A half-made choice survives a reload: own card, exchange, purchase and payment.

    The next step of a draft starts empty.
    """
    deal_alike(monkeypatch, b"lombards")
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="principato")
    seat = table.seats.select_related("user").get(index=factories.waiting(table)[0].seat)
    page = sit(seat.user)
    page.goto(f"/t/{table.code}/")
    own(page, 0).click()
    way = page.locator("#panel .picked .pdeal input").last
    way.check()
    page.reload()
    expect(own(page, 0)).to_have_attribute("aria-pressed", "true")
    expect(way).to_be_checked()
    page.locator("#panel .picked [data-pr-swap]").click()
    page.reload()
    expect(page.locator("#panel .picked [data-pr-swap]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".pr-slot.takeable")).not_to_have_count(0)
    page.locator(".pr-slot.takeable .pr-touch").nth(1).click()
    expect(page.locator(".draft-steps li")).to_have_count(1)
    page.wait_for_function(FORGOTTEN)
    page.reload()
    expect(page.locator(".draft-steps li")).to_have_count(1)


def test_what_somebody_else_chose_is_not_shown(sit, transactional_db):
    """If two people use the same browser window, the second does not see the choice of the first."""
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="gonzaga", rated=False)
    page = sit(people[0])
    page.goto(f"/t/{table.code}/")
    page.locator("label:has(input[name=region]:enabled)").first.click()
    window = page.context
    window.clear_cookies()
    window.add_cookies([session_cookie(people[1], page.url)])
    page.goto(f"/t/{table.code}/")
    expect(page.locator("input[name=region]:checked")).to_have_count(0)
